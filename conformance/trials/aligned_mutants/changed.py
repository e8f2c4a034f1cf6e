"""Changed versions of clause T11, made from its files by program, and by hand for each rule.

The files are the oracle (integers), the NumPy route (binary64) and the declaration of the widths.
The program changes each of their constants, comparisons, signs, conditions and results, one at a
time. Some parts of a rule are not a single expression. For them, FAULTS lists changes of the oracle
that were written by hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from samebits.conformance.trials.judge_mutants import operators
from samebits.spec.families.aligned import aligned_signatures

ROOT = Path(__file__).resolve().parents[3]
ORACLE, ROUTE, WIDTHS = (
    "oracles/aligned.py",
    "oracles/numpy_route/aligned_route.py",
    "spec/families/aligned.py",
)
TEXTS = (ORACLE, ROUTE, WIDTHS)

FAULTS = Path(__file__).with_name("faults.toml")
"""A file of hand-written changes to parts of a rule that are not a single expression."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One change.

    `path` is the file that is changed, `text` is the whole text of that file after the change,
    `rule` is the rule that FAULTS names or "", and `told` describes the change.
    """

    path: str
    text: str
    rule: str
    told: str


def text_of(path: str) -> str:
    """Return the text of an unchanged file."""
    return (ROOT / path).read_text(encoding="utf-8")


def by_program(path: str) -> Iterator[Changed]:
    """Yield a change for every expression of a file.

    In the file that declares the widths, only expressions that define widths and formats are
    changed.
    """
    text = text_of(path)
    shapes = text.index("_PLAIN") if path == WIDTHS else len(text)
    for m in operators.mutants(path, text):
        if m.start > shapes and m.function != aligned_signatures.__name__:
            continue
        place = f"{m.function}, {m.operator}"
        yield Changed(path, m.apply(text), "", f"{place}: `{_short(m.was)}` is `{_short(m.put)}`")


def by_rule() -> Iterator[Changed]:
    """Yield each change of the oracle that FAULTS lists.

    Raises ValueError if the text to be replaced is not in the oracle.
    """
    text = text_of(ORACLE)
    for fault in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]:
        changed = text
        for was, put in ((fault["was"], fault["put"]), fault.get("also", ("", ""))):
            if was not in text:
                raise ValueError(
                    f"{ORACLE} has no text {was!r}; rewrite the fault {fault['told']!r}"
                )
            changed = changed.replace(was, put) if was else changed
        yield Changed(ORACLE, changed, fault["rule"], fault["told"])


def every() -> Iterator[Changed]:
    """Yield all changes: first those made by program for each file, then hand-written changes."""
    for path in TEXTS:
        yield from by_program(path)
    yield from by_rule()


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."
