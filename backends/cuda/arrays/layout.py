"""The facts about an array that a call needs: location, element type and stream.

A reader makes a `Look` of an array at every call. A plan is stored for each `Layout`. So errors in
a layout are found once, when the plan is made, and later calls spend no time on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.views import Shape, contiguous_strides
from samebits.backends.protocol import BackendError
from samebits.spec.formats import FORMATS, Format


class ArrayError(BackendError):
    """An array that cannot be used.

    The message continues a sentence about the array: `is on GPU 1`.
    """


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """An element type that no NumPy dtype describes. Each type has one object.

    `format` is empty if the type is not a format of the specification. Strides are multiples of
    `unit` bytes. Elements of `raw` bytes may hold the bits of such a format; the error then
    recommends a view with a dtype of `library`.
    """

    text: str
    format: str = ""
    unit: int = 1
    raw: int = 0
    library: str = "ml_dtypes"


Look = tuple[int, str, tuple[Any, ...], int, bool, object]
"""An array at the time of a call, as a tuple:

- its address;
- the reason why it cannot hold results (`is read-only`), or "";
- the fields of its Layout;
- the stream that its owner uses, as CUDA's number, or 0;
- whether its device must still be checked;
- an object that has to live as long as the call.
"""


@dataclass(frozen=True, slots=True)
class Layout:
    """The arrangement of an array's elements, on which a plan depends.

    `kind` is a NumPy dtype or a Kind. `strides` are in bytes or in the kind's unit, or None for
    contiguous arrays. `shift` is the address of the first element modulo GRAIN.
    """

    kind: np.dtype[Any] | Kind
    shape: Shape
    strides: tuple[int, ...] | None
    shift: int

    def strides_of(self, name: str) -> tuple[int, ...]:
        """Return the strides in bytes.

        Raises ArrayError if the elements do not have the format `name`.
        """
        form = FORMATS[name]
        self._require(form)
        if min(self.shape, default=0) < 0:
            raise ArrayError(f"has a negative length in its shape {tuple(self.shape)}")
        if self.strides is None:
            return contiguous_strides(self.shape, form.bits // 8)
        if len(self.strides) != len(self.shape):
            raise ArrayError(
                f"has {len(self.strides)} strides for {len(self.shape)} axes; each axis needs one"
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
                    f"x.astype({form.dtype.name!r}) converts it"
                )
            is_raw = kind.kind in "ui" or kind.type is np.void
            hint = _hint(form, kind.itemsize if is_raw else 0, "ml_dtypes")
            raise ArrayError(f"has dtype {kind}, {form.name} is wanted{hint}")


def _hint(form: Format, raw: int, library: str) -> str:
    """Return advice for elements that may hold bits of a format without a NumPy dtype, or ""."""
    if form.dtype.isbuiltin == 1 or raw * 8 != form.bits:
        return ""
    return f"; if these are its bits, give x.view({library}.{form.dtype.name})"
