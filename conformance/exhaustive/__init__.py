"""Judging a function on all of its inputs: `samebits prove`, and the level `exhaustive`.

`prover` compares a backend with the oracles on every input and makes the certificate; `judge`
holds any other backend against the certificate by digests alone; `narrow` finds the wrong inputs
of a block whose digest differs.
"""
