"""Installed libraries under test: NumPy and PyTorch, which know nothing of the specification."""
