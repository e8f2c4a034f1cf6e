"""Bit patterns beside the numbers that they stand for, and the digits in which two differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.conformance.results.records import CaseResult
from samebits.spec.formats import FORMATS, Format, from_bits


def operand_formats(result: CaseResult) -> tuple[Format, ...]:
    """Formats that an operand of the case may have, read off its label (`f64_to_bf16`)."""
    return tuple(FORMATS[n] for n in result.label.partition("_to_")[0].split("_") if n in FORMATS)


def result_formats(result: CaseResult) -> tuple[Format, ...]:
    """Formats that a result of the case may have, read off its label."""
    source, _, target = result.label.partition("_to_")
    return tuple(FORMATS[n] for n in (target or source).split("_") if n in FORMATS)


def value_text(pattern: str, formats: Sequence[Format]) -> str:
    """The shortest decimal that names the value, or "" where the format is not certain."""
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
    """The number of the format that a pattern of its width stands for; None where it is none."""
    try:
        bits = int(pattern, 16)
    except ValueError:
        return None
    with np.errstate(all="ignore"):
        return from_bits(np.array([bits]), form.name)[0]


def differing(wanted: str, got: str) -> list[tuple[str, bool]]:
    """`got` in runs, each with whether its digits differ from those of `wanted`."""
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
