"""Calls on arrays of more than 2^31 elements, which exist on the device only.

python -m samebits.backends.cuda.lab.large --device gpu0

A formula of the index defines the operands (formula.py). Results are downloaded in pieces and
compared with the C backend or with exact arithmetic (reference.py), so that CPU memory never
contains a whole array. `--elements` scales all sizes down, so that everything can run on the
emulated device.
"""
