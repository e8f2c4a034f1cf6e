"""From results to a verdict: a pure function, used by the runner and by `samebits report verify`.

A claim `conforms to PROFILE@SPEC on BACKEND:DEVICE` needs level full or above, nothing filtered
out, every planned case run, and no case of the profile failing, unsupported or expected to fail; a
listed waiver stays named inside the claim. A run of some formats only claims for these, as in
`core[f32]@0.1`: the cases in which every operand and result has one of them. Inputs `real` and laws
that could not be put (not_run) block nothing and are named in the text.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from samebits.conformance.records import OUTCOMES, CaseResult, Header, Outcome
from samebits.spec.profiles import CLAIM_LEVELS

FAILURES: frozenset[Outcome] = frozenset({"fail", "error", "crash", "timeout", "xpass"})
"""Outcomes that make a run not ok wherever they occur."""

_NAMED = 6


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ok` decides the exit status; `claim` is the sentence that may be published, or None."""

    ok: bool
    claim: str | None
    text: str


def planned_digest(ids: Iterable[str]) -> str:
    """SHA-256 of the sorted ids joined by newlines."""
    return hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()


def count(results: Iterable[CaseResult]) -> dict[str, int]:
    """How many results have each outcome, in the order of OUTCOMES, zeros included."""
    found = Counter(result.outcome for result in results)
    return {outcome: found[outcome] for outcome in OUTCOMES}


def judge(header: Header, results: Sequence[CaseResult]) -> Verdict:
    """The verdict on a run."""
    invalid = _invalid(header, results)
    if invalid:
        return Verdict(False, None, f"invalid run: {invalid}")
    blocked = {p: _blocked(p, results) for p in header.profiles}
    problems = [f"{p}: {text}" for p, text in blocked.items() if text]
    claim = _claim(header, results, [p for p, text in blocked.items() if not text])
    notes = _notes(results)
    on = f"{header.backend}:{header.device}"
    passed = f"{count(results)['pass']} of {header.planned} cases"
    if problems:
        head = f"does not conform: {on} passes {passed}; " + "; ".join(problems)
        head += f"; still {claim}" if claim else ""
    elif claim:
        head = f"{claim}: passes {passed}"
    else:
        head = f"passes at level {header.level}: {passed} on {on}, {_no_claim(header, results)}"
    return Verdict(not problems, claim, "; ".join([head, *notes]))


def _invalid(header: Header, results: Sequence[CaseResult]) -> str:
    """Why the run proves nothing, or an empty text. Run must equal planned, id by id."""
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
    """What speaks against one profile, or an empty text."""
    mine = [r for r in results if r.profile == profile]
    parts = []
    for outcome in OUTCOMES:
        if outcome not in FAILURES:
            continue
        bad = [r for r in mine if r.outcome == outcome]
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
    """The claim for the profiles that nothing blocks, or None."""
    if _no_claim(header, results, per_run=True):
        return None
    held = [r for r in results if r.outcome == "xfail"]
    earned = [p for p in free if not any(r.profile == p for r in held) and _has_golden(p, results)]
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
    """Why the run yields no claim, or an empty text."""
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


def _has_golden(profile: str, results: Sequence[CaseResult]) -> bool:
    return any(r.profile == profile and r.kind == "vector" for r in results)


def _notes(results: Sequence[CaseResult]) -> list[str]:
    """What a reader must not miss although it blocks nothing."""
    notes = []
    for outcome in ("waived", "xfail"):
        held = [r for r in results if r.outcome == outcome]
        if held:
            notes.append(f"{len(held)} {outcome} ({_names(r.id for r in held)})")
    for kind, word in (("real", "real inputs"), ("law", "laws"), ("drawn", "drawn questions")):
        silent = [r for r in results if r.outcome == "not_run" and r.kind == kind]
        if silent:
            notes.append(f"{len(silent)} {word} not_run ({_names(r.reason for r in silent)})")
    return notes


def _names(items: Iterable[str]) -> str:
    """Distinct names in order, the first few and how many more."""
    listed = list(dict.fromkeys(items))
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    return ", ".join(listed[:_NAMED]) + more
