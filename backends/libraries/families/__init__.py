"""Tables of the functions of NumPy and PyTorch: one module for each family of ops."""
