"""What NumPy and PyTorch have for each op: one module an op, found by name; no list to edit."""
