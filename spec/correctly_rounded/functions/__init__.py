"""The functions of the profile `math` in binary64: a file for each op, with a constant `FUNCTION`.

A file states which operands have special values (the rows of S4), and which results are numbers of
binary64 or halfway between two. It names the theorem by which there are no others, and then has one
formula. `math_table.py` finds the files; there is no list of them.
"""
