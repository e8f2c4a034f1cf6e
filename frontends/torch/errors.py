"""What samebits.torch raises where it cannot promise bits."""

from __future__ import annotations

from typing import TypeAlias

from samebits.backends.protocol import CallError
from samebits.common.errors import SamebitsError


class NoCanonicalDefinition(SamebitsError, RuntimeError):  # noqa: N818 (the public name)
    """An op that no clause defines: the message names op, module and line, and what to do."""


class WrongCall(NoCanonicalDefinition):
    """A call that is an error by its clause, as by an index out of range: that call writes nothing.

    PyTorch's own kernels raise RuntimeError or IndexError for most of these, and compute a few, as
    an optimizer's step with a rate below 0.
    """


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
