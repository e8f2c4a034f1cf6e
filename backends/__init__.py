"""The backends room: HOW bits are made.

It has the protocol, discovery, the executor of graphs and the bundled backends (`c/` and `cuda/`),
whose functions share `numerics/`. `libraries/` are judged as they are installed,
`fronts/` are the front ends as backends, and `hosting/` runs a backend in a process of its own. The
room imports the spec and nothing else of samebits: a backend never sees an exact function or a
wanted value.
"""
