"""Judging a function on all of its inputs: `samebits prove`, and the level `exhaustive`.

`prover` compares a backend with the oracles on every input and makes the certificate.
`judging/exhaustivework` compares any other backend with the digests of the certificate.
`wrong_inputs` finds the wrong inputs of a block whose digest differs.
"""
