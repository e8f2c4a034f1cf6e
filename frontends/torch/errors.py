"""What samebits.torch raises where it cannot promise bits."""

from __future__ import annotations

from samebits.common.errors import SamebitsError


class NoCanonicalDefinition(SamebitsError, RuntimeError):  # noqa: N818 (the public name)
    """An op that no clause defines: the message names op, module and line, and what to do."""


class Refused(Exception):  # noqa: N818 (caught where the op is known)
    """Raised by a lowering for arguments that it has no definition for; the reason alone."""


class _Native:
    """See NATIVE."""

    def __repr__(self) -> str:
        return "NATIVE"


NATIVE = _Native()
"""What a lowering returns to have PyTorch's own kernel run: no floating-point number takes part."""
