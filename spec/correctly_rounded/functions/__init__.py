"""The functions of the profile `math` in binary64: a file for each op, with a constant `FUNCTION`.

A file says which operands have special values (the rows of S4), which results are numbers of
binary64 or lie halfway between two, and by which theorem no others do; then it gives one formula.
`table.py` finds the files; nothing lists them.
"""
