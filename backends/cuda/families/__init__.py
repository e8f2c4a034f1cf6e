"""Host code of the kernels: one module for each family of ops, and code that families share."""
