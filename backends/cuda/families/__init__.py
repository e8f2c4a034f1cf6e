"""The host side of kernels, one module for each folder of `src/kernels/`."""
