"""The functions of the profile `math` in binary64: one file per op, with a constant `FUNCTION`.

A file first handles special values (the rows of S4), and operands whose result is a number of
binary64 or halfway between two. It names the theorem which proves that there are no other such
operands. All remaining operands use one formula. `math_table.py` finds the files, so there is no
list of them.
"""
