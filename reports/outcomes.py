"""The display of outcomes: a word, a symbol and a tone, so that readers need not rely on colour.

`samebits.conformance.results.records.Outcome` declares the outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from samebits.conformance.results.records import Outcome
from samebits.conformance.results.verdict import FAILURES

Tone = Literal["good", "bad", "warn", "mute"]
"""good: as required. bad: contradicts conformance. warn: known and declared. mute: not judged."""


@dataclass(frozen=True, slots=True)
class Look:
    """The display of one outcome."""

    symbol: str
    tone: Tone
    word: str
    meaning: str


LOOKS: Mapping[Outcome, Look] = MappingProxyType(
    {
        "fail": Look("✗", "bad", "fail", "at least one bit differs from the wanted ones"),
        "error": Look("!", "bad", "error", "the backend raised an error instead of answering"),
        "crash": Look("✖", "bad", "crash", "the process that ran the case died"),
        "timeout": Look("…", "bad", "timeout", "no answer within the deadline"),
        "xpass": Look("⊕", "bad", "unexpected pass", "declared to fail, but passes: drop it"),
        "waived": Look("≈", "warn", "waived", "fails, and a listed waiver says why"),
        "xfail": Look("⊘", "warn", "expected failure", "fails as the backend declares"),
        "unsupported": Look("–", "mute", "unsupported", "the backend says it cannot run the call"),
        "not_run": Look("○", "mute", "not run", "the judge could not run it here; no pass"),
        "not_applicable": Look(
            "∅", "mute", "not applicable", "a law about what the session declares that it lacks"
        ),
        "pass": Look("✓", "good", "pass", "every bit is as wanted"),
    }
)
"""All outcomes, the most severe first. Counts are listed in this order."""

BAD = FAILURES
"""Outcomes that are shown in full, case by case. They are the outcomes of tone `bad`."""
