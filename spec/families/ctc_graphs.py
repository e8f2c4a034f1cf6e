"""The graphs of ctc_loss and its gradient (clauses G7.17 to G7.20).

A sample with the labels l1 .. lL has the states blank, l1, blank, .., lL, blank. A row of S targets
has 2*S + 1 states. The states after the last blank of a sample have probability 0, so their
logarithm is -inf, and earlier states do not read them. Therefore results do not depend on S.
"""

from __future__ import annotations

import math

from samebits.spec.families.ctc import READ
from samebits.spec.families.recurrent_nodes import LATER, at_step, in_order
from samebits.spec.language.graph import (
    Branch,
    Carried,
    Equals,
    Graph,
    Item,
    Join,
    Loop,
    Number,
    Sizes,
    node,
)
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack
from samebits.spec.language.scalars import attribute, count, literal
from samebits.spec.language.taps import Positions

_STATES = "[N, 2*S + 1]"


def _sequence() -> tuple[Item, ...]:
    """Return nodes for `labels`, `within`, `last` and `skips`, each with a value for each state.

    `labels` has the label of the state. `within` marks the states that belong to the sample, and
    `last` marks its last state. `skips` marks a state that may directly follow the state two before
    it, because the labels of the two states differ.
    """
    return (
        Number("blank_label", attribute("blank"), to="i64"),
        Broadcast("blanks", "blank_label", "[N, S]"),
        node("is_blank", "eq", "targets", "blank_label", to="bool"),
        Number("true", literal(1.0), to="bool"),
        Broadcast("behind_all", "true", "[N, 1]"),
        Concatenate("ends", ("is_blank", "behind_all"), -1),
        node("length", "argmax", "ends", to="i64", axes=(-1,), keepdims=True),
        Stack("pairs", ("blanks", "targets"), -1),
        Reshape("line", "pairs", "[N, 2*S]"),
        Broadcast("one_blank", "blank_label", "[N, 1]"),
        Concatenate("labels", ("line", "one_blank"), -1),
        Positions("numbers", "[S + 1]"),
        Stack("twice", ("numbers", "numbers"), -1),
        Reshape("doubled", "twice", "[2*S + 2]"),
        Slice("labels_so_far", "doubled", 0, 1, "2*S + 2"),
        node("within", "le", "labels_so_far", "length", to="bool"),
        node("last", "eq", "labels_so_far", "length", to="bool"),
        Broadcast("two_blanks", "blank_label", "[N, 2]"),
        Concatenate("moved_labels", ("two_blanks", "labels"), -1),
        Slice("labels_before", "moved_labels", -1, 0, "2*S + 1"),
        node("skips", "ne", "labels", "labels_before", to="bool"),
    )


def _emissions() -> tuple[Item, ...]:
    """Return nodes for `emitted` [T, N, 2*S + 1], the log-probability of each state's label."""
    return (
        node("x", "cast", "log_probs"),
        Broadcast("places", "labels", "[T, N, 2*S + 1]"),
        node("named", "gather", "x", "places", axis=2),
        Number("zero", literal(0.0)),
        Number("nothing", literal(-math.inf)),
        node("emitted", "where", "within", "named", "nothing"),
        Broadcast("two_nothings", "nothing", "[N, 2]"),
    )


def _ways(value: str, two_away: str) -> tuple[Item, ...]:
    """Return nodes for `reached`: the logarithm of the sum of the probabilities of three paths."""
    return (
        Stack("ways", (value, "one_away", two_away), -1),
        node("reached", "logsumexp", "ways", axes=(-1,), keepdims=False),
    )


def _forwards() -> Loop:
    """Return the loop for `log_alpha`: all paths to a state at a step, including its emission."""
    return Loop(
        name="time",
        index="t",
        steps="T",
        carried=(
            Carried("alpha_last", before="alpha", first="alpha_first", after="alpha_next"),
        ),
        kept=(("log_alpha", "alpha_next"),),
        body=(
            Concatenate("moved", ("two_nothings", "alpha"), -1),
            Slice("one_away", "moved", -1, 1, "2*S + 2"),
            Slice("two_before", "moved", -1, 0, "2*S + 1"),
            node("two_away", "where", "skips", "two_before", "nothing"),
            *_ways("alpha", "two_away"),
            *at_step("now", "emitted", _STATES),
            node("emitting", "add", "reached", "now"),
            *at_step("here", "present", "[N, 1]"),
            node("alpha_next", "where", "here", "emitting", "alpha"),
        ),
    )  # fmt: skip


