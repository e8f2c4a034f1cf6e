"""The spec room: WHAT is asked.

`SPEC.md` is the normative text; this package is the same thing as data: formats,
calls, op declarations, canonical reduction trees, graphs, draws and profiles.
It imports nothing else of samebits but the helpers of `samebits.common`.
"""
