"""The error of this room."""

from samebits.spec.errors import SamebitsError


class JudgeError(SamebitsError):
    """The judge cannot be asked this: an option, a filter, a waiver or an internal limit."""
