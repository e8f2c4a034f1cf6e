"""Reports of schema 1: the rules by which their footers were computed.

These reports are never changed, and must remain readable. Two rules were different: a verdict was
not blocked by laws that were not run for any reason, nor by waivers. `samebits report verify`
checks the footer with this module. It then gives the verdict by the present rules, as for every
report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from samebits.conformance.results.records import OUTCOMES, CaseResult, Header, Outcome
from samebits.conformance.results.verdict import FAILURES, planned_digest
from samebits.spec.profiles import CLAIM_LEVELS

VERSION = 1

OUTCOMES_THEN: tuple[Outcome, ...] = tuple(o for o in OUTCOMES if o != "not_applicable")
"""The outcomes that a report of schema 1 may contain."""

_NAMED = 6


def count(results: Iterable[CaseResult]) -> dict[str, int]:
    """Return the number of results for each outcome of schema 1, including zeros."""
    found = Counter(result.outcome for result in results)
    return {outcome: found[outcome] for outcome in OUTCOMES_THEN}


def judge(header: Header, results: Sequence[CaseResult]) -> tuple[str, str | None]:
    """Return the text of the verdict and the claim that the footer of a report must state."""
    invalid = _invalid(header, results)
    if invalid:
        return f"invalid run: {invalid}", None
    blocked = {p: _blocked(p, results) for p in header.profiles}
    problems = [f"{p}: {text}" for p, text in blocked.items() if text]
    claim = _claim(header, results, [p for p, text in blocked.items() if not text])
    on = f"{header.backend}:{header.device}"
    passed = f"{count(results)['pass']} of {header.planned} cases"
    if problems:
        head = f"does not conform: {on} passes {passed}; " + "; ".join(problems)
        head += f"; still {claim}" if claim else ""
    elif claim:
        head = f"{claim}: passes {passed}"
    else:
        head = f"passes at level {header.level}: {passed} on {on}, {_no_claim(header, results)}"
    return "; ".join([head, *_notes(results)]), claim


def _invalid(header: Header, results: Sequence[CaseResult]) -> str:
    ids = [result.id for result in results]
    if header.planned == 0:
        return "no case was planned"
    if len(set(ids)) != len(ids):
        twice = next(i for i, n in Counter(ids).items() if n > 1)
        return f"{twice} has more than one result"
    if len(ids) != header.planned:
        return f"{header.planned} cases were planned, {len(ids)} have a result"
    if planned_digest(ids) != header.planned_digest:
        return "the cases with a result are not the planned ones"
    strangers = sorted({r.profile for r in results} - set(header.profiles))
    if strangers:
        return f"results of profile {strangers[0]}, which the header does not name"
    return ""


def _blocked(profile: str, results: Sequence[CaseResult]) -> str:
    mine = [r for r in results if r.profile == profile]
    parts = []
    for outcome in OUTCOMES_THEN:
        bad = [r for r in mine if r.outcome == outcome and outcome in FAILURES]
        if bad:
            parts.append(f"{len(bad)} {outcome} ({_names(r.op for r in bad)})")
    missing = [r for r in mine if r.outcome == "unsupported"]
    if missing:
        named = _names(f"{r.op} {r.label}" for r in missing)
        parts.append(f"{len(missing)} unsupported ({named})")
    silent = [r for r in mine if r.outcome == "not_run" and r.kind == "vector"]
    if silent:
        parts.append(f"{len(silent)} golden not_run ({_names(r.reason or r.id for r in silent)})")
    return ", ".join(parts)


def _claim(header: Header, results: Sequence[CaseResult], free: Sequence[str]) -> str | None:
    if _no_claim(header, results, per_run=True):
        return None
    held = {r.profile for r in results if r.outcome == "xfail"}
    golden = {r.profile for r in results if r.kind == "vector"}
    earned = [p for p in free if p not in held and p in golden]
    if not earned:
        return None
    formats = ",".join(header.filters.get("format", ()))
    of = f"[{formats}]" if formats else ""
    named = ", ".join(f"{p}{of}@{header.spec_version}" for p in earned)
    text = f"conforms to {named} on {header.backend}:{header.device}"
    if header.device_description:
        text += f" ({header.device_description})"
    waived = [r.id for r in results if r.outcome == "waived" and r.profile in earned]
    return text + (f" except {len(waived)} waived ({_names(waived)})" if waived else "")


def _no_claim(header: Header, results: Sequence[CaseResult], *, per_run: bool = False) -> str:
    if header.level not in CLAIM_LEVELS:
        return f"no claim below {CLAIM_LEVELS[0]}"
    parts = {k: v for k, v in header.filters.items() if k != "format"}
    if parts:
        chosen = ", ".join(f"{k}={'|'.join(v)}" for k, v in parts.items())
        return f"no claim with filters ({chosen})"
    if header.shard:
        return f"no claim from shard {header.shard} alone"
    if not per_run and any(r.outcome == "xfail" for r in results):
        return "no claim with expected failures"
    return "" if per_run else "no claim without golden cases"


def _notes(results: Sequence[CaseResult]) -> list[str]:
    notes = []
    for outcome in ("waived", "xfail"):
        held = [r for r in results if r.outcome == outcome]
        if held:
            notes.append(f"{len(held)} {outcome} ({_names(r.id for r in held)})")
    for kind, word in (("real", "real inputs"), ("law", "laws")):
        silent = [r for r in results if r.outcome == "not_run" and r.kind == kind]
        if silent:
            notes.append(f"{len(silent)} {word} not_run ({_names(r.reason for r in silent)})")
    return notes


def _names(items: Iterable[str]) -> str:
    listed = list(dict.fromkeys(items))
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    return ", ".join(listed[:_NAMED]) + more
