"""What every command prints through: one way to make a console, and streams that never refuse.

A terminal may not speak UTF-8 (LANG=C, PYTHONIOENCODING=ascii), and a path may hold bytes that are
no text at all. A character that the stream has no code for is then replaced, never an error.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Mapping
from types import MappingProxyType

from rich.console import Console

ASCII: Mapping[str, str] = MappingProxyType(
    {
        "✓": "v", "✗": "x", "✖": "X", "≈": "~", "◐": "/", "○": "o", "⊕": "!", "⊘": "/", "–": "-",
        "·": ".", "…": "...", "→": ">", "∞": "inf", "×": "x", "¦": "|", "\ufffd": "?",
    }
)  # fmt: skip
"""Stand-ins for the symbols that samebits prints; of the same width where a table is made of them.
"""

_HANDLER = "samebits"


def safe_streams() -> None:
    """Make stdout and stderr write any text, whatever their encoding."""
    codecs.register_error(_HANDLER, _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def drop_unwritten() -> None:
    """Let go of output that cannot be written (a full disk), or Python's end complains about it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def make_console(*, stderr: bool = False, wrap: bool = False) -> Console:
    """The console of a command.

    By default it wraps no line, so that what is printed can be copied; `wrap` is for tables, which
    are made to fit the width of the terminal (80 columns where there is none).
    """
    return Console(stderr=stderr, soft_wrap=not wrap, highlight=False)


def _replace(error: UnicodeError) -> tuple[str, int]:
    """The error handler of the streams: a stand-in for a known symbol, `\\u2211` for any other."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(ASCII.get(c) or _escape(c) for c in text), error.end


def _escape(character: str) -> str:
    return character.encode("ascii", "backslashreplace").decode("ascii")
