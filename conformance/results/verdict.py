"""The verdict on the results of a run: a pure function for the runner and `report verify`.

The word is one of four.

- PASS: everything planned ran, and no result speaks against the device.
- FAIL: a case is wrong, or the backend does not support it. FAIL outranks INCOMPLETE.
- INCOMPLETE: no result is wrong, but the judge could not run every case.
- INVALID: the results do not match the plan.

If a session declares that it lacks a feature, a law about that feature is not applicable: it does
not block a verdict, but the verdict names it. Unsupported ops that drawn cases leave out are
treated in the same way.

Real inputs are an extra set with a separate line. A real input that fails is a failure, and a real
input that could not be rebuilt here is only named. Training runs whose data are not in an installed
package are also only named, but without them their profile gets no claim.

A front end returns the bits of a call or refuses it. Cases that it does not support are named, and
only prevent a claim of their profile.

A claim `conforms to PROFILE@SPEC on BACKEND:DEVICE` needs a complete run at level full or above
without filters. No case of the profile may be failing, unsupported, waived or expected to fail. A
run of some formats makes a claim only for these formats, as in `core[f32]@0.1`: for the cases in
which every operand and result has one of the formats.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from samebits.conformance.results.records import (
    OUTCOMES,
    SPELLED,
    CaseResult,
    Header,
    Outcome,
    Word,
)
from samebits.spec.profiles import CLAIM_LEVELS

FAILURES: frozenset[Outcome] = frozenset({"fail", "error", "crash", "timeout", "xpass"})
"""Outcomes of a case that make the run fail."""

KNOWN_FAILURES: tuple[Outcome, ...] = ("waived", "xfail")
"""Outcomes of known failures. They do not fail the run, but their profile gets no claim."""

FRONT = "front"
"""The name of the backend whose devices are front ends, as a user spells it."""

_OF_PACKAGES = ("real", "trajectory")
"""Kinds of cases whose data may be missing here. Missing data are reported, but are not a gap."""

_NAMED = 4
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Verdict:
    """The word of a run, its claim or None, and the reasons, one per line."""

    word: Word
    claim: str | None
    lines: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Return whether the word is PASS. It decides the exit status of the run."""
        return self.word == "PASS"

    @property
    def text(self) -> str:
        """Return all lines as one text, for the footer of a report."""
        return "; ".join(self.lines)


def planned_digest(ids: Iterable[str]) -> str:
    """Return the SHA-256 of the sorted ids joined by newlines."""
    return hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()


def count(results: Iterable[CaseResult]) -> dict[str, int]:
    """Return the number of results of each outcome, in the order of OUTCOMES, including zeros."""
    found = Counter(result.outcome for result in results)
    return {outcome: found[outcome] for outcome in OUTCOMES}


def judge(header: Header, results: Sequence[CaseResult]) -> Verdict:
    """Return the verdict on a run; `results` are sorted by id."""
    invalid = _invalid(header, results)
    if invalid:
        return Verdict("INVALID", None, (f"invalid run: {invalid}",))
    answered = [r for r in results if not _may_refuse(header, r)]
    wrong = _by_profile(header, answered, _wrong)
    gaps = _by_profile(header, results, _gaps)
    if not any(r.outcome not in ("not_run", "not_applicable") for r in answered):
        gaps = gaps or {"": "nothing was put to the device"}
    word: Word = "FAIL" if wrong else "INCOMPLETE" if gaps else "PASS"
    free = [profile for profile in header.profiles if profile not in wrong]
    claim = None if gaps else _claim(header, results, free)
    lines = [
        _head(word, header, results, claim),
        *_listed(wrong),
        *_listed(gaps),
        *_void(header, results),
        *_refused(header, results),
        *_not_applicable(results),
        *_left_out(results),
        *_real(results),
        *_runs(results),
    ]
    return Verdict(word, claim, tuple(lines))


def spelled_of(header: Header) -> str:
    """Return the name of the backend as the user wrote it, which the judge itself recorded."""
    return header.environment.get(SPELLED, header.backend)


def subject_of(header: Header) -> str:
    """Return the name of the judged device for the printed verdict, such as `c:avx2`.

    The backend chooses its own name and the names of its devices. If the user named the backend
    differently, it is shown as `py:mine:backend, which calls itself c:avx2`. Characters that look
    like others (Cyrillic) or cannot be printed are shown as escapes.
    """
    spelled, own = spelled_of(header), f"{escaped(header.backend)}:{escaped(header.device)}"
    return own if spelled == header.backend else f"{escaped(spelled)}, which calls itself {own}"


