"""The number of binary32 inputs for which NumPy, PyTorch and glibc are wrong, for each op.

The right bits come from certificates of the oracles or are computed now; see `right`.
"""
