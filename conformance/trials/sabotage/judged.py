"""What became of a fault, and the lines of JSON in which a run of the harness keeps it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a fault: the case that caught it, after how many, or "" where none did.

    `calls` are those of the spoilt op and format that the judge made, `held` those in which the
    predicate held. `tried` and `again` say in how many runs with other seeds it was put again, and
    in how many of these it was caught; only survivors are. Where every case was put, `catching` has
    each kind of case that caught it, and `spent` the seconds by kind.
    """

    fault: str
    op_class: str
    within: bool
    level: str
    seed: str
    caught_by: str
    kind: str
    outcome: str
    cases: int
    calls: int
    held: int
    seconds: float
    tried: int = 0
    again: int = 0
    catching: Sequence[str] = field(default_factory=list)
    spent: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As one line of the results."""
        return asdict(self)


def read_results(path: Path) -> list[Judged]:
    """The results so far; a last line that was cut off is left out. Raises SamebitsError."""
    found = []
    lines = path.read_text().split("\n") if path.exists() else [""]
    for number, line in enumerate(lines[:-1], 1):
        try:
            found.append(Judged(**json.loads(line)))
        except (ValueError, TypeError) as error:
            raise SamebitsError(f"{path}, line {number}: no result of a fault: {error}") from None
    return found


def write_results(path: Path, results: Sequence[Judged]) -> None:
    """All results, one a line."""
    text = "".join(json.dumps(r.to_json()) + "\n" for r in results)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())
