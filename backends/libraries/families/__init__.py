"""Tables of the functions that NumPy and PyTorch have: one module for each family of ops."""
