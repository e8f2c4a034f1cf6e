"""samebits.torch: PyTorch models whose floating-point ops have the bits of the specification."""
