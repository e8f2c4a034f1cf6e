"""A lent machine: all worthwhile work on it, within its minutes, with its results saved.

A lent machine can disappear between two commands. Therefore the work is divided into stages that
can be continued. Worthwhile results are written to a few archives repeatedly during the work. The
next machine restores them and continues. `.ci/gpu` is this package with the rooms linked.
"""
