"""The chain of a partial report: no line of it can be changed before the run is resumed.

A partial report has no seal yet, since the footer that holds it comes last. Each of its lines has
therefore one member more, the last: `chain`, the SHA-256 over all bytes of the report up to and
including this line, as they will stand in the finished report, where no line has this member. A
line that was changed, moved, repeated or left out breaks the chain there and everywhere behind it.
Like the seal, a chain is no signature: whoever knows this form can make another one.
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
    """The lines of a report so far, as one digest."""

    def __init__(self) -> None:
        self._lines = hashlib.sha256()

    @property
    def lines(self) -> Hash:
        """SHA-256 over the lines so far, to be sealed by the footer (`lines.footer_line`)."""
        return self._lines.copy()

    def __eq__(self, other: object) -> bool:
        """Whether both have taken the same lines."""
        return isinstance(other, Chain) and self._lines.digest() == other._lines.digest()

    __hash__ = None  # type: ignore[assignment] # it grows

    def link(self, line: bytes) -> bytes:
        """The next line of the partial report, for the next line of the report."""
        self._lines.update(line)
        return line.removesuffix(b"}\n") + _BEFORE + self._lines.hexdigest().encode() + _AFTER

    def checked(self, row: bytes, where: str) -> bytes:
        """The next line of the report, for the next line of the partial one.

        Raises ReportError, beginning with `where`, for one that does not follow from those before.
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
