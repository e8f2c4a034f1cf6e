"""The checks that every kernel must pass before it runs on a GPU: `nox -s gates`, without a GPU.

Each unit is compiled for every architecture, with the options of options.py (flags.py checks them).
Its PTX is read (ptx.py) and may contain only operations whose bits are defined (allowed.py,
judge.py). Its arithmetic must not change when the options are reversed (contraction.py). For matrix
instructions, the machine code is read too (machine_code.py). The registers, stack and spills of a
unit must not grow (resources.py, limits.py).
"""
