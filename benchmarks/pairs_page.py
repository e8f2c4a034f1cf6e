"""The page of suites that compare pairs: every pair with its ratio and what was aimed at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from samebits.benchmarks.measure import rate


def page(
    records: Sequence[Mapping[str, Any]],
    facts: Mapping[str, str],
    tried: Mapping[str, str] | None = None,
) -> str:
    """Markdown from the records of `python -m samebits.benchmarks` and facts of the session.

    `tried` says of ops, with whose names records begin, what was tried where a target is missed.
    """
    aimed = [r for r in records if r["least"] is not None]
    met = sum(r["ratio"] >= r["least"] for r in aimed)
    suites = ", ".join(dict.fromkeys(str(r["suite"]) for r in records))
    lines = [
        f"# Speed against PyTorch: {suites}",
        "",
        "Made by `python -m samebits.benchmarks SUITE --markdown FILE`. The ratio is PyTorch's",
        "time over ours, the median of runs that took turns: above 1, samebits is faster.",
        "",
        *(f"- {name}: {value}" for name, value in facts.items()),
        "",
        f"{met} of {len(aimed)} ratios that have a target meet it.",
        "",
        "| work | threads | samebits | PyTorch | ratio | quartiles | target |",
        "|---|---:|---:|---:|---:|---:|---:|",
        *(_row(r) for r in records),
    ]
    missed = {str(r["name"]).split()[0] for r in aimed if r["ratio"] < r["least"]}
    told = [f"- {op}: {tried[op]}" for op in sorted(missed) if tried and tried.get(op)]
    if told:
        lines += ["", "## What was tried where a target is missed", "", *told]
    return "\n".join(lines) + "\n"


def _row(r: Mapping[str, Any]) -> str:
    least = r["least"]
    aim = "" if least is None else f"{least:.2f}" + (" missed" if r["ratio"] < least else "")
    cells = (
        r["name"],
        str(r["threads"]),
        rate(r["work"] / r["ours_seconds"], r["unit"]),
        rate(r["work"] / r["peer_seconds"], r["unit"]),
        f"{r['ratio']:.2f}",
        f"{r['low']:.2f} .. {r['high']:.2f}",
        aim,
    )
    return "| " + " | ".join(cells) + " |"