def escaped(name: str) -> str:
    """Return a name in printable ASCII.

    Other characters and backslashes become Python escapes.
    """
    return name.encode("unicode_escape").decode("ascii")


def _may_refuse(header: Header, result: CaseResult) -> bool:
    """Return whether a front end refused the case, which is allowed."""
    return spelled_of(header).partition(":")[0] == FRONT and result.outcome == "unsupported"


def _invalid(header: Header, results: Sequence[CaseResult]) -> str:
    """Return the reason why the run proves nothing, or "".

    One condition is that the ids of the results equal the planned ids.
    """
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
    excused = [
        r.id
        for r in results
        if r.outcome == "not_applicable" and r.kind in ("vector", "real", "refused", "trajectory")
    ]
    if excused:
        return f"{excused[0]} has a wanted answer: it cannot be not applicable"
    return ""


def _by_profile(
    header: Header, results: Sequence[CaseResult], say: Callable[[Sequence[CaseResult]], str]
) -> dict[str, str]:
    """Return the texts of `say` by profile, without empty texts."""
    said = {p: say([r for r in results if r.profile == p]) for p in header.profiles}
    return {profile: text for profile, text in said.items() if text}


def _wrong(results: Sequence[CaseResult]) -> str:
    """Return the failures of a profile in words, or "" without failures."""
    parts = []
    for outcome in OUTCOMES:
        bad = [r for r in results if r.outcome == outcome and outcome in FAILURES]
        if bad:
            parts.append(f"{len(bad)} {outcome} ({_names(r.op for r in bad)})")
    missing = [r for r in results if r.outcome == "unsupported"]
    if missing:
        parts.append(f"{len(missing)} unsupported ({_missing(missing)})")
    return ", ".join(parts)


def _gaps(results: Sequence[CaseResult]) -> str:
    """Return the cases that the judge could not run, in words, or "".

    Missing data of real inputs and of training runs do not count.
    """
    silent = [r for r in results if r.outcome == "not_run" and r.kind not in _OF_PACKAGES]
    return f"{len(silent)} not run ({_names(r.reason or r.id for r in silent)})" if silent else ""


def _head(word: Word, header: Header, results: Sequence[CaseResult], claim: str | None) -> str:
    """Return the first line: the number of passing cases, the device, and the consequence."""
    asked = [r for r in results if r.kind != "real" and r.outcome != "not_applicable"]
    asked = [r for r in asked if r.kind not in _OF_PACKAGES or r.outcome != "not_run"]
    passed = f"{count(asked)['pass']} of {len(asked)} cases pass"
    on = subject_of(header)
    if word == "FAIL":
        return f"does not conform: {passed} on {on}" + (f", still {claim}" if claim else "")
    if word == "INCOMPLETE":
        return f"incomplete, so nothing is claimed: {passed} on {on}"
    if claim:
        return f"{claim}: {passed}"
    return f"{passed} on {on} at level {header.level}, {_no_claim(header, results)}"


def _listed(found: Mapping[str, str]) -> list[str]:
    return [f"{profile}: {text}" if profile else text for profile, text in found.items()]


def _claim(header: Header, results: Sequence[CaseResult], free: Sequence[str]) -> str | None:
    """Return the claim for the profiles of `free` that earn a claim, or None."""
    if _no_claim(header, results, per_run=True):
        return None
    void = {r.profile for r in results if r.outcome in KNOWN_FAILURES}
    void |= {r.profile for r in results if r.kind == "trajectory" and r.outcome == "not_run"}
    void |= {r.profile for r in results if _may_refuse(header, r)}
    golden = {r.profile for r in results if r.kind == "vector"}
    earned = [p for p in free if p in golden and p not in void]
    if not earned:
        return None
    formats = ",".join(header.filters.get("format", ()))
    of = f"[{formats}]" if formats else ""
    named = ", ".join(f"{p}{of}@{header.spec_version}" for p in earned)
    text = f"conforms to {named} on {subject_of(header)}"
    return text + (f" ({header.device_description})" if header.device_description else "")


