"""Declared graphs cut into kernels over rows, with some nodes run between these kernels.

A graph over rows whose trees are along rows is one kernel (row_formulas.py). If a reduction is
across rows, or an index must be checked before it is used, the graph is cut. Kernels over rows
compute the elements. The remaining values, which have at most one number for each row, are computed
by the nodes' own kernels.

    layouts.py       which axes of values are rows
    values.py        what each value of a graph is, and where it is computed
    pieces.py        the text of a kernel
    cut_formulas.py  the kernels of an op, each under its name

families/between.py runs the nodes between these kernels.
"""
