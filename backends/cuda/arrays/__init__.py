"""Operands and results as their libraries show them: NumPy, PyTorch, CuPy, CUDA's interface."""
