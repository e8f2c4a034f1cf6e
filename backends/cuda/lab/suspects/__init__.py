"""Checks that need hardware, in half a minute.

python -m samebits.backends.cuda.lab.suspects

They cover streams, reused memory, captured graphs, and arrays of PyTorch and CuPy. Each prints one
line. A check is a function that returns a remark. It raises `Found` for an error, and `NotHere` if
it lacks a requirement. Any other exception also counts as a failure.
"""

from __future__ import annotations


class Found(Exception):  # noqa: N818 (what a check finds is no error of its own)
    """An error that a check found, in one line."""


class NotHere(Exception):  # noqa: N818
    """A requirement that a check lacks, for example `needs two GPUs`."""
