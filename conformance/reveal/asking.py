"""From what a person asks about a backend to a black-box sum: the op, its format, its shapes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from samebits.backends import executor
from samebits.backends.protocol import Unsupported
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.reveal.adapter import Question, Shape, adapter_of
from samebits.conformance.reveal.probe import mask_of, why_uncountable
from samebits.conformance.reveal.revealer import Revealed, random_rows, reveal
from samebits.conformance.reveal.session import SessionSummation
from samebits.spec.catalog import get_op
from samebits.spec.formats import compute_format
from samebits.spec.language.call import Call
from samebits.spec.language.trees import Tree, balanced, contraction

Places = tuple[int, ...]
"""Outputs of a call, counted over all its sums."""

MOST_TERMS = 16384
MOST_ROWS = 4096
"""Rows and columns of the call."""

MOST_GROUPS = 4
"""Groups of outputs, the largest ones, of which a tree is asked where they do not add alike."""

WITHOUT_ORDER = ("exact", "unstable", "unfinished")
"""What would be found of each output alone as well."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question put into a call: its operand shapes, and the tree that the clauses want.

    `canonical` is None where the op is an exact sum (clause T10). `products` tells whether the
    terms are products, `outputs` how many sums the call makes.
    """

    call: Call
    shapes: tuple[Shape, ...]
    question: Question
    canonical: Tree | None
    products: bool
    outputs: int


def ask(op: str, label: str, question: Question) -> Asked:
    """The call that a question is about.

    Raises SamebitsError for an op that is not declared or no summation, a format that it does not
    have, and sizes out of range.
    """
    declared, adapter = get_op(op), adapter_of(op)
    if label not in declared.labels():
        known = ", ".join(declared.labels())
        raise JudgeError(f"{op} has no format {label!r}; known: {known}")
    if not 1 <= question.n <= MOST_TERMS:
        why = "a sum of nothing has no tree" if question.n == 0 else "it is out of range"
        raise JudgeError(f"--n {question.n}: {why}; wants 1 to {MOST_TERMS} terms")
    for name, value in (("rows", question.rows), ("columns", question.columns)):
        if not 1 <= value <= MOST_ROWS:
            raise JudgeError(f"--{name} {value} is out of range; wants 1 to {MOST_ROWS}")
    attributes, shapes = adapter.plan(question)
    inputs, outputs = min(declared.labels()[label], key=lambda s: len(s[0]))
    call = declared.call(inputs, outputs, **attributes)
    layout = adapter.layout(call, shapes, question)
    canonical = (contraction if layout.products else balanced)(layout.leaves)
    wanted = None if adapter.exact else canonical
    return Asked(call, tuple(shapes), question, wanted, layout.products, layout.outputs)


def summation_of(subject: Subject, asked: Asked, place: int | None = None) -> SessionSummation:
    """The black box, all outputs of it or one.

    Raises JudgeError where the backend does not run the call.
    """
    support = executor.supports(subject.session, asked.call)
    if isinstance(support, Unsupported):
        where = f"{subject.spelled}:{subject.device.name}"
        raise JudgeError(f"{where} does not support {asked.call}: {support.reason}")
    return SessionSummation(subject.session, asked.call, asked.shapes, place, asked.question)


def budget_for(box: SessionSummation) -> int:
    """Probes that any tree in use stays below, with room: 32 n log n, counted block by block.

    Raises JudgeError where the units of no probe could be counted.
    """
    n = box.leaves
    text = why_uncountable(box.format, n, divided=box.divided)
    if text:
        raise JudgeError(text)
    most = mask_of(box.format, box.result_format, n if box.divided else 1).most
    return 32 * n * max(n.bit_length(), 4) * -(-n // most)


def reveal_outputs(
    subject: Subject, asked: Asked, seed: int, tell: Callable[[int, int], None]
) -> list[tuple[Places | None, Revealed]]:
    """One tree for all outputs (None), or where they do not add alike one for each group of them.

    Of more than `MOST_GROUPS` groups the largest. `tell` hears how many terms have found their
    place, of how many.
    """

    def one(place: int | None) -> tuple[SessionSummation, Revealed]:
        box = summation_of(subject, asked, place)
        budget = budget_for(box)
        return box, reveal(box, seed=seed, budget=budget, tell=lambda n: tell(n, box.leaves))

    box, found = one(None)
    if box.outputs == 1 or found.name in WITHOUT_ORDER:
        return [(None, found)]
    groups = box.alike(*random_rows(box, seed))
    if len(groups) == 1:
        return [(None, found if found.confirmed else one(0)[1])]
    largest = sorted(sorted(groups, key=len, reverse=True)[:MOST_GROUPS])
    return [(places, one(places[0])[1]) for places in largest]


def is_canonical(asked: Asked, found: Revealed) -> bool:
    """Whether what was found has the bits that the clauses want: tree, fusion and accumulator."""
    model = found.model
    if asked.canonical is None:  # of one term, or of two values, exact is what any addition is
        few = model is not None and model.tree.leaves <= (1 if asked.products else 2)
        return found.name == "exact" or (few and found.confirmed)
    if model is None or not found.confirmed:
        return False
    compute = compute_format(asked.call.inputs)
    return found.name == asked.canonical.name and model.accumulate == compute
