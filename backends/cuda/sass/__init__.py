"""Machine code of NVIDIA's GPUs, read and executed on this processor.

The output of `ptxas` is the last step before a GPU. It is the only step that neither the gate nor
the emulated device executes. This package reads the instructions of a unit, compiled for sm_90,
with NVIDIA's disassembler (the wheel nvidia-cuda-nvdisasm), and executes them lane by lane. The
judge then checks the bits that the machine code computes, and the number of issues per warp is
known for each instruction.
"""
