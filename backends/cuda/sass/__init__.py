"""Machine code of NVIDIA's GPUs, read and executed on this processor.

What `ptxas` makes of a kernel is the last step before a GPU, and the only one that neither the
gate nor the emulated device sees. Here the instructions of a unit, compiled for sm_90, are read
with NVIDIA's disassembler (the wheel nvidia-cuda-nvdisasm) and executed, lane by lane: so that the
judge sees the bits that the machine code stands for, and so that it is known how many times a warp
issues each instruction.
"""