def _no_claim(header: Header, results: Sequence[CaseResult], *, per_run: bool = False) -> str:
    """Return the reason why the run yields no claim, or ""."""
    if header.level not in CLAIM_LEVELS:
        return f"no claim below {CLAIM_LEVELS[0]}"
    parts = {k: v for k, v in header.filters.items() if k != "format"}
    if parts:
        chosen = ", ".join(f"{k}={'|'.join(v)}" for k, v in parts.items())
        return f"no claim with filters ({_short(chosen)})"
    if header.shard:
        return f"no claim from shard {header.shard} alone"
    if not per_run and any(r.outcome in KNOWN_FAILURES for r in results):
        return "no claim with known failures"
    if not per_run and any(_may_refuse(header, r) for r in results):
        return "no claim with refused cases"
    return "" if per_run else "no claim without golden cases"


def _void(header: Header, results: Sequence[CaseResult]) -> list[str]:
    """Return lines about the known failures of each profile, which void its claim."""
    said = []
    for profile in header.profiles:
        for outcome in KNOWN_FAILURES:
            held = [r.id for r in results if r.outcome == outcome and r.profile == profile]
            if held:
                said.append(
                    f"{profile}: {len(held)} {outcome} ({_names(held)}), which voids the claim"
                )
    return said


def _refused(header: Header, results: Sequence[CaseResult]) -> list[str]:
    """Return one line for each profile about the cases that a front end refuses."""
    refused = [r for r in results if _may_refuse(header, r)]
    of_each = {p: [r for r in refused if r.profile == p] for p in header.profiles}
    return [
        f"{profile}: {_number(mine, 'case')} refused by the front end ({_missing(mine)})"
        for profile, mine in of_each.items()
        if mine
    ]


def _missing(results: Sequence[CaseResult]) -> str:
    """Return the ops and labels of the results, in words."""
    return _names(f"{r.op} {r.label}" for r in results)


def _not_applicable(results: Sequence[CaseResult]) -> list[str]:
    """Return one line for each law that is not applicable, with the reasons."""
    laws: dict[str, list[str]] = {}
    for result in results:
        if result.outcome == "not_applicable":
            name = "/".join(result.id.split("/")[:2])
            laws.setdefault(name, []).append(result.reason or "no reason given")
    return [
        f"{_number(reasons, 'law')} not applicable ({name}): {_names(reasons, 1)}"
        for name, reasons in laws.items()
    ]


def _left_out(results: Sequence[CaseResult]) -> list[str]:
    """Return a line about the unsupported ops whose calls the drawn cases left out."""
    cases = [result for result in results if result.left_out]
    partners = sorted({name for result in cases for name in result.left_out})
    if not partners:
        return []
    return [
        f"{_number(partners, 'partner')} not supported and left out of "
        f"{_number(cases, 'drawn case')}: {_names(partners)}"
    ]


def _real(results: Sequence[CaseResult]) -> list[str]:
    """Return lines about the real inputs: the number that pass, and why others are missing."""
    real = [r for r in results if r.kind == "real"]
    silent = [r for r in real if r.outcome == "not_run"]
    ran = len(real) - len(silent)
    said = [f"real inputs: {count(real)['pass']} of {ran} pass"] if ran else []
    if silent:
        why = _names((r.reason or r.id for r in silent), 2)
        were = "was" if len(silent) == 1 else "were"
        said.append(f"{_number(silent, 'real input')} {were} not run: {why}")
    return said


def _runs(results: Sequence[CaseResult]) -> list[str]:
    """Return a line about the training runs whose data are not in an installed package."""
    silent = [r for r in results if r.kind == "trajectory" and r.outcome == "not_run"]
    if not silent:
        return []
    why = _names((r.reason or r.id for r in silent), 2)
    were = "was" if len(silent) == 1 else "were"
    return [f"{_number(silent, 'training run')} {were} not run: {why}"]


def _number(items: Sequence[object], what: str) -> str:
    return f"{len(items)} {what}" + ("" if len(items) == 1 else "s")


def _names(items: Iterable[str], most: int = _NAMED) -> str:
    """Return the first few distinct names in order, and the number of the remaining names."""
    listed = list(dict.fromkeys(items))
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(map(_short, listed[:most])) + more


def _short(text: str) -> str:
    """Return a text of the backend or the user, cut if it is long."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
