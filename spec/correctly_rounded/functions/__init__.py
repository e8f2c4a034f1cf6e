"""The functions of the profile `math` in binary64: a file for each op, with a constant `FUNCTION`.

A file handles the operands with special values (the rows of S4), and the operands whose result is a
number of binary64 or halfway between two. It names the theorem which proves that there are no other
such operands, and then has one formula. `math_table.py` finds the files, so there is no list of
them.
"""
