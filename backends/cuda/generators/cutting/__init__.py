"""Declared graphs, cut into kernels over rows; some nodes run between these kernels.

If all reductions of a graph are along rows, it is one kernel (row_formulas.py). If a reduction is
across rows, or an index must be checked before it is used, the graph is cut. Kernels over rows
compute the elements. The remaining values have at most one element per row. The nodes' own kernels
compute them.

layouts.py       the choice of axes that are rows
values.py        the axes of each value, and the kind of kernel that computes it
pieces.py        the text of a kernel
cut_formulas.py  the kernels of an op, with their names

families/between.py runs the nodes between these kernels.
"""
