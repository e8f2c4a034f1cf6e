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
    """Warned once per process, when the first block opens in a release nobody has reviewed."""


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
    """Raised by a lowering for arguments that it has no definition for; the reason alone."""


Reason: TypeAlias = str | Refused | CallError
"""Why a call is not computed, in words or as what was raised."""


class _Native:
    """See NATIVE."""

    def __repr__(self) -> str:
        return "NATIVE"


NATIVE = _Native()
"""What a lowering returns to have PyTorch's own kernel run: no floating-point number takes part."""
