"""The errors of samebits.torch: ops without a definition, and invalid calls."""

from __future__ import annotations

from typing import TypeAlias

from samebits.backends.protocol import CallError
from samebits.common.errors import SamebitsError


class NoCanonicalDefinition(SamebitsError, RuntimeError):  # noqa: N818 (the public name)
    """An op that no clause defines.

    The message names the op, the module and the line, and says what to do instead.
    """


class UnreviewedRelease(UserWarning):
    """A warning about a PyTorch release without a review, given once when the first block opens."""


class WrongCall(SamebitsError):  # noqa: N818 (the public name)
    """An invalid call that samebits found, for example with a class index out of range.

    Every instance is also an instance of the class that PyTorch raises for this call: IndexError,
    ValueError or RuntimeError. An invalid call writes nothing to its arguments.
    """


def wrong(kind: type[Exception], text: str) -> WrongCall:
    """Return a WrongCall that is also of the class `kind`."""
    if kind not in _WRONG:
        members = {"__module__": __name__, "__doc__": f"A WrongCall that is a {kind.__name__} too."}
        _WRONG[kind] = type(f"WrongCall{kind.__name__}", (WrongCall, kind), members)
    made: WrongCall = _WRONG[kind](text)
    return made


_WRONG: dict[type[Exception], type[WrongCall]] = {}


class Refused(Exception):  # noqa: N818 (caught where the op is known)
    """A signal of a lowering that it has no definition for its arguments.

    The message is only the reason. The caller, which knows the op, adds the op and the place.
    """


Reason: TypeAlias = str | Refused | CallError
"""The reason why a call is not computed: a text, or the exception that was raised."""


class _Native:
    """The type of NATIVE."""

    def __repr__(self) -> str:
        return "NATIVE"


NATIVE = _Native()
"""The value that a lowering returns to make PyTorch's own kernel run.

Lowerings return it only if no floating-point number takes part.
"""
