"""The suite `cuda`: kernels on a GPU, compared with measured ceilings, PyTorch and CuPy."""
