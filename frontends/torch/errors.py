"""The errors of samebits.torch: ops without a definition, and invalid calls."""

from __future__ import annotations

from typing import TypeAlias

from samebits.backends.protocol import CallError
from samebits.common.errors import SamebitsError


class NoCanonicalDefinition(SamebitsError, RuntimeError):  # noqa: N818 (the public name)
    """Raised for an op that no clause defines."""


class UnreviewedRelease(UserWarning):
    """Warns, when the first block opens, that this release of PyTorch is not reviewed."""


class WrongCall(SamebitsError):  # noqa: N818 (the public name)
    """Raised for an invalid call that samebits found, such as a class index out of range.

    Every instance is also an instance of the class that PyTorch raises for this call: IndexError,
    ValueError or RuntimeError. An invalid call writes nothing to its arguments.
    """


def wrong(kind: type[Exception], text: str) -> WrongCall:
    """Return a WrongCall that is also an instance of the class `kind`."""
    if kind not in _WRONG:
        members = {"__module__": __name__, "__doc__": f"A WrongCall that is a {kind.__name__} too."}
        _WRONG[kind] = type(f"WrongCall{kind.__name__}", (WrongCall, kind), members)
    made: WrongCall = _WRONG[kind](text)
    return made


_WRONG: dict[type[Exception], type[WrongCall]] = {}


class Refused(Exception):  # noqa: N818 (caught where the op is known)
    """Raised by a lowering that has no definition for its arguments.

    The message is only the reason. The caller, which knows the op, adds the op and the location.
    """


Reason: TypeAlias = str | Refused | CallError
"""The reason why a call is not computed: a text, or the exception that was raised."""


class _Native:
    """The type of NATIVE."""

    def __repr__(self) -> str:
        return "NATIVE"


NATIVE = _Native()
"""The value that a lowering returns to make PyTorch's own kernel run.

A lowering may return it only if no floating-point number is involved.
"""
