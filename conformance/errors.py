"""The error of this room, and any error in one line."""

from samebits.spec.errors import SamebitsError


class JudgeError(SamebitsError):
    """The judge cannot be asked this: an option, a filter, a waiver or an internal limit."""


def one_line(error: BaseException) -> str:
    """An exception in one line: the message of our own errors, else with the type in front."""
    text = " ".join(str(error).split())
    if isinstance(error, SamebitsError) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
