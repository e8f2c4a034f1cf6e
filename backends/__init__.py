"""The backends room: implementations that compute the bits.

It contains the protocol, discovery, the executor of graphs and the bundled backends (`c/` and
`cuda/`), which share the functions in `numerics/`. `libraries/` has external libraries as backends,
`fronts/` has the front ends as backends, and `hosting/` runs a backend in its own process. The room
imports the spec and `common`, and no other room of samebits: a backend has no access to an exact
function or an expected value.
"""
