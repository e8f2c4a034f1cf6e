"""Readers of operands and results: NumPy, PyTorch, CuPy, DLPack, and the CUDA array interface."""
