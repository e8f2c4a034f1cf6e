"""A device of PyTorch that stands for a GPU where there is none: `emulated:0`.

Its tensors lie in the memory of one emulated machine, on which a block with the backend
`cuda:emulated` computes: late, in the order in which it was asked. What PyTorch computes there
without a block has wrong last bits, as a GPU's kernels have others than the processor's.
"""
