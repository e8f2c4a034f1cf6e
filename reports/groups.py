"""Group results by kind of mistake and by reason, and list the facts of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from samebits.conformance.judging.conclusion import Conclusion, conclude
from samebits.conformance.results.records import CaseResult, Outcome
from samebits.reports.facts import VerifiedReport
from samebits.reports.outcomes import BAD, LOOKS
from samebits.reports.seeds import seed_text
from samebits.reports.summary import law_of

OPS_NAMED = 5
"""How many ops are named for a kind of mistake. Further ops are only counted."""

_COUNTED_ULP = 1_000_000
"""The smallest distance, in ulp, for which only the order of magnitude is shown."""

KINDS_SHOWN = 8
"""How many kinds of mistakes are shown at first. Further kinds are folded or counted."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake, as the diagnosis names it, and the cases that show it."""

    name: str
    text: str
    confirmed: int
    results: tuple[CaseResult, ...]

    @property
    def ops(self) -> str:
        """Return the names of the ops with this mistake, the most frequent first.

        Ops after the first OPS_NAMED are only counted.
        """
        found = [op for op, _ in Counter(r.op for r in self.results).most_common()]
        more = f" and {len(found) - OPS_NAMED} more" if len(found) > OPS_NAMED else ""
        return ", ".join(found[:OPS_NAMED]) + more


@dataclass(frozen=True, slots=True)
class Silence:
    """Cases that neither pass nor fail for the same reason."""

    outcome: Outcome
    reason: str
    results: tuple[CaseResult, ...]

    @property
    def ops(self) -> tuple[str, ...]:
        """Return the sorted names `op/label` of the cases."""
        return tuple(sorted({f"{r.op}/{r.label}" for r in self.results}))


def mistakes(results: Iterable[CaseResult]) -> list[Mistake]:
    """Return the kinds of mistakes among bad cases, the most frequent first.

    `confirmed` counts the cases of those ops for which the whole run confirms the mistake.
    """
    found: dict[str, list[CaseResult]] = {}
    listed_results = list(results)
    about = conclude(listed_results)
    for result in listed_results:
        if result.outcome in BAD:
            found.setdefault(_mistake_name(result), []).append(result)
    listed = [
        Mistake(name, _text(group), _confirmed(name, group, about), tuple(group))
        for name, group in found.items()
    ]
    return sorted(listed, key=lambda m: (-len(m.results), m.name))


def kinds_line(found: Sequence[Mistake]) -> str:
    """Return one line with the most frequent kinds of mistakes and their counts, or ""."""
    if not found:
        return ""
    total = sum(len(mistake.results) for mistake in found)
    shown = [f"{len(m.results):,} {m.name}" for m in found[:KINDS_SHOWN]]
    rest = found[KINDS_SHOWN:]
    if rest:
        shown.append(f"{sum(len(m.results) for m in rest):,} of {len(rest)} rarer kinds")
    return f"of {total:,} failing case{'s' if total > 1 else ''}: {', '.join(shown)}"


def silences(results: Iterable[CaseResult]) -> list[Silence]:
    """Return all cases that neither pass nor are bad, grouped by outcome and reason."""
    found: dict[tuple[Outcome, str], list[CaseResult]] = {}
    for result in results:
        if result.outcome != "pass" and result.outcome not in BAD:
            found.setdefault((result.outcome, result.reason or "no reason given"), []).append(
                result
            )
    order = list(LOOKS)
    keys = sorted(found, key=lambda k: (order.index(k[0]), -len(found[k]), k[1]))
    return [Silence(outcome, reason, tuple(found[outcome, reason])) for outcome, reason in keys]


def conditions(report: VerifiedReport) -> list[tuple[str, str, str]]:
    """Return the condition of the device as rows (name, value at the start, value at the end).

    A value that is not known is "-".
    """
    before, after = report.header.condition, report.footer.condition
    names = dict.fromkeys((*before, *after))
    return [(name, before.get(name, "-"), after.get(name, "-")) for name in names]


def facts(report: VerifiedReport) -> list[tuple[str, str]]:
    """Return the facts of a run as pairs (name, value), in reading order."""
    header, footer = report.header, report.footer
    others = ", ".join(f"{name} ({why})" for name, why in header.left_out.items())
    return [
        ("Device", f"{report.name}: {header.device_description}"),
        ("Backend", f"{header.backend} {header.backend_version} (protocol {header.protocol})"),
        ("Profiles", ", ".join(header.profiles)),
        ("Level", header.level),
        *([("Only", report.filters)] if report.filters else []),
        *([("Shard", header.shard)] if header.shard else []),
        ("Cases", f"{footer.run} run of {footer.planned} planned"),
        ("Suite", f"samebits {header.suite_version}, spec {header.spec_version}"),
        ("Vectors", header.manifest_root),
        ("Time", f"{header.started} to {footer.finished}"),
        *([("Seed", seed_text(header))] if header.seed else []),
        *([("Not drawn", ", ".join(header.not_drawn))] if header.not_drawn else []),
        *([("Other devices", others)] if others else []),
        ("Command", header.command),
    ]


def elements_text(results: Iterable[CaseResult]) -> str:
    """Return a text such as `1,203 of 65,536 elements wrong, at most 2 ulp`.

    Returns "" if no element is wrong.
    """
    listed = list(results)
    wrong = sum(r.wrong for r in listed)
    if not wrong:
        return ""
    # 0 means that no distance is defined, as for NaN
    ulps = [r.max_ulp for r in listed if r.max_ulp]
    most = f", at most {ulp_text(max(ulps))} ulp" if ulps else ""
    return f"{wrong:,} of {sum(r.elements for r in listed):,} elements wrong{most}"


def ulp_text(ulp: int) -> str:
    """Return a distance for readers: `1,203`, but `1.7e+14` if only its magnitude is meaningful."""
    return f"{ulp:,}" if ulp < _COUNTED_ULP else f"{ulp:.1e}"


def _mistake_name(result: CaseResult) -> str:
    if result.diagnosis:
        return result.diagnosis.name
    if result.outcome != "fail":
        return result.outcome
    return f"law:{law_of(result)}" if result.kind == "law" else "unexplained"


def _text(group: Sequence[CaseResult]) -> str:
    """Return the text of the diagnosis. If there are several texts, return one as an example."""
    texts = {r.diagnosis.text if r.diagnosis else _unexplained(r): r.id for r in reversed(group)}
    first = group[0].diagnosis.text if group[0].diagnosis else _unexplained(group[0])
    return first if len(texts) == 1 else f"for example {texts[first]}: {first}"


def _confirmed(name: str, group: Sequence[CaseResult], about: Mapping[str, Conclusion]) -> int:
    sure = {op for op, found in about.items() if found.confirmed and found.name == name}
    return sum(r.op in sure for r in group)


def _unexplained(result: CaseResult) -> str:
    if result.outcome == "fail":
        return result.reason or "no hypothesis reproduces these bits"
    return LOOKS[result.outcome].meaning
