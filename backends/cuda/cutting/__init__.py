"""Declared graphs cut into kernels over rows, and what is run between them, node by node.

A graph over rows whose trees go along rows is one kernel (row_formulas.py). Where a reduction goes
across rows, or an index has to be looked at before it is used, the graph is cut: kernels over rows
are made of the elements, and what is left for each row, or less, is run by the nodes' own kernels.

    layouts.py   which axes of values are rows
    values.py    what each value of a graph is, and where it is computed
    pieces.py    the text of a kernel
    formulas.py  the kernels of an op, each under its name
    between.py   the nodes that are run by themselves
    plain.py     graphs that need no kernel besides those of their nodes
"""
