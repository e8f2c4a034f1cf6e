"""`python -m samebits.backends.cuda.lab.suspects`: checks that need hardware, in half a minute.

They cover streams, reused memory, captured graphs and arrays of PyTorch and CuPy, with one line
each. A check is a function that returns a remark, raises `Found` for an error, and `NotHere` if it
lacks a requirement. Any other exception is a failure too.
"""

from __future__ import annotations


class Found(Exception):  # noqa: N818 (what a check finds is no error of its own)
    """The error that a check found, in one line."""


class NotHere(Exception):  # noqa: N818
    """The missing requirement of a check, for example `needs two GPUs`."""
