"""The error class of this room."""

from samebits.common.errors import SamebitsError


class VectorError(SamebitsError):
    """A vector file is unreadable, malformed, or differs from its listed digest.

    The message names the file.
    """
