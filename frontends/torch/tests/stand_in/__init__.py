"""A device of PyTorch, `emulated:0`, that replaces a GPU on a machine without one.

Its tensors are in the memory of one emulated machine. A block with the backend `cuda:emulated`
computes on them asynchronously, in the order of its calls. Outside of a block PyTorch computes
wrong last bits on them, because the kernels of a real GPU give different last bits from the CPU's.
"""
