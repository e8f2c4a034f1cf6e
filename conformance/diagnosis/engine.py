"""Search for the hypothesis that reproduces the wrong bits of a failing case.

There is always an answer: a case without an explanation is named `unexplained`, with numbers that
help. A hypothesis that would make a right element wrong explains no part of the case, even if it
reproduces wrong bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from samebits.backends.protocol import Array, Session
from samebits.common.errors import SamebitsError
from samebits.conformance import budget
from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.hypotheses.accuracy_hypotheses import ulp_distance
from samebits.conformance.diagnosis.information import evidence_bits
from samebits.conformance.diagnosis.recompute import recompute
from samebits.conformance.diagnosis.registry import REGISTRY, VIEWS, Entry
from samebits.conformance.diagnosis.wrong_elements import Evidence, gather, terms_per_output
from samebits.conformance.results.evidence import (
    ALL,
    CONTRADICTED,
    EVIDENCE,
    GIVEN_UP,
    NEEDED,
    REPRODUCES,
    RIVALS,
    SEEN,
    bits_text,
)
from samebits.conformance.results.records import Diagnosis
from samebits.conformance.reveal.layout import PRODUCTS, REDUCTIONS
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

ENOUGH = {"given": 0.8, "rows": 0.5, "broad": 0.8}
"""The least share of the wrong elements that a named hypothesis must reproduce, by view.

