"""Readers of operands and results: arrays of NumPy, PyTorch and CuPy, DLPack, CUDA's interface."""
