"""The result for a fault, and the lines of JSON in which the harness stores results."""

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
    """The result for a fault: the case that caught it ("" for a survivor), and the number of cases.

    `calls` counts the calls of the faulty op and format, and `held` counts those for which the
    predicate was true. For survivors, `tried` is the number of runs with other seeds, and `again`
    is the number of these runs that caught the fault. If every case was run, `catching` has each
    kind of case that caught the fault, and `spent` has the seconds for each kind.
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
        """Return the result as an object to be written as one line of JSON."""
        return asdict(self)


def read_results(path: Path) -> list[Judged]:
    """Return the results so far. An incomplete last line is ignored.

    Raises SamebitsError if another line is not a result.
    """
    found = []
    lines = path.read_text().split("\n") if path.exists() else [""]
    for number, line in enumerate(lines[:-1], 1):
        try:
            found.append(Judged(**json.loads(line)))
        except (ValueError, TypeError) as error:
            raise SamebitsError(f"{path}, line {number}: no result of a fault: {error}") from None
    return found


def write_results(path: Path, results: Sequence[Judged]) -> None:
    """Write all results, one in each line."""
    text = "".join(json.dumps(r.to_json()) + "\n" for r in results)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())
