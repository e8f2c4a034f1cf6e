"""samebits.numpy: every op of the specification as a function on NumPy arrays."""
