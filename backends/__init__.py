"""The backends room: implementations that compute the bits.

It has the protocol, discovery, the executor of graphs and the bundled backends (`c/` and `cuda/`),
which share the functions in `numerics/`. `libraries/` has external libraries as backends, `fronts/`
the front ends as backends, and `hosting/` runs a backend in its own process. The room imports the
spec and no other room of samebits except `common`: a backend never sees an exact function or a
wanted value.
"""
