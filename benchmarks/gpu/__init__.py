"""The suite `cuda`: kernels on a GPU against measured ceilings, PyTorch and CuPy."""
