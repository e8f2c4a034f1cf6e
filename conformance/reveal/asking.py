"""Converts a user's question about a backend (op, format, sizes) to a black-box sum."""

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
"""Indices of outputs of a call, where all its sums are counted."""

MOST_TERMS = 16384
MOST_ROWS = 4096
"""The largest number of rows or columns of the call."""

MOST_GROUPS = 4
"""If outputs have different trees, only this many of the largest groups are revealed."""

WITHOUT_ORDER = ("exact", "unstable", "unfinished")
"""Names of findings that describe all outputs, so that no separate outputs are probed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a call: its operand shapes, and the tree that the clauses require.

    `canonical` is None if the op is an exact sum (clause T10). `products` is true if the terms are
    products, and `outputs` is the number of sums of the call.
    """

    call: Call
    shapes: tuple[Shape, ...]
    question: Question
    canonical: Tree | None
    products: bool
    outputs: int


def ask(op: str, label: str, question: Question) -> Asked:
    """Return the call for a question.

    Raises SamebitsError if the op is not declared or not a summation, if it does not have the
    format, or if sizes are out of range.
    """
    declared, adapter = get_op(op), adapter_of(op)
    if label not in declared.labels():
        known = ", ".join(declared.labels())
        raise JudgeError(f"{op} has no format {label!r}; known: {known}")
    if not 1 <= question.n <= MOST_TERMS:
        raise JudgeError(f"--n {question.n} must be from 1 to {MOST_TERMS} terms")
    for name, value in (("rows", question.rows), ("columns", question.columns)):
        if not 1 <= value <= MOST_ROWS:
            raise JudgeError(f"--{name} {value} must be from 1 to {MOST_ROWS}")
    attributes, shapes = adapter.plan(question)
    inputs, outputs = min(declared.labels()[label], key=lambda s: len(s[0]))
    call = declared.call(inputs, outputs, **attributes)
    layout = adapter.layout(call, shapes, question)
    canonical = (contraction if layout.products else balanced)(layout.leaves)
    wanted = None if adapter.exact else canonical
    return Asked(call, tuple(shapes), question, wanted, layout.products, layout.outputs)


def summation_of(subject: Subject, asked: Asked, place: int | None = None) -> SessionSummation:
    """Return the black box for all outputs, or for the output with index `place`.

    Raises JudgeError if the backend does not support the call.
    """
    support = executor.supports(subject.session, asked.call)
    if isinstance(support, Unsupported):
        where = f"{subject.spelled}:{subject.device.name}"
        raise JudgeError(f"{where} does not support {asked.call}: {support.reason}")
    return SessionSummation(subject.session, asked.call, asked.shapes, place, asked.question)


def budget_for(box: SessionSummation) -> int:
    """Return a limit on the number of probes: 32 n log n for each block.

    Every tree that software uses needs fewer. Raises JudgeError if probes cannot count the units.
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
    """Return pairs of outputs and their common tree.

    If all outputs have the same tree, there is one pair, whose first part is None. Otherwise there
    is one pair for each group of outputs with equal trees, at most for the `MOST_GROUPS` largest
    groups. `tell` is called with the number of terms whose position in the tree is known, and the
    number of all terms.
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
    """Return whether the finding is as required: tree, fusion and accumulator."""
    model = found.model
    if asked.canonical is None:  # few terms: every order is exact
        few = model is not None and model.tree.leaves <= (1 if asked.products else 2)
        return found.name == "exact" or (few and found.confirmed)
    if model is None or not found.confirmed:
        return False
    compute = compute_format(asked.call.inputs)
    return found.name == asked.canonical.name and model.accumulate == compute
