"""What is said where PyTorch is too old for samebits.torch to work with at all.

Of a version that has other overloads than the frozen ones, the others are refused one by one.
"""

from __future__ import annotations

from typing import NoReturn

import torch

from samebits.common.errors import SamebitsError
from samebits.torch.overloads import frozen_for


def is_reviewed() -> bool:
    """Whether this is the version whose overloads were reviewed, of whatever build."""
    return str(torch.__version__).partition("+")[0] == frozen_for()


def refuse(lacks: str) -> NoReturn:
    """Raise SamebitsError, which says which version is known and what this one lacks."""
    raise SamebitsError(
        f"samebits.torch was reviewed with torch {frozen_for()}, and torch {torch.__version__} "
        f"lacks {lacks}; install torch=={frozen_for()}"
    )
