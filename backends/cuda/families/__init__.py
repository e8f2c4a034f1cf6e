"""The host side of kernels: one module for each family of ops, and code that families share."""
