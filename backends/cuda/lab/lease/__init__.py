"""A lent machine: everything that is worth running on it, within its minutes, and taken home.

A machine that is lent can vanish between two commands. So the work is cut into stages that can each
be continued, and whatever is worth keeping is written to a few archives, again and again while the
work goes on; on the next machine they are taken in, and the work goes on where it was. `.ci/gpu` is
this package with the rooms linked.
"""