def _backwards() -> Loop:
    """Return the loop for `back`: all paths from a state to the end, without its emission."""
    return Loop(
        name="time backwards",
        index="t",
        steps="T",
        carried=(
            Carried("ahead_start", before="ahead", first="ahead_last", after="ahead_next"),
        ),
        kept=(("back", "ahead_next"),),
        body=(
            *at_step("now", "emitted", _STATES, LATER),
            node("emitting", "add", "now", "ahead"),
            Concatenate("moved", ("emitting", "two_nothings"), -1),
            Slice("one_away", "moved", -1, 1, "2*S + 2"),
            node("skipped", "where", "skips", "emitting", "nothing"),
            Concatenate("moved_skips", ("skipped", "two_nothings"), -1),
            Slice("two_away", "moved_skips", -1, 2, "2*S + 3"),
            *_ways("emitting", "two_away"),
            *at_step("here", "present", "[N, 1]", LATER),
            node("ahead_next", "where", "here", "reached", "ahead"),
        ),
    )  # fmt: skip


def _total() -> tuple[Item, ...]:
    """Return nodes for `total`: the log-probability of all paths through each sample."""
    return (
        node("ended", "where", "last", "alpha_last", "nothing"),
        node("total", "logsumexp", "ended", axes=(-1,), keepdims=False),
    )


CTC_LOSS = Graph(
    operands=READ,
    nodes=(
        *_sequence(),
        *_emissions(),
        Number("none_so_far", literal(0.0), to="i64"),
        node("first", "eq", "labels_so_far", "none_so_far", to="bool"),
        node("start", "where", "first", "zero", "nothing"),
        Broadcast("alpha_first", "start", _STATES),
        _forwards(),
        *_total(),
        node("minus", "sub", "zero", "total"),
        Branch(
            Equals("zero_infinity", True),
            (
                node("impossible", "eq", "total", "nothing", to="bool"),
                node("finite", "where", "impossible", "zero", "minus"),
            ),
            (Join("value", "finite", "minus"),),
        ),
        node("loss", "cast", "value", to="output"),
    ),
    results=("loss", "log_alpha"),
)


CTC_LOSS_GRADIENT = Graph(
    operands=("gradient", "log_alpha", *READ),
    nodes=(
        *_sequence(),
        *_emissions(),
        Slice("alpha_last", "log_alpha", 0, "T - 1", "T"),
        *_total(),
        node("ahead_last", "where", "last", "zero", "nothing"),
        _backwards(),
        Reshape("ahead_one", "ahead_last", "[1, N, 2*S + 1]"),
        Concatenate("aheads", ("ahead_one", "back"), 0),
        in_order("ahead_ordered", "aheads"),
        Reshape("ahead_all", "ahead_ordered", "[T, N, 2*S + 1]"),
        node("both", "add", "log_alpha", "ahead_all"),
        Reshape("total_rows", "total", "[N, 1]"),
        node("part", "sub", "both", "total_rows"),
        node("chance", "exp", "part"),
        Number("no_class", count("c"), to="i64"),
        node("goal", "where", "within", "labels", "no_class", to="i64"),
        Broadcast("goals", "goal", "[T, N, 2*S + 1]"),
        node(
            "chances", "gather_gradient", "chance", "goals",
            axis=2, shape=Sizes("[T, N, C + 1]"),
        ),
        Slice("of_class", "chances", -1, 0, "C"),
        node("likely", "exp", "x"),
        node("slope", "sub", "likely", "of_class"),
        node("g", "cast", "gradient"),
        Reshape("g_rows", "g", "[N, 1]"),
        node("product", "mul", "slope", "g_rows"),
        node("impossible", "eq", "total_rows", "nothing", to="bool"),
        Branch(
            Equals("zero_infinity", True),
            (),
            (Join("instead", "zero", "no_slope"),),
            others=(node("no_slope", "sub", "total_rows", "total_rows"),),
        ),
        node("possible", "where", "impossible", "instead", "product"),
        Reshape("steps", "present", "[T, N, 1]"),
        node("dx", "where", "steps", "possible", "zero"),
        node("y", "cast", "dx", to="output"),
    ),
    results=("y",),
)  # fmt: skip
"""The graph of the gradient. States after the end of a sample use an extra class, cut off later."""
