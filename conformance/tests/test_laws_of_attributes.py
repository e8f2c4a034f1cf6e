"""Tests that the law `attributes` varies every attribute that has an effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.backends.protocol import Array, Session, Support, Unsupported
from samebits.conformance.judging.lawwork import judge_law
from samebits.conformance.laws import answered
from samebits.conformance.laws.answered import Answered, answer
from samebits.conformance.laws.attributes import legal_calls, of_usual_size, pairs
from samebits.conformance.laws.law import Bench
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.questions.drawn_scene import usual_label
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.scenes.specimens import Bits, Specimen
from samebits.conformance.tests.judging import all_law_cases
from samebits.conformance.trials.saboteurs import step_kept
from samebits.conformance.trials.saboteurs.base import Wrapping, right_session
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families import reductions
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call

LAW = all_laws()["attributes"]
USUAL = [c for c in all_law_cases() if c.law == "attributes" and c.label == usual_label(c.op)]

WITHOUT_EFFECT = {
    ("avg_pool1d_gradient", "stride"), ("cast", "saturate"),
    ("conv1d_input_gradient", "dilation"), ("conv1d_input_gradient", "padding"),
    ("conv1d_input_gradient", "stride"), ("conv1d_weight_gradient", "dilation"),
    ("conv1d_weight_gradient", "padding"), ("conv1d_weight_gradient", "stride"),
    ("conv2d_input_gradient", "padding"), ("conv2d_input_gradient", "stride"),
    ("conv2d_weight_gradient", "padding"), ("conv2d_weight_gradient", "stride"),
    ("ctc_loss_gradient", "zero_infinity"), ("update_scale", "growth_factor"),
    ("update_scale", "growth_interval"),
}  # fmt: skip
"""Attributes whose other legal values give equal results for the shapes of laws.

Examples are a stride over a single position, or a saturation where nothing overflows. Only golden
cases test these attributes.
"""


@pytest.mark.parametrize("case", USUAL, ids=lambda case: case.op)
def test_every_attribute_with_an_effect_is_varied(case: LawCase) -> None:
    every = [of_usual_size(specimen) for specimen in case.specimens(5)]
    found = [pair for specimen in every for pair in pairs(specimen, Answered())]
    for pair in found:
        base, other = pair.base.attributes, pair.other.attributes
        assert {name for name in base if base[name] != other[name]} == {pair.attribute}
        answers = [answer(pair.specimen, call) for call in (pair.base, pair.other)]
        assert not all(map(np.array_equal, *answers))
    varied = {pair.attribute for pair in found}
    assert not {(case.op, name) for name in varied} & WITHOUT_EFFECT
    for attribute in get_op(case.op).attributes:
        if attribute.name not in varied and (case.op, attribute.name) not in WITHOUT_EFFECT:
            others = (call for s in every for call in legal_calls(s, s.call, attribute))
            assert next(others, None) is None, attribute.name


def test_an_attribute_that_has_an_effect_beside_another_one_is_varied_there() -> None:
    """In SGD, nesterov requires a dampening of 0."""
    call = get_op("sgd").call(["f32"] * 3, momentum=0.9)
    specimen = Specimen(call, ((5,),) * 3, "moderate")
    assert {pair.attribute for pair in pairs(specimen, Answered())} == {*call.attributes}


def test_attributes_that_shapes_settle_are_varied_on_a_cube() -> None:
    call = get_op("matmul").call(["f32", "f32"])
    found = list(pairs(Specimen(call, ((3, 5), (5, 4)), "moderate"), Answered()))
    assert [pair.attribute for pair in found] == ["transpose_a", "transpose_b"]
    assert {pair.specimen.shapes for pair in found} == {((6, 6), (6, 6))}


REDUCED = sorted(
    op.name
    for op in all_ops().values()
    if op.shape_rule in reductions.SHAPE_RULES and "bool" in op.labels()
)
"""Reductions over axes that accept bool."""


@pytest.mark.parametrize("seed", range(1, 21))
@pytest.mark.parametrize("op", REDUCED)
def test_axes_of_bool_have_answers_of_one_shape_that_differ(op: str, seed: int) -> None:
    """Operands that are half true would hide a wrong axis, because each minimum would be false."""
    case, answered = LawCase("attributes", op, "bool"), Answered()
    found = [p for s in case.specimens(seed) for p in pairs(of_usual_size(s), answered)]
    assert any(pair.attribute == "axes" and pair.keeps_shapes for pair in found)


def test_every_single_format_is_asked_at_standard_and_two_labels_of_other_laws() -> None:
    labels = {c.label for c in all_law_cases() if (c.law, c.op) == ("answers", "softmax")}
    levels = {LawCase("answers", "softmax", label).level for label in labels & set(FORMATS)}
    assert levels == {"smoke", "standard"}
    assert LawCase("answers", "conv1d", "f16_to_f32").level == "full"


def test_a_backend_that_keeps_a_step_is_found_by_the_second_call_alone() -> None:
    case = LawCase("attributes", "adamw", "f32")
    bench = Bench(step_kept.backend.open("cpu"))
    found = next(f for s in case.specimens() if (f := LAW.check(bench, s)) is not None)
    assert "adamw[f32](" in found.text
    assert " is wrong after a call with step=" in found.text


def test_a_variation_that_a_session_does_not_support_is_left_out() -> None:
    bench = Bench(OneStep(right_session()))
    for specimen in LawCase("attributes", "adamw", "f32").specimens():
        if specimen.call.attributes["step"] == 1:
            assert LAW.check(bench, specimen) is None


def test_the_devices_of_a_run_compute_an_answer_of_a_law_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, asked = LawCase("attributes", "leaky_relu", "f32"), list[Call]()
    usual = answered.evaluate

    def evaluate(call: Call, operands: Sequence[Array]) -> list[Bits]:
        asked.append(call)
        return usual(call, operands)

    monkeypatch.setattr(answered, "evaluate", evaluate)
    with right_session() as session:
        for _ in range(2):
            result = judge_law(subject_of(session), case, "5", Answers(tmp_path, b"s"))
            assert result.outcome == "pass"
        once = len(asked)
        assert once == 3  # a slope and two other calls, on the smaller specimen
        judge_law(subject_of(session), case, "5", Answers(tmp_path, b"t"))
    assert len(asked) == 2 * once  # answers stored by another run are not used


def subject_of(session: Session) -> Any:
    """Return a subject that has only the members that the judging of laws reads."""
    return SimpleNamespace(
        session=session, threads=None, promises=frozenset(), explain_command=lambda *_: ""
    )


class OneStep(Wrapping):
    """A right session that supports only step 1 and raises for other steps."""

    def supports(self, call: Call) -> Support:
        if call.attributes.get("step", 1) == 1:
            return self.inner.supports(call)
        return Unsupported("the first step only")

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        assert call.attributes.get("step", 1) == 1
        self.inner.run(call, inputs, outputs)

    def environment(self) -> Mapping[str, str]:
        return {}