On random sums two different trees may have equal bits by chance, so the view `broad` requires a
larger share than `rows`.
"""

FEW_TERMS = 16
"""With at most this many terms, many orders of additions give equal bits, so all are tried."""

MOST_RIVALS = 4
"""The largest number of other equally good hypotheses that are named."""

MOST_PARTS = 2
"""The largest number of mistakes that are named for one case; facts are not counted."""


def diagnose(
    session: Session | None,
    call: Call,
    inputs: Sequence[Array],
    wanted_bits: Sequence[Array] | None,
    got: Sequence[Array],
) -> Diagnosis | None:
    """Name the mistake that caused wrong results, or return None if every bit is right.

    `wanted_bits` has one array of unsigned integers per output. If it is None (only digests are
    known), the right bits are recomputed. `session` may be used to run calls on other data. If it
    is None, the hypotheses that need it are left out.
    """
    if wanted_bits is None:
        try:
            wanted_bits = recompute(call, inputs)
        except SamebitsError as error:
            text = f"the digests differ; wanted bits were not recomputed: {error}"
            return Diagnosis("unexplained", text, False)
    evidence = gather(session, call, inputs, wanted_bits, got)
    if evidence is None:
        return None
    with budget.started() as seconds:
        search = _Search(seconds)
        parts = list(search.parts(evidence))
    return _compose(parts, search) if parts else _unexplained(evidence, search)


@dataclass(frozen=True, slots=True)
class _Part:
    """An explanation and the share of all wrong elements that it accounts for."""

    explanation: Explanation
    weight: float


@dataclass(slots=True)
class _Search:
    """The search for explanations of one case, within a limit of `seconds` (0: no limit).

    `tried` names the families that were tried. `against` is a hypothesis that right elements
    contradict: among these, the one that reproduces most wrong elements. It is reported, but
    explains no elements.
    """

    seconds: float
    tried: list[str] = field(default_factory=list)
    against: Explanation | None = None
    given_up: bool = False

    def parts(self, evidence: Evidence) -> Iterator[_Part]:
        """Yield explanations that together account for the wrong elements: facts, then models."""
        rest, left = evidence, 1.0
        for entry in REGISTRY:
            if entry.kind == "fact" and rest.wrong.any() and entry.concerns(rest):
                for fact in self._ask(entry, rest):
                    yield _Part(fact, left * fact.share)
                    left *= 1 - fact.share
                    rest = rest.without(fact.holds)
                    break
        names: set[str] = set()
        for _ in range(MOST_PARTS):
            found = self._model(rest) if rest.wrong.any() and not self.given_up else None
            if found is None or found.name in names:
                return
            names.add(found.name)
            yield _Part(found, left * found.share)
            left *= 1 - found.share
            rest = found.evidence.without(found.holds)

    def _model(self, evidence: Evidence) -> Explanation | None:
        """Return the best explanation, or None if there is no explanation.

        The best is the first exact explanation, else the one with the largest share, else a
        statement. An explanation that right elements contradict is never returned.
        """
        partial: list[Explanation] = []
        statements: list[Explanation] = []
        views = {"given": evidence}
        for entry in REGISTRY:
            covered = bool(partial) or any(s.settles for s in statements)
            if entry.kind == "fact" or (entry.kind == "fallback" and covered):
                continue
            if self.given_up or not entry.concerns(evidence):
                continue
            for explanation in self._ask(entry, evidence, views):
                if not explanation.confirmable:
                    statements.append(explanation)
                elif explanation.is_exact:
                    rivals = self._rivals(explanation, entry, views)
                    return replace(explanation, rivals=rivals)
                elif explanation.contradicted:
                    self._contradict(explanation)
                elif explanation.share >= ENOUGH[entry.view]:
                    partial += [explanation] if evidence_bits(explanation) >= NEEDED else []
        if partial:
            return max(partial, key=lambda e: e.share)
        return statements[0] if statements else None

    def _contradict(self, found: Explanation) -> None:
        before = self.against
        better = before is None or found.share > before.share
        if better and found.share >= min(ENOUGH.values()):
            self.against = found

    def _rivals(
        self, found: Explanation, own: Entry, views: dict[str, Evidence]
    ) -> tuple[str, ...]:
        """Return the names of other hypotheses that are also exact.

        They are from the same family; if the sum has few terms, also from all later families. Other
        cases of the op may distinguish hypotheses that both fit this case (`conclusion`). Pairs of
        nodes of a graph are not tried, because there are too many pairs.
        """
        if own.view == "rows":
            return ()
        entries = [own]
        if found.evidence.call.op in (*REDUCTIONS, *PRODUCTS):
            terms = terms_per_output(found.evidence.call, found.evidence.inputs)
            if terms <= FEW_TERMS:
                later = REGISTRY[REGISTRY.index(own) + 1 :]
                entries += [e for e in later if e.view == own.view and e.concerns(views["given"])]
        names: list[str] = []
        for entry in entries:
            for other in self._ask(entry, views["given"], views):
                known = [_mistake(name) for name in (found.name, *names)]
                if other.is_exact and other.confirmable and _mistake(other.name) not in known:
                    names.append(other.name)
                if len(names) == MOST_RIVALS:
                    return tuple(names)
        return tuple(names)

    def _ask(
        self, entry: Entry, evidence: Evidence, views: dict[str, Evidence] | None = None
    ) -> Iterator[Explanation]:
        """Yield explanations of a family until it ends, an error occurs, or time runs out."""
        if self.given_up:
            return
        if entry.name not in self.tried:
            self.tried.append(entry.name)
        views = {"given": evidence} if views is None else views
        try:
            budget.check()
            if entry.view not in views:
                views[entry.view] = VIEWS[entry.view](evidence)
            yield from entry.hypotheses(views[entry.view])
        except budget.GivenUpError:
            self.given_up = True
        except Exception:
            return  # the backend is wrong already and may fail in any way

    def given_up_text(self) -> str:
        """Return the text `given up after 10 s; tried: ...` with a remedy."""
        return (
            f"given up after {self.seconds:g} s; tried: {', '.join(self.tried)}; "
            "samebits explain --budget 0 tries everything"
        )


def _mistake(name: str) -> str:
    """Return the name of a mistake. `block:N` is replaced by its synonym `tree:blocked(N)`."""
    block = name.removeprefix("block:")
    return f"tree:blocked({block})" if block != name else name


def _compose(parts: Sequence[_Part], search: _Search) -> Diagnosis:
    """Return one diagnosis that is named after the largest part and contains the texts of all."""
    parts = sorted(parts, key=lambda p: -p.weight)
    main = parts[0].explanation
    details = dict(main.details)
    for part in parts[1:]:
        details.update({k: v for k, v in part.explanation.details.items() if k not in details})
    if search.given_up:
        details[GIVEN_UP] = search.given_up_text()
    if not main.confirmable:
        return Diagnosis(main.name, main.text, False, details)
    text = main.text
    if not main.is_complete:
        text += f"; this explains {main.explained} of {main.wrong} wrong elements"
    for part in parts[1:]:
        text += f"; others: {part.explanation.text}"
    if len(parts) > 1:
        details["also"] = ", ".join(part.explanation.name for part in parts[1:])
    details["compared"] = f"{main.holds.size} elements, {main.wrong} of them wrong"
    reproduces = sum(p.weight for p in parts if p.explanation.confirmable) > 1 - 1e-9
    details[REPRODUCES] = ALL if reproduces else f"{main.explained} of {main.wrong} wrong elements"
    return Diagnosis(main.name, text, reproduces and _excludes_chance(parts, details), details)


def _excludes_chance(parts: Sequence[_Part], details: dict[str, str]) -> bool:
    """Return whether the evidence is enough, and add it to the details in words and in bits."""
    if all(p.explanation.observed for p in parts):
        details[EVIDENCE] = SEEN
        return True
    found = [p.explanation for p in parts]
    rivals = dict.fromkeys(name for x in found for name in x.rivals)
    if rivals:
        details[RIVALS] = ", ".join(rivals)
    bits = sum(evidence_bits(x) if x.bits is None else x.bits for x in found)
    details[EVIDENCE] = bits_text(bits)
    return bits >= NEEDED and not rivals and GIVEN_UP not in details


def _unexplained(evidence: Evidence, search: _Search) -> Diagnosis:
    """Return a diagnosis with statistics: how many elements are wrong, by how much, and where."""
    count = f"{evidence.wrong_indices.size} of {evidence.total} elements are wrong"
    first = ", ".join(str(i) for i in evidence.wrong_indices[:4])
    details = {"first": first}
    if get_format(evidence.format).is_float:
        distance = ulp_distance(evidence.got, evidence.wanted, evidence.format)[evidence.wrong]
        finite = distance[distance >= 0]
        if finite.size:
            details["max_ulp"] = str(int(finite.max()))
            details["median_ulp"] = str(int(np.median(finite)))
            count += (
                f", by at most {int(finite.max())} ulp, half of them by {details['median_ulp']}"
            )
    if search.against is not None:
        details[CONTRADICTED] = _against_text(search.against)
    if search.given_up:
        details[GIVEN_UP] = said = search.given_up_text()
        return Diagnosis("unexplained", f"{count}; {said}", False, details)
    text = f"{count}; no known kind of mistake makes these bits"
    return Diagnosis("unexplained", text, False, details)


def _against_text(found: Explanation) -> str:
    """Return a text: the contradicted hypothesis and the element counts for and against it."""
    right = int(np.count_nonzero(~found.evidence.wrong))
    return (
        f"{found.name} ({found.text}) makes {found.explained} of {found.wrong} wrong elements, "
        f"but {found.contradicted} of {right} right elements would be wrong, too"
    )
