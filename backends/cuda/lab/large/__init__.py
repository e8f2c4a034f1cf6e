"""Calls on arrays of more than 2^31 elements, which exist on the device only.

    python -m samebits.backends.cuda.lab.large --device gpu0

Operands are made by a formula of the index (formula.py), results are brought back and compared in
pieces with the C backend or with exact arithmetic (reference.py), so that the host never holds an
array. `--elements` scales everything down, so that all of it can be tried on the emulated device.
"""
