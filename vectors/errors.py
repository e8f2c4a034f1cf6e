"""The error of this room."""

from samebits.common.errors import SamebitsError


class VectorError(SamebitsError):
    """A vector file is unreadable, malformed or not the listed one. The message names it."""
