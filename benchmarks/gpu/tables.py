"""The tables of the page: rows of a section, times by kind of operands, and wrong estimates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from samebits.benchmarks.gpu import estimates
from samebits.benchmarks.gpu.figures import Ceilings, expected, rate, shown_estimate, verdict
from samebits.benchmarks.gpu.gpu_measuring import CUPY, OURS, TORCH
from samebits.benchmarks.gpu.operands import NORMAL

Line = Mapping[str, Any]

DEPENDS = 1.05
"""From this ratio to the time on normal numbers on, the kind of operands matters."""

SEEN = 0.005
"""Smaller relative differences from an estimate are 0 if rounded to whole per cent."""

_TITLES = (
    "work", "operands", "samebits", "rate", "share", "bound by", "PyTorch", "CuPy",
    "host us: samebits, PyTorch, CuPy", "estimate", "off by", "target",
)  # fmt: skip


def section(name: str, rows: Sequence[Line], ceilings: Ceilings) -> str:
    """Return a section of the page: heading, table, and the reasons why peers are missing."""
    lines = [
        f"## {name[0].upper()}{name[1:]}",
        "",
        _cells(_TITLES),
        "|---|---|" + "---:|" * (len(_TITLES) - 2),
        *(_cells(_row(row, ceilings)) for row in rows),
    ]
    reasons: dict[str, list[str]] = {}
    for row in rows:
        for peer, reason in row["missing"].items():
            reasons.setdefault(f"{peer}: {reason}", []).append(f"{row['op']} {row['format']}")
    notes = [
        f"- {text}" + ("" if len(ops) == len(rows) else f" ({', '.join(dict.fromkeys(ops))})")
        for text, ops in reasons.items()
    ]
    notes += [f"- {peer} is {library}" for peer, library in _libraries(rows)]
    if any(side["waits"] for row in rows for side in row["sides"].values()):
        notes.append("- host time with a *: the call waits for the device")
    return "\n".join([*lines, *([""] if notes else []), *notes])


def _row(row: Line, ceilings: Ceilings) -> tuple[str, ...]:
    given = ", ".join(f"{name}={_plain(value)}" for name, value in row["attributes"].items())
    layout = "" if row["layout"] == "contiguous" else row["layout"]
    bound, share = ceilings.bound(row), ceilings.share(row)
    guess = expected(row, ceilings)
    return (
        "; ".join(p for p in (f"{row['op']} {row['format']} {row['shape']}", given, layout) if p)
        + (f" ({row['remark']})" if row["remark"] else ""),
        row["operands"],
        shown_time(row["sides"][OURS]["seconds"]),
        rate(row),
        "" if share is None else f"{share:.2f}",
        "" if bound is None else bound[1],
        _peer(row, TORCH, ceilings),
        _peer(row, CUPY, ceilings),
        ", ".join(_host(row, side) for side in (OURS, TORCH, CUPY)),
        "" if guess is None else shown_estimate(guess[0]),
        "" if guess is None or guess[1] is None else _off(guess[0].missed_by(guess[1])),
        verdict(row),
    )


def _peer(row: Line, name: str, ceilings: Ceilings) -> str:
    """Return a peer's time and ratio as text.

    In 16-bit formats it includes the peer's share of the FFMA ceiling.
    """
    side = row["sides"].get(name)
    if side is None:
        return "-"
    text = f"{shown_time(side['seconds'])}, {side['ratio']:.2f}"
    text += f" ({side['low']:.2f} .. {side['high']:.2f})"
    share = ceilings.share(row, name)
    if row["flops"] and row["format"] != "f32" and share is not None:
        text += f", tensor cores, {share:.2f} of the ceiling"
    return text


def _host(row: Line, name: str) -> str:
    side = row["sides"].get(name)
    if side is None:
        return "-"
    return f"{1e6 * side['host_seconds']:.1f}" + ("*" if side["waits"] else "")


def _libraries(rows: Sequence[Line]) -> list[tuple[str, str]]:
    """Return the peers' libraries other than the peer, each with its ops."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        for name, side in row["sides"].items():
            if side["library"]:
                found.setdefault((name, side["library"]), []).append(row["op"])
    return [
        (name, f"{library} for {', '.join(dict.fromkeys(ops))}")
        for (name, library), ops in found.items()
    ]


def dependence(rows: Sequence[Line]) -> str:
    """Return a table of our times for each kind of operands, relative to normal numbers."""
    groups: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        if row["section"] == "kinds of operands":
            own = groups.setdefault((row["op"], row["shape"]), {})
            own[row["operands"]] = row["sides"][OURS]["seconds"]
    whole = {key: own for key, own in groups.items() if NORMAL in own and len(own) > 1}
    if not whole:
        return ""
    kinds = list(dict.fromkeys(kind for own in whole.values() for kind in own if kind != NORMAL))
    lines = [
        "## Times by kinds of operands",
        "",
        f"The time of samebits divided by its time on {NORMAL}.",
        "",
    ]
    lines += [_cells(["work", *kinds]), "|---|" + "---:|" * len(kinds)]
    found = []
    for (op, shape), own in whole.items():
        over = {kind: own[kind] / own[NORMAL] for kind in kinds if kind in own}
        shown = [f"{over[kind]:.2f}" if kind in over else "" for kind in kinds]
        lines.append(_cells([f"{op} {shape}", *shown]))
        found += [f"{op} on {k}" for k, v in over.items() if not 1 / DEPENDS < v < DEPENDS]
    said = f"Times that depend on the numbers by more than {100 * (DEPENDS - 1):.0f} %: "
    return "\n".join([*lines, "", said + (", ".join(found) or "none") + "."])


def differences(rows: Sequence[Line], ceilings: Ceilings) -> str:
    """Return a table of the rows whose result is outside of the estimate, the farthest first."""
    found = []
    count = 0
    for row in rows:
        guess = expected(row, ceilings)
        if guess is None or guess[1] is None:
            continue
        count += 1
        off = guess[0].missed_by(guess[1])
        if abs(off) >= SEEN:
            found.append((abs(off), row["name"], shown_estimate(guess[0]), _off(off)))
    head = f"## Compared with the estimates\n\nSource: {estimates.read()[0]}. "
    if not count:
        return head + "No row can be compared, because the estimated rows were not measured."
    said = f"{count - len(found)} of {count} rows are within their estimates."
    listed = [f"- {name}: {off} off {shown}" for _, name, shown, off in sorted(found, reverse=True)]
    return head + said + ("\n\n" + "\n".join(listed) if listed else "")


def shown_time(seconds: float) -> str:
    """Return a time as text, in milliseconds, or in microseconds below 1 ms."""
    return f"{1e3 * seconds:.4g} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.4g} us"


def _off(part: float) -> str:
    return f"{100 * part:+.0f} %" if abs(part) >= SEEN else "within"


def _plain(value: Any) -> str:
    return f"({', '.join(map(str, value))})" if isinstance(value, (list, tuple)) else str(value)


def _cells(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
