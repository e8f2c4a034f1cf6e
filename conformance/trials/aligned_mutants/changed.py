"""Clause T11 with one thing changed: by program in each of its texts, and rule by rule.

Its texts are the oracle (integers), NumPy's route (binary64), and the declaration of the widths. By
program every constant, comparison, sign, condition and result in them is changed, one at a time.
What a rule says and no single expression does is changed as FAULTS lists it, in the oracle.
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
"""What a rule says and no single expression does, changed; see there."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One change: the file, its whole text with it, the rule, and what is told of it."""

    path: str
    text: str
    rule: str
    told: str


def text_of(path: str) -> str:
    """The text of a file as it is."""
    return (ROOT / path).read_text(encoding="utf-8")


def by_program(path: str) -> Iterator[Changed]:
    """Every expression of a file changed; of the declaration, what says widths and formats."""
    text = text_of(path)
    shapes = text.index("_PLAIN") if path == WIDTHS else len(text)
    for m in operators.mutants(path, text):
        if m.start > shapes and m.function != aligned_signatures.__name__:
            continue
        place = f"{m.function}, {m.operator}"
        yield Changed(path, m.apply(text), "", f"{place}: `{_short(m.was)}` is `{_short(m.put)}`")


def by_rule() -> Iterator[Changed]:
    """The oracle, changed as FAULTS says. Raises ValueError where the text does not stand there."""
    text = text_of(ORACLE)
    for fault in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]:
        changed = text
        for was, put in ((fault["was"], fault["put"]), fault.get("also", ("", ""))):
            if was not in text:
                raise ValueError(f"{ORACLE} has no {was!r}; write the fault {fault['told']!r} anew")
            changed = changed.replace(was, put) if was else changed
        yield Changed(ORACLE, changed, fault["rule"], fault["told"])


def every() -> Iterator[Changed]:
    """All changes: of each text by program, then rule by rule."""
    for path in TEXTS:
        yield from by_program(path)
    yield from by_rule()


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."
