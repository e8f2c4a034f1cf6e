"""`JudgeError`, the error of the judge, and functions that convert an error to one line."""

import errno

from samebits.common.errors import SamebitsError


class JudgeError(SamebitsError):
    """A request that the judge refuses: a wrong option, filter or waiver, or an exceeded limit."""


def one_line(error: BaseException) -> str:
    """Return an exception as one line.

    The name of its type comes first, except for a SamebitsError.
    """
    text = " ".join(str(error).split())
    if isinstance(error, SamebitsError) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


_ADVICE = {
    errno.ENOSPC: "make room on that disk and repeat the command",
    errno.EDQUOT: "your quota there is used up: make room and repeat the command",
    errno.EACCES: "name a file or folder that you may use, or change its permissions",
    errno.EPERM: "name a file or folder that you may use, or change its permissions",
    errno.EROFS: "name a folder on a disk that can be written",
    errno.EMFILE: "allow more open files (ulimit -n)",
    errno.ENOMEM: "free some memory, or use fewer workers (-n)",
}


def error_line(error: Exception) -> str:
    """Return the last line of a failed command: what happened, and what to do about it."""
    if isinstance(error, OSError) and error.strerror:
        named = [str(name) for name in (error.filename, error.filename2) if name is not None]
        place = " to ".join(named) or "output"
        advice = _ADVICE.get(error.errno or 0, "name another file or folder")
        return " ".join(f"cannot use {place}: {error.strerror}; {advice}".split())
    if isinstance(error, UnicodeEncodeError):
        wrong = ascii(error.object[error.start : error.end])
        return f"{wrong} cannot be written as {error.encoding}; rename the file or folder"
    return one_line(error)
