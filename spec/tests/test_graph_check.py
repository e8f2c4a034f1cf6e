"""Tests of the static check: an unsound declaration is refused, and the error names the node."""

import re
from dataclasses import replace

import pytest

from samebits.spec import catalog, sound
from samebits.spec.errors import SpecError
from samebits.spec.graph_walk import node_calls
from samebits.spec.language.declare import Gradient
from samebits.spec.language.graph import Branch, Equals, Graph, Join, node
from samebits.spec.tests.graphs import adamw, masked
from samebits.spec.tests.graphs.cases import DRAWN, OPS
from samebits.spec.tests.graphs.declared import declared
from samebits.spec.tests.graphs.unsound import ADD, FLAG, REFUSED, loop, op_of


def check(op):
    catalog.check_whole(op, catalog.get_op)


@pytest.mark.parametrize("case", REFUSED)
def test_an_unsound_declaration_is_refused_and_the_error_says_where(case):
    """G1.1, G1.3, G1.4, G1.11, G4.2: the message has op, node and reason in one line."""
    op, message = REFUSED[case]
    with pytest.raises(SpecError, match=f"^{re.escape(message)}") as caught:
        check(op)
    assert "\n" not in str(caught.value)


def test_what_the_refused_ones_are_made_of_is_sound():
    check(op_of(ADD))
    check(op_of(loop(kept=())))
    check(op_of(ADD, state=(("a", "result"),)))
    check(op_of(Branch(Equals("flag", True), (node("z", "neg", "a"),), (Join("r", "z", "a"),)),
                node("y", "add", "r", "b"), attributes=[FLAG]))  # fmt: skip
    link = Gradient(operand="a", op="mul", inputs=("gradient of result", "b"))
    check(op_of(node("y", "mul", "a", "b"), gradients=(link,)))
    assert link.saved == ("b",)


def test_a_graph_that_contains_itself_is_refused():
    """G1.6: an op may not contain itself, also not indirectly through the graph of another op."""
    inner = op_of(node("y", "outer_example", "a", "b"))
    outer = replace(inner, name="outer_example", graph=Graph(("a", "b"), (
        node("y", "example", "a", "b"),), ("y",)))  # fmt: skip
    ops = {"example": inner, "outer_example": outer}
    message = "example: its graph contains itself: example > outer_example > example"
    with pytest.raises(SpecError, match=message):
        catalog.check_whole(inner, lambda name: ops.get(name) or catalog.get_op(name))


def test_every_declaration_of_the_tests_is_sound_and_is_forgotten_afterwards():
    with declared(*OPS, *DRAWN):
        for op in (*OPS, *DRAWN):
            assert catalog.get_op(op.name) is op
    assert not {op.name for op in OPS} & set(catalog.all_ops())


def test_a_file_with_an_unsound_graph_is_named(monkeypatch):
    whole = catalog._declared()
    broken = replace(whole["softmax"][0], graph=replace(whole["softmax"][0].graph, results=("z",)))
    monkeypatch.setattr(catalog, "load_file", lambda name, load: (
        (broken, None) if name == "softmax" else whole[name.removesuffix("_")]))  # fmt: skip
    monkeypatch.setattr(sound, "noted", lambda: False)
    with pytest.raises(SpecError, match=(
        r"^spec/ops/softmax\.py: softmax: result z: z is not assigned before it")):  # fmt: skip
        catalog._declared.__wrapped__()


def test_declarations_are_checked_once_for_each_state_of_their_sources(tmp_path, monkeypatch):
    checked = []
    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(catalog, "check_whole", lambda op, resolve: checked.append(op.name))
    catalog._declared.__wrapped__()
    assert checked == [op.name for op in catalog.all_ops().values()]
    catalog._declared.__wrapped__()
    assert len(checked) == len(catalog.all_ops())
    monkeypatch.setattr(sound, "_digest", lambda: "of other sources")
    catalog._declared.__wrapped__()
    assert len(checked) == 2 * len(catalog.all_ops())


def test_declarations_that_are_not_sound_leave_no_note(tmp_path, monkeypatch):
    def refuse(op, resolve):
        raise SpecError("unsound")

    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(catalog, "check_whole", refuse)
    for _ in range(2):
        with pytest.raises(SpecError, match="unsound"):
            catalog._declared.__wrapped__()
    assert not list(tmp_path.rglob("*"))


def test_where_nothing_can_be_kept_declarations_are_checked_each_time(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(catalog, "check_whole", lambda op, resolve: None)
    assert catalog._declared.__wrapped__()
    assert not sound.noted()


def test_state_has_an_order_and_may_be_left_out_with_its_operand():
    """G1.11: the states are in the declared order."""
    assert [new for _, new in adamw.OP.state] == ["p2", "m2", "v2", "largest2"]
    half = replace(adamw.OP, signatures=((("f32",) * 4, ("f32",) * 4),))
    with pytest.raises(SpecError, match="has 4 results, but its graph"):
        check(half)


def test_a_draw_is_a_node_without_operands():
    """G1.12: the shape, seed and stream of a draw are attributes."""
    with declared(*DRAWN):
        call = masked.NOISE.call(["f32"], seed=5)
        ((_, drawn), _) = node_calls(masked.NOISE.graph, call, [(4, 2, 3)])
        assert drawn.inputs == ()
        assert dict(drawn.attributes) == {"shape": (4, 2, 3), "seed": 5, "stream": 1}
