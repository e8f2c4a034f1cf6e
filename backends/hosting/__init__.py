"""Hosts: the processes in which backends live while they are judged.

The judge and the judged never share a process. A host gets calls and operands and gives back
results; docs/host-protocol.md is what the two say to each other, for programs in any language.

- `messages`: a length and JSON, on a pipe
- `wire`: calls, arrays and devices as JSON
- `memory`, `placing`: the arrays, in memory that the judge owns
- `process`: one host as its parent sees it: start, ask, deadline, end, last words
- `remote`: a backend and a session that live in a host, for the judge to use as any other
- `serve`, `mapped`, `fenv`: the other side, for backends in Python (`samebits host NAME`)
"""
