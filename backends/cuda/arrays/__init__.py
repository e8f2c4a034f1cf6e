"""Operands and results as their libraries describe them: NumPy, PyTorch, CuPy, CUDA's interface."""
