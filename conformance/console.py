"""Console output of every command: creates consoles, and makes streams accept any text.

A terminal may not support UTF-8 (LANG=C, PYTHONIOENCODING=ascii), and a path may contain bytes that
are not text. A character that the stream cannot encode is replaced, and no error is raised.
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
"""ASCII replacements for the symbols that samebits prints.

Symbols used in tables have replacements of the same width.
"""

_HANDLER = "samebits"


def safe_streams() -> None:
    """Make stdout and stderr write any text, in any encoding."""
    codecs.register_error(_HANDLER, _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def drop_unwritten() -> None:
    """Discard output that cannot be written (a full disk), so that Python exits normally."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def make_console(*, stderr: bool = False, wrap: bool = False) -> Console:
    """Return the console of a command.

    By default it wraps no line, so that printed text can be copied. `wrap` is for tables, which are
    fitted to the width of the terminal (80 columns if there is no terminal).
    """
    return Console(stderr=stderr, soft_wrap=not wrap, highlight=False)


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that a stream cannot encode.

    Known symbols are replaced by ASCII text, other characters by escapes.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(ASCII.get(c) or _escape(c) for c in text), error.end


def _escape(character: str) -> str:
    return character.encode("ascii", "backslashreplace").decode("ascii")
