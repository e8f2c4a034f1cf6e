"""What every kernel must pass before any GPU sees it: `nox -s gates`. No GPU is needed.

Each unit is compiled for every architecture, with the options of options.py (flags.py looks at
them); its PTX is read (ptx.py) and may hold nothing but operations whose bits are defined
(allowed.py, judge.py); its arithmetic must not change when the options are turned around
(contraction.py); what ptxas made of products of matrices is read in the machine code
(machine_code.py); and its registers, stack and spills may not grow (resources.py, limits.py).
"""
