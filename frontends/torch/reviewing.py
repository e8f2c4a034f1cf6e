"""Messages about a release of PyTorch that was not reviewed: a warning, or a cause of failure."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch

from samebits.common.errors import SamebitsError
from samebits.torch.errors import UnreviewedRelease
from samebits.torch.overloads import base, changed, is_known, is_reviewed, reviewed

_FOLDER = str(Path(__file__).parent)
_WARNED: list[str] = []


def warn_if_unreviewed() -> None:
    """Warn once per process, in one line, if the installed PyTorch was not reviewed."""
    if _WARNED or is_reviewed():
        return
    _WARNED.append(torch.__version__)
    few = len(changed())
    some = "one overload is" if few == 1 else f"{few} overloads are"
    warnings.warn(
        f"samebits.torch was not reviewed with PyTorch {torch.__version__}: {some} new or changed "
        f"since {reviewed()[base()]} and refused in a block, and the bits of the others were not "
        f"compared; for reviewed bits run: pip install torch=={_newest()}",
        UnreviewedRelease,
        stacklevel=_level(),
    )


@contextmanager
def explained() -> Iterator[None]:
    """Raise SamebitsError instead of an error that occurs because an unreviewed PyTorch differs."""
    try:
        yield
    except (AttributeError, ImportError) as error:
        if is_known():
            raise
        reason = str(error).partition("\n")[0]
        raise SamebitsError(
            f"samebits.torch does not work with PyTorch {torch.__version__}, an unreviewed "
            f"release: {reason}; run: pip install torch=={_newest()}"
        ) from None


def _newest() -> str:
    return list(reviewed().values())[-1]


def _level() -> int:
    """Return the stack level of the user's line, counted from `warn_if_unreviewed`."""
    frame, level = sys._getframe(2), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_FOLDER):
        frame, level = frame.f_back, level + 1
    return level
