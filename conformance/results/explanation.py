"""Description of a failing result: wrong bits, kind of mistake, and the command to repeat it."""

from __future__ import annotations

from samebits.conformance.results.evidence import EVIDENCE
from samebits.conformance.results.records import CaseResult, Example

_SHOWN = 3


def explain_lines(result: CaseResult, shown: int = _SHOWN) -> list[str]:
    """Return lines with the reason, the first wrong elements, the diagnosis and the command."""
    lines = [f"{result.id}: {result.outcome}: {result.reason}"]
    lines += [f"    {_example_text(e)}" for e in result.examples[:shown]]
    if result.wrong > shown and len(result.examples) > shown:
        lines.append(f"    ... and {result.wrong - shown} more")
    if result.diagnosis:
        evidence = result.diagnosis.details.get(EVIDENCE)
        known = f" ({evidence})" if evidence else ""
        lines.append(f"    looks like: {result.diagnosis.text} [{result.diagnosis.name}]{known}")
    if result.repeat:
        lines.append(f"    see it again: {result.repeat}")
    return lines


def _example_text(example: Example) -> str:
    given = (
        f"operands {', '.join(example.inputs)}" if example.inputs else f"element {example.index}"
    )
    far = f" ({example.ulp} ulp)" if example.ulp is not None else ""
    wanted = example.wanted or "(digest only)"
    return f"{given}: wanted {wanted}, got {example.got}{far}"
