"""`python -m samebits.backends.cuda.lab.suspects`: what only hardware can answer, in half a minute.

Streams, memory that is used again, captured graphs and arrays of PyTorch and CuPy: one line each.
A check is a function that returns what is worth saying, raises `Found` for what is wrong, and
`NotHere` where something that it needs is missing. Any other exception is a failure too.
"""

from __future__ import annotations


class Found(Exception):  # noqa: N818 (what a check finds is no error of its own)
    """What is wrong, in one line."""


class NotHere(Exception):  # noqa: N818
    """What the check would need, as `needs two GPUs`."""
