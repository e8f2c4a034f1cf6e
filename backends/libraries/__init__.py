"""Installed libraries as backends to be judged: NumPy and PyTorch. They do not follow the spec."""
