"""The planned cases of drawn questions, by level; their ids do not depend on the seed.

drawn/blocks/exp/f32/1        a random block of inputs against the certificate
drawn/operands/sum/f32/1      four calls on drawn operands and shapes
drawn/reach/bmm/f32/sides     fixed sizes larger than usual, drawn operands
drawn/mixed/add/f32/1         small calls of the op, between calls of other ops
drawn/stretches/sum/f32/1     operands filled stretch by stretch, of ops that work in blocks
drawn/networks/conv2d/f32/1   layers of the sizes and contents that networks have
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Literal

from samebits.conformance.questions.by_binary64 import has_wide_route
from samebits.conformance.questions.drawn_calls import four_questions
from samebits.conformance.questions.mixed import (
    Proofs,
    mixed_questions,
    usual_label,
)
from samebits.conformance.questions.network_questions import is_asked, network_questions
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.reach import reach_questions, topics
from samebits.conformance.questions.route import answerable
from samebits.conformance.questions.stretched import stretched_questions
from samebits.conformance.scenes.specimens import specimens, stretched
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.call import Call
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import domain_of

Form = Literal["blocks", "operands", "reach", "mixed", "stretches", "networks"]

FORMS: Mapping[Form, str] = MappingProxyType(
    {
        "blocks": "random blocks of a function's inputs, against its certificate",
        "operands": "calls on drawn operands and shapes, against the NumPy route",
        "reach": "sizes and strides beyond the usual, on drawn operands",
        "mixed": "small calls of every rank between calls of other ops",
        "stretches": "blocks of NaN, of absent, infinite and usual elements in every order",
        "networks": "layers of the sizes and contents that networks have",
    }
)
"""The forms of drawn questions, with a description of each."""

PREFIX = "drawn/"

_AT_FULL = 5
_FULL_TOPICS = ("threads",)
_USUAL_TOPICS = ("strides", "threads")
"""Topics for only one format of an op; the mixed cases cover the topics for the other formats."""


@dataclass(frozen=True, slots=True)
class DrawnCase:
    """One planned case of drawn questions.

    `part` is its number, or the topic of a reach case. `proof` is the case of the certificate that
    answers a case of the form `blocks`; it also answers a case of the form `mixed` that has no
    other answers. `proofs` are the certificate cases of functions in short formats, which are
    partners in other mixed cases.
    """

    form: Form
    op: str
    label: str
    part: str
    level: str
    proof: ExhaustiveCase | None = field(default=None, compare=False, repr=False)
    proofs: Proofs = field(default_factory=dict, compare=False, repr=False)

    @property
    def id(self) -> str:
        """Return the id that plans and reports use."""
        return f"{PREFIX}{self.form}/{self.op}/{self.label}/{self.part}"

    @property
    def profile(self) -> str:
        """Return the name of the op's profile."""
        return get_op(self.op).profile

    def calls(self) -> list[Call]:
        """Return example calls, about which `supports` is asked at planning time."""
        if self.proof is not None:
            return [self.proof.call]
        found = dict.fromkeys(s.call for s in specimens(self.op, self.label))
        if found:
            return list(found)
        op = get_op(self.op)
        inputs, outputs = op.labels()[self.label][0]
        return [op.call(inputs, outputs, **op.example(len(inputs))[0])]

    def questions(self, seed: str) -> Sequence[Question]:
        """Return the questions in order.

        Returns () for a case of the form `blocks`: it runs blocks of a certificate, and has
        questions only after that.
        """
        if self.form == "operands":
            return four_questions(self.id, seed, self.op, self.label)
        if self.form == "reach":
            return reach_questions(self.id, seed, self.op, self.label, self.part)
        if self.form == "stretches":
            return stretched_questions(self.id, seed, self.op, self.label)
        if self.form == "networks":
            return network_questions(self.id, seed, self.op, self.label)
        if self.form == "mixed":
            if self.proof is not None:
                return ()
            half = int(self.part) - 1
            return mixed_questions(self.id, seed, self.op, self.label, half, self.proofs)
        return ()


