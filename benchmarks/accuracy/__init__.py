"""Counts of the binary32 inputs for which NumPy, PyTorch and glibc give a wrong result.

The right bits come from certificates or from the oracles; see `right`.
"""
