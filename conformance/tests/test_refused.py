"""Tests of refused calls: every error of a declaration is tried, and acceptance is reported."""

import math
import re
from dataclasses import replace

import pytest

from samebits.backends.checks import check_call
from samebits.backends.hosting.link import RefusedError
from samebits.backends.protocol import BackendError
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging import refusedwork as work
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import choose, everything, look_up
from samebits.conformance.refused import malformed_groups as groups, refused_catalog
from samebits.conformance.refused.attribute_values import _of_type, wrong_values
from samebits.conformance.refused.malformed import Malformed, WellFormed
from samebits.conformance.refused.malformed_groups import checked_group, group_for, names_for, slug
from samebits.conformance.refused.refused_catalog import (
    RefusedCase,
    every_rule,
    groups_of,
    is_refused_id,
    refused_cases,
)
from samebits.conformance.tests.judging import vectors
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.documents.rules import read_specification
from samebits.spec.documents.tables import rows
from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Refusal

OPS = sorted(all_ops())

NO_CALL = {
    "C1.1", "C2.1", "C2.4", "C2.6", "P1.6",  # properties of any refusal, checked by every case
    "G1.3",  # about the nodes of a graph, whose shapes follow from the shapes of its call
    "G12.cumsum",  # refers to G2.2, which has the cases
    "G3.3", "G3.4",  # about host scalars; attributes have no other kind
    "T7.7",  # refers to S2.3, which has the cases
    "V1.1", "V1.2",  # versions
}  # fmt: skip
"""Rules about errors that no single call can break."""


def groups_for(base):
    return [checked_group(base, what) for what in names_for(base)]


@pytest.mark.parametrize("op", OPS)
def test_the_well_formed_call_is_no_error_and_every_malformed_one_is(op):
    base = WellFormed.of(op, next(iter(get_op(op).labels())))
    right = base.malformed((), "nothing is wrong")
    check_call(right.call, right.inputs(), right.outputs())
    for group in groups_for(base):
        for call in group.calls:
            with pytest.raises(SpecError) as caught:
                check_call(call.call, call.inputs(), call.outputs())
            assert "\n" not in str(caught.value)


@pytest.mark.parametrize("op", OPS)
def test_every_attribute_and_every_declared_refusal_has_a_case(op):
    declared = get_op(op)
    found = {group.what: group for group in groups_of(op)}
    for attribute in declared.attributes:
        assert f"O.{op}.{attribute.name}" in found[f"attribute-{attribute.name}"].rules
    for refusal in declared.refusals:
        assert refusal.rule in found[slug(refusal)].rules, refusal.says
    keys = {key for key, _, _ in rows(declared)} - {"is", "clauses"}
    served = {rule.removeprefix(f"O.{op}.") for g in found.values() for rule in g.rules}
    assert keys <= served


@pytest.mark.parametrize("op", OPS)
def test_every_format_has_the_same_groups(op):
    names = [group.what for group in groups_of(op)]
    labels = list(get_op(op).labels())
    for label in (labels[0], labels[-1]):
        base = WellFormed.of(op, label)
        for what in names:
            group = group_for(base, what)
            assert group.calls
            assert all(call.is_error() for call in group.calls), what


def test_every_rule_that_speaks_of_errors_is_broken_by_a_case():
    text = {rule.number: rule.text for rule in read_specification().rules}
    speak = {n for n, words in text.items() if re.search(r"\berrors?\b", words)}
    assert speak - every_rule() == NO_CALL
    assert every_rule() - set(text) == {r for r in every_rule() if r.startswith("O.")}


def test_an_attribute_without_a_wrong_value_is_an_error_that_names_it(monkeypatch):
    monkeypatch.setattr(groups, "wrong_values", lambda *_: iter(()))
    with pytest.raises(
        JudgeError, match="sum: no malformed call is made for its error attribute-axes"
    ):
        groups_for(WellFormed.of("sum", "f32"))


