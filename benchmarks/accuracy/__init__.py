"""How many of all binary32 inputs others get wrong: NumPy, PyTorch and glibc, op by op.

The right bits come from `samebits.oracles.sweep`; no backend of samebits takes part.
"""
