"""Show bit patterns as text: their decimal values, and the digits in which two patterns differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.conformance.results.records import CaseResult
from samebits.spec.formats import FORMATS, Format, from_bits


def operand_formats(result: CaseResult) -> tuple[Format, ...]:
    """Return the formats that an operand may have, by the case's label (`f64_to_bf16`)."""
    return tuple(FORMATS[n] for n in result.label.partition("_to_")[0].split("_") if n in FORMATS)


def result_formats(result: CaseResult) -> tuple[Format, ...]:
    """Return the formats that a result may have, by the case's label."""
    source, _, target = result.label.partition("_to_")
    return tuple(FORMATS[n] for n in (target or source).split("_") if n in FORMATS)


def value_text(pattern: str, formats: Sequence[Format]) -> str:
    """Return the shortest decimal text of the value, or "" if the format is ambiguous."""
    fitting = [f for f in formats if f.bits // 4 == len(pattern)]
    if len(fitting) != 1:
        return ""
    (form,) = fitting
    value = number_of(pattern, form)
    if value is None:
        return ""
    if not form.is_float:
        return str(int(value))
    text = str(value)
    return text.replace("inf", "∞") if "inf" in text else text


def number_of(pattern: str, form: Format) -> Any:
    """Return the number that a bit pattern represents; None if the pattern is invalid."""
    try:
        bits = int(pattern, 16)
    except ValueError:
        return None
    with np.errstate(all="ignore"):
        return from_bits(np.array([bits]), form.name)[0]


def differing(wanted: str, got: str) -> list[tuple[str, bool]]:
    """Split `got` into runs of digits, each with a flag: whether it differs from `wanted`."""
    if len(wanted) != len(got):
        return [(got, True)]
    runs: list[tuple[str, bool]] = []
    for ours, theirs in zip(wanted, got, strict=True):
        differs = ours != theirs
        if runs and runs[-1][1] == differs:
            runs[-1] = (runs[-1][0] + theirs, differs)
        else:
            runs.append((theirs, differs))
    return runs
