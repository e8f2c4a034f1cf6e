"""The room `spec`: the specification as data.

`SPEC.md` is the normative text. This package contains the same content as data: formats, calls, op
declarations, canonical reduction trees, graphs, draws and profiles. From the rest of samebits it
imports only the helpers of `samebits.common`.
"""
