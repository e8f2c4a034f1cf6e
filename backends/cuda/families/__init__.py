"""Python code that launches the kernels: one module per family of ops, and code that they share."""