def test_a_refusal_that_is_no_error_is_an_error_that_names_it(monkeypatch):
    base = WellFormed.of("sum", "f32")
    rule = replace(base.op.shape_rule, refusals=(Refusal("A1.4", "nothing at all"),))
    with pytest.raises(
        JudgeError, match="nothing-at-all: this call is not an error by its declaration"
    ):
        groups_for(replace(base, op=replace(base.op, shape_rule=rule)))


def test_two_refusals_of_one_name_are_an_error():
    base = WellFormed.of("sum", "f32")
    twice = base.op.shape_rule.refusals[:1] * 2
    rule = replace(base.op.shape_rule, refusals=twice)
    with pytest.raises(JudgeError, match="two errors are called 'an axis beyond the rank'"):
        groups_for(replace(base, op=replace(base.op, shape_rule=rule)))


@pytest.mark.parametrize(
    ("attribute", "value", "rule"),
    [
        (Attribute("a", "", choices=(False, True)), 1, "A1.1"),
        (Attribute("a", "", kind="integer"), 1.0, "A1.1"),
        (Attribute("a", "", kind="integer"), True, "A1.1"),
        (Attribute("a", "", kind="integer", least=0), -1, "C2.2"),
        (Attribute("a", "", kind="integer"), 1 << 53, "A1.5"),
        (Attribute("a", "", real=True), math.inf, "R4.4"),
        (Attribute("a", "", real=True), "1", "A1.1"),
        (Attribute("a", "", real=True, nonzero=True), 1e-46, "R4.4"),
        (Attribute("a", "", kind="axis"), 1.0, "A1.3"),
        (Attribute("a", "", kind="axes"), 1, "A1.4"),
        (Attribute("a", "", kind="integers", length=2), (1,), "C2.2"),
        (Attribute("a", "", kind="integers", length=2), None, "A1.2"),
        (Attribute("a", "", choices=("up", "down")), "UP", "C2.2"),
    ],
)
def test_A1_wrong_values_are_made_with_the_rule_that_they_break(attribute, value, rule):
    found = {repr(v): r for v, r in wrong_values("op", attribute)}
    assert found[repr(value)] == rule


def test_A1_NaN_is_no_real_and_an_integer_is_not_put_for_one():
    found = {repr(v): r for v, r in wrong_values("op", Attribute("a", "", kind="real"))}
    assert found["nan"] == "A1.1"
    assert not {"1", "inf"} & found.keys()


