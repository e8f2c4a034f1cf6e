"""What a call has to know of an array: where it lies, what its elements are, whose stream it is on.

A reader makes a `Look` of an array, at every call; a plan is kept for its `Layout`. What is wrong
with a layout is therefore found once, when the plan is made, and costs later calls nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.cuda.views import Shape, contiguous_strides
from samebits.backends.protocol import BackendError
from samebits.spec.formats import FORMATS, Format


class ArrayError(BackendError):
    """An array cannot be used. The text has the array for its subject: `lies on GPU 1, ...`."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What elements are where no dtype of NumPy says it; one object for each.

    `format` is empty where it is none of ours; strides count in `unit` bytes. Elements of `raw`
    bytes may hold the bits of another format, which a view with a dtype of `library` tells.
    """

    text: str
    format: str = ""
    unit: int = 1
    raw: int = 0
    library: str = "ml_dtypes"


Look = tuple[int, str, tuple[Any, ...], int, bool, object]
"""An array at the time of a call.

Its address; why it takes no result, as `is read-only`, or empty; the fields of its Layout; the
stream that its owner uses, by CUDA's number, or 0; whether it is still to be asked where it lies;
what has to live as long as the call.
"""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the elements of an array lie: what a plan depends on.

    `kind` is a dtype of NumPy, or a Kind; `strides` are None where contiguous, in bytes or in what
    the kind says; `shift` is how far the first element lies from a multiple of GRAIN.
    """

    kind: np.dtype[Any] | Kind
    shape: Shape
    strides: tuple[int, ...] | None
    shift: int

    def strides_of(self, name: str) -> tuple[int, ...]:
        """Strides in bytes. Raises ArrayError where this is no array of the format."""
        form = FORMATS[name]
        self._require(form)
        if min(self.shape, default=0) < 0:
            raise ArrayError(f"has a negative length in its shape {tuple(self.shape)}")
        if self.strides is None:
            return contiguous_strides(self.shape, form.bits // 8)
        if len(self.strides) != len(self.shape):
            raise ArrayError(
                f"has {len(self.strides)} strides for {len(self.shape)} axes; one each is wanted"
            )
        unit = self.kind.unit if isinstance(self.kind, Kind) else 1
        return tuple(unit * step for step in self.strides)

    def _require(self, form: Format) -> None:
        kind = self.kind
        if isinstance(kind, Kind):
            if kind.format != form.name:
                hint = _hint(form, kind.raw, kind.library)
                raise ArrayError(f"has dtype {kind.text}, {form.name} is wanted{hint}")
        elif kind != form.dtype:
            if kind.newbyteorder("=") == form.dtype:
                raise ArrayError(
                    f"has dtype {kind.str}, {form.name} is wanted in this machine's byte order; "
                    f"x.astype({form.dtype.name!r}) brings it"
                )
            is_raw = kind.kind in "ui" or kind.type is np.void
            hint = _hint(form, kind.itemsize if is_raw else 0, "ml_dtypes")
            raise ArrayError(f"has dtype {kind}, {form.name} is wanted{hint}")


def _hint(form: Format, raw: int, library: str) -> str:
    """How to bring bits of a format that NumPy has no dtype for, if elements may hold them."""
    if form.dtype.isbuiltin == 1 or raw * 8 != form.bits:
        return ""
    return f"; if these are its bits, give x.view({library}.{form.dtype.name})"
