"""The chain of a partial report: it detects changes of the lines before the run is resumed.

A partial report has no seal, because the footer with the seal comes last. Therefore, each line ends
with an additional member, `chain`. It is the SHA-256 over all bytes of the report up to the end of
this line, in the form of the finished report, in which lines have no member `chain`. If a line was
changed, moved, repeated or omitted, the chain does not match from that line on. Like the seal, a
chain is not a signature: anyone who knows this form can compute a new chain.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from samebits.reports.errors import ReportError

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

MEMBER = "chain"

_BEFORE, _AFTER = f',"{MEMBER}":"'.encode(), b'"}\n'
_LENGTH = len(_BEFORE) + hashlib.sha256().digest_size * 2 + len(_AFTER)


class Chain:
    """A digest of all lines of a report so far."""

    def __init__(self) -> None:
        self._lines = hashlib.sha256()

    @property
    def lines(self) -> Hash:
        """Return the hash of the lines so far, from which `lines.footer_line` computes the seal."""
        return self._lines.copy()

    def __eq__(self, other: object) -> bool:
        """Return whether both chains contain the same lines."""
        return isinstance(other, Chain) and self._lines.digest() == other._lines.digest()

    __hash__ = None  # type: ignore[assignment] # it grows

    def link(self, line: bytes) -> bytes:
        """Add the next line of the report, and return it in the form of a partial report."""
        self._lines.update(line)
        return line.removesuffix(b"}\n") + _BEFORE + self._lines.hexdigest().encode() + _AFTER

    def checked(self, row: bytes, where: str) -> bytes:
        """Add the next line of a partial report, and return it in the form of the report.

        Raises ReportError, which begins with `where`, if the line does not follow from the lines
        before it.
        """
        tail = row[-_LENGTH:]
        if not (tail.startswith(_BEFORE) and tail.endswith(_AFTER)):
            raise ReportError(
                f"{where}: does not end with a digest, as every line of a report does that is not "
                "finished: it was changed, or another version of samebits wrote it; the report "
                "cannot be resumed: run without --resume to begin anew"
            )
        line = row[:-_LENGTH] + b"}\n"
        if self.link(line) != row:
            raise ReportError(
                f"{where}: does not follow from the lines before it: this line, or one of them, "
                "was changed after it was written; the report cannot be resumed: put the file back "
                "as it was, or run without --resume to begin anew"
            )
        return line
