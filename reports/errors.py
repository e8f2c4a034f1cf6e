"""The error of this room."""

from samebits.common.errors import SamebitsError


class ReportError(SamebitsError):
    """A report cannot be read, resumed or trusted.

    The message names the file, and the line if known.
    """
