"""How many of all binary32 inputs others get wrong: NumPy, PyTorch and glibc, op by op.

The right bits are those that the oracles froze in certificates, or now compute; see `right`.
"""
