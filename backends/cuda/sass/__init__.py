"""Machine code of NVIDIA's GPUs, read and executed on the CPU.

The output of `ptxas` is what a GPU runs. Neither the gate nor the emulated device executes it. This
package reads the instructions of a unit, compiled for sm_90, with NVIDIA's disassembler (the wheel
nvidia-cuda-nvdisasm), and executes them lane by lane. So the judge can check the bits that the
machine code computes, and issues per warp can be counted for each instruction.
"""
