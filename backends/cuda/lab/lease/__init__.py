"""A lent machine: run the most useful work within its minutes, and save the results.

A lent machine can disappear between two commands. Therefore the work is divided into stages that
can be continued. Results are written repeatedly to a few archives during the work. The next machine
restores them and continues. `.ci/gpu` is this package with the rooms linked.
"""