def test_one_bad_index_stands_first_last_and_among_good_ones():
    what = "an-index-at-the-length-of-its-axis"
    calls = next(g for g in groups_of("gather") if g.what == what).calls
    count = math.prod(calls[0].operands[1][0])
    assert [call.bad_index[1] for call in calls[:3]] == [0, count // 2, count - 1]
    for call in calls:
        index = call.inputs()[1].reshape(-1)
        assert ((index < 0) | (index >= 3)).sum() == 1


def test_an_index_whose_lower_half_is_one_stands_among_good_ones_and_a_bad_one_behind_many():
    base = WellFormed.of("gather", "f32_i64_to_f32")
    for what, far in (
        ("an-index-below-0", (-(1 << 63), -(1 << 32))),
        ("an-index-at-the-length-of-its-axis", ((1 << 63) - 1, 1 << 32)),
    ):
        calls = group_for(base, what).calls
        assert {call.bad_index[0] for call in calls} >= set(far)
        assert max(call.bad_index[1] for call in calls) > 1000
        for call in calls:
            assert call.inputs()[1].reshape(-1)[call.bad_index[1]] == call.bad_index[0]
    short = group_for(WellFormed.of("gather", "f32_i32_to_f32"), "an-index-below-0").calls
    assert {call.bad_index[0] for call in short} == {-1, -(1 << 31)}


def test_C2_3_calls_without_any_element_of_a_result_are_errors_too():
    found = next(g for g in groups_of("embedding") if g.what == "no-elements").calls
    assert {call.says for call in found} >= {"an index below 0", "a version that is not declared"}
    assert all("C2.3" in call.rules for call in found)


def test_every_op_has_cases_at_smoke_standard_and_full_and_they_can_be_looked_up():
    """P1.6: each level has refused calls."""
    every = [w for w in everything(vectors()) if isinstance(w, RefusedCase)]
    smoke = [case for case in every if case.level == "smoke"]
    assert len({case.op for case in smoke}) == len(smoke) > 100
    standard = [case for case in every if case.level in ("smoke", "standard")]
    assert {case.op for case in standard} == set(OPS)
    assert 1000 < len(standard) < 13 * len(all_ops())
    assert {(c.op, c.label) for c in every} == {
        (op, label) for op in OPS for label in get_op(op).labels()
    }
    some = every[:: len(every) // 20]
    assert look_up(vectors(), [case.id for case in some]) == some
    assert all(is_refused_id(case.id) for case in every)


def test_the_set_is_a_filter_of_its_own():
    options = Options(backend="c", sets=("refused",), ops=("add",), level="standard")
    found = choose(options, vectors())
    assert {type(work) for work in found} == {RefusedCase}
    assert [case.level for case in found].count("smoke") == 1


class Session:
    """A session that handles malformed calls by the function `act`."""

    def __init__(self, act):
        self.act = act

    def run(self, call, inputs, outputs):
        self.act(call, inputs, outputs)


def one_call():
    return groups_of("add")[0].calls[0]


def refuse(lost=False):
    def act(call, inputs, outputs):
        raise RefusedError("add: no", lost=lost)

    return act


def late(call, inputs, outputs):
    outputs[0].view("u1").reshape(-1)[3] ^= 1
    raise BackendError("add: no")


def test_a_refusal_is_right_and_what_came_is_told():
    """C2.4: a refusal may have any text."""
    answer = work.put(Session(refuse()), one_call())
    assert answer.is_right
    assert answer.text() == "refused: add: no"


def test_one_byte_that_was_written_before_the_refusal_is_seen():
    """C2.1: no byte of any result is written."""
    call = next(g for g in groups_of("add") if g.what == "version").calls[0]
    answer = work.put(Session(late), call)
    assert (answer.mistake, answer.written) == ("refusal:late", 1)
    assert answer.text() == "refused after 1 byte had been written: add: no"


def test_a_call_that_is_computed_is_seen_even_where_nothing_is_written():
    """C2.1: the call ends with an error."""
    answer = work.put(Session(lambda *_: None), one_call())
    assert answer.mistake == "refusal:missing"
    assert answer.text() == "computed, 0 bytes written"


def test_a_device_that_is_lost_by_a_bad_call_is_no_refusal():
    with pytest.raises(BackendError, match="the device was lost by a call that is to be refused"):
        work.put(Session(refuse(lost=True)), one_call())


def test_cases_need_a_golden_case_that_follows_and_take_the_smallest_stored_one():
    golden = vectors().cases(ops=["add"], sets=("golden",))
    found = refused_cases(golden, ["add"])
    assert {case.known.level for case in found if case.label == "f32"} == {"smoke"}
    assert not refused_cases([], ["add"])
    least = [case for case in found if case.level == "smoke"]
    assert least
    assert refused_cases(golden, ["add"], "smoke") == least


def test_a_planned_group_with_a_call_that_is_no_error_is_an_error(monkeypatch):
    golden = vectors().cases(ops=["add"], sets=("golden",), level="smoke")
    refused_catalog._checked.cache_clear()
    monkeypatch.setattr(Malformed, "is_error", lambda self: False)
    with pytest.raises(JudgeError, match="this call is not an error by its declaration"):
        refused_cases(golden, ["add"], "smoke")


@pytest.mark.parametrize(
    ("least", "most", "beyond"), [(3, 9, {2, 10}), (0, None, {-1}), (None, 4, {5})]
)
def test_the_nearest_integers_beyond_a_range_are_put(least, most, beyond):
    attribute = Attribute("n", "a number", 3, kind="integer", least=least, most=most)
    found = [value for value in _of_type(attribute) if isinstance(value, int)]
    assert beyond <= set(found)
