"""Hosts: the processes in which backends run while they are judged.

The judge and the backend never share a process. A host receives calls and operands and returns
results. docs/host-protocol.md describes the messages, for programs in any language.

- `messages`: a length and JSON, on a pipe
- `wire`: calls, arrays and devices as JSON
- `memory`, `placing`: the arrays, in memory that the judge owns
- `process`: a host from the side of its parent: start, request, deadline, end, cause of death
- `remote`: a backend and a session in a host, which the judge uses like any other
- `serve`, `mapped`, `fenv`: the side of the host, for backends in Python (`samebits host NAME`)
"""
