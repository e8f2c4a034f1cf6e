"""Releases of PyTorch: the installed one, and the oldest one that samebits.torch supports.

overloads.txt lists the reviewed releases, series by series: 2.13.0 and 2.13.1 are the series 2.13.
In a release that is not reviewed, each new or changed overload is refused, and all others work.
"""

from __future__ import annotations

import re

import torch

from samebits.common.errors import SamebitsError

LEAST = "2.11"
"""The oldest series of PyTorch that samebits.torch works with."""

_FORM = re.compile(r"(\d+)\.(\d+)(\.\d+)?(.*)")


def release() -> str:
    """Return the installed release without its build suffix: `2.13.0` for 2.13.0+cu130."""
    return str(torch.__version__).partition("+")[0]


def series_of(version: str) -> str:
    """Return the series of a release: `2.13` for 2.13.1."""
    parts = _FORM.fullmatch(version)
    return f"{parts[1]}.{parts[2]}" if parts else version


def is_final(version: str) -> bool:
    """Check whether a version is a release: not 2.16.0.dev20261101, 2.16.0a0 or 2.16.0rc1."""
    parts = _FORM.fullmatch(version)
    return parts is not None and not parts[4]


def order(series: str) -> tuple[int, ...]:
    """Return the sort key of a series: 2.9 comes before 2.11."""
    return tuple(int(part) for part in re.findall(r"\d+", series))


def require_least() -> None:
    """Raise SamebitsError if the installed PyTorch is older than LEAST."""
    if order(series_of(release())) < order(LEAST):
        raise SamebitsError(
            f"samebits.torch needs PyTorch {LEAST} or newer, and {torch.__version__} is installed; "
            f"run: pip install 'torch>={LEAST}'"
        )