def drawn_cases(certified: Sequence[ExhaustiveCase], ops: Sequence[str] = ()) -> list[DrawnCase]:
    """Return all drawn cases of the given ops (or of all ops), sorted by id.

    `certified` are the cases of certificates.
    """
    proofs = _short_proofs(certified)
    found: list[DrawnCase] = []
    for proof in certified:
        if not ops or proof.call.op in ops:
            found += _blocks(proof)
            if not answerable(proof.call.op, proof.call.label):
                op, label = proof.call.op, proof.call.label
                found.append(DrawnCase("mixed", op, label, "1", "standard", proof))
    for op in ops or all_ops():
        found += [replace(case, proofs=proofs) for case in _by_route(op)]
    return sorted(found, key=lambda case: case.id)


def look_up_drawn(certified: Sequence[ExhaustiveCase], ids: Iterable[str]) -> list[DrawnCase]:
    """Return the drawn cases with these ids. Other ids are ignored."""
    parts = (identity.split("/") for identity in ids if identity.startswith(PREFIX))
    ops = sorted({part[2] for part in parts if len(part) > 2} & set(all_ops()))
    wanted = set(ids)
    return [case for case in drawn_cases(certified, ops) if case.id in wanted] if ops else []


def _short_proofs(certified: Iterable[ExhaustiveCase]) -> Proofs:
    """Return, for each function, its certificate with the fewest inputs, if they are one block."""
    found: dict[str, ExhaustiveCase] = {}
    for proof in sorted(certified, key=lambda case: (sum(_widths(case.call)), case.id)):
        if sum(_widths(proof.call)) <= _SHORT_BITS:
            found.setdefault(proof.call.op, proof)
    return found


def not_drawn(certified: Iterable[ExhaustiveCase], ops: Iterable[str]) -> tuple[str, ...]:
    """Return the ops and formats without a certificate or route, sorted, such as `atan2/f32`."""
    proven = {(proof.call.op, proof.call.label) for proof in certified}
    return tuple(
        f"{op}/{label}"
        for op in sorted(set(ops))
        for label in get_op(op).labels()
        if not answerable(op, label) and (op, label) not in proven
    )


def _blocks(proof: ExhaustiveCase) -> list[DrawnCase]:
    op, label, _, *variant = proof.id.split("/")
    name = "".join(f"{part}/" for part in variant)
    at_smoke = get_op(op).drawn_at_smoke and label == "f32"
    level = "smoke" if at_smoke else "standard"
    found = [DrawnCase("blocks", op, label, f"{name}1", level, proof)]
    if sum(_widths(proof.call)) > _BLOCK_BITS:
        found.append(DrawnCase("blocks", op, label, f"{name}2", "full", proof))
    return found


_BLOCK_BITS = 20
_SHORT_BITS = 8


def _widths(call: Call) -> tuple[int, ...]:
    """Return the number of bits of each operand of a call."""
    return domain_of(call).widths


@cache
def _by_route(op_name: str) -> tuple[DrawnCase, ...]:
    """Return the cases that the NumPy route answers.

    Functions that have a route only in f64 have no reach case. A million f64 results take long on
    any backend, and the blocks of the other formats test the same sizes.
    """
    op = get_op(op_name)
    usual = usual_label(op_name)
    found = []
    for label in op.labels():
        if not answerable(op_name, label):
            if has_wide_route(op_name, label):
                found.append(DrawnCase("networks", op_name, label, "1", "standard"))
            continue
        for number in range(1, _AT_FULL + 1):
            level = "standard" if number == 1 else "full"
            smoke = number == 1 and op.drawn_at_smoke and label == usual
            found.append(
                DrawnCase("operands", op_name, label, str(number), "smoke" if smoke else level)
            )
        for topic in topics(op):
            everywhere = topic not in _USUAL_TOPICS and answerable(op_name, usual)
            if label == usual or everywhere:
                level = "full" if topic in _FULL_TOPICS else "standard"
                found.append(DrawnCase("reach", op_name, label, topic, level))
        if stretched(op_name, label):
            smoke = op.drawn_at_smoke and label == usual
            level = "smoke" if smoke else "standard"
            found.append(DrawnCase("stretches", op_name, label, "1", level))
        if is_asked(op_name, label):
            found.append(DrawnCase("networks", op_name, label, "1", "standard"))
        found.append(DrawnCase("mixed", op_name, label, "1", "standard"))
        found.append(DrawnCase("mixed", op_name, label, "2", "full"))
    return tuple(found)
