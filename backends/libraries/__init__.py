"""Installed libraries that are judged: NumPy and PyTorch. They do not know the specification."""
