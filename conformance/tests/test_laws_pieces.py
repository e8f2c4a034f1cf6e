"""Tests of parts of laws: batch axes, lengths, layouts, parts of a message, operands."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.backends.hosting import batches
from samebits.backends.hosting.memory import PAGE
from samebits.conformance.calls.replaying import same_bits
from samebits.conformance.judging.lawwork import _other_at, judge_law
from samebits.conformance.laws import graph, law_catalog as catalog, ranks, running
from samebits.conformance.laws.batch_axis import BatchAxis
from samebits.conformance.laws.batching import batch_axes
from samebits.conformance.laws.law import Bench, NotApplicableError, NotPossibleError, as_array
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.laws.overlapping_windows import concerns as windows_concern
from samebits.conformance.laws.prefix import _lengths
from samebits.conformance.scenes.layouts import AT_END, at_offset
from samebits.conformance.scenes.specimens import Specimen, draw, specimens
from samebits.conformance.tests import fakes
from samebits.conformance.tests.judging import all_law_cases
from samebits.conformance.tests.made import Made, normal, right
from samebits.conformance.tests.small_backend import standard_cases
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format, is_nan_bits
from samebits.spec.profiles import LEVELS

ADD = get_op("add").call(["f32", "f32"])


def put(session: Any, law: str, specimen: Specimen) -> Any:
    return all_laws()[law].check(Bench(session), specimen)


def axes_of(op: str, formats: int, *shapes: tuple[int, ...], **attributes: Any) -> list[BatchAxis]:
    return batch_axes(get_op(op).call(["f32"] * formats, **attributes), shapes)


def test_T4_the_rows_columns_and_matrices_of_a_product_are_its_batch() -> None:
    found = axes_of("bmm", 3, (2, 3, 4), (2, 4, 5), (5,))
    assert found == [
        BatchAxis((1, None, None), 1), BatchAxis((None, 2, 0), 2), BatchAxis((0, 0, None), 0),
    ]  # fmt: skip
    found = axes_of("bmm", 2, (2, 4, 3), (2, 5, 4), transpose_a=True, transpose_b=True)
    assert found == [BatchAxis((2, None), 1), BatchAxis((None, 1), 2), BatchAxis((0, 0), 0)]


def test_T4_the_bias_of_a_linear_layer_goes_with_its_columns() -> None:
    assert axes_of("linear", 2, (3, 4), (5, 4)) == [
        BatchAxis((0, None), 0),
        BatchAxis((None, 0), 1),
    ]
    assert axes_of("linear", 3, (3, 4), (5, 4), (5,)) == [
        BatchAxis((0, None, None), 0), BatchAxis((None, 0, 0), 1),
    ]  # fmt: skip


def test_T4_letters_of_a_result_are_a_batch_unless_they_are_a_diagonal() -> None:
    found = axes_of("einsum", 2, (3, 4), (4, 5), equation="ij,jk->ik")
    assert found == [BatchAxis((0, None), 0), BatchAxis((None, 1), 1)]
    assert axes_of("einsum", 1, (3, 4, 4), equation="ijj->ij") == [BatchAxis((0,), 0)]


def test_T6_prefixes_of_lengths_around_every_power_of_two_are_put_in_order() -> None:
    assert _lengths(100) == [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100]
    assert _lengths(1) == [1]


def test_every_law_has_a_level_and_few_are_put_at_smoke() -> None:
    levels = [case.level for case in all_law_cases()]
    assert set(levels) == {"smoke", "standard", "full"} < set(LEVELS)
    assert levels.count("smoke") < levels.count("standard") + levels.count("full")


def test_the_operands_of_a_law_are_drawn_from_the_seed_of_the_run() -> None:
    case = LawCase("threads", "sum", "f32")
    fixed, drawn = case.specimens(), case.specimens(5)
    assert {s.seed for s in fixed} == {fixed[0].seed} != {5}
    assert {s.seed for s in drawn} == {5}
    assert len(fixed) == len(drawn)
    assert not np.array_equal(bits_of(fixed[0].operands()[0]), bits_of(drawn[0].operands()[0]))


def test_a_law_that_says_nothing_of_an_op_is_not_possible_there() -> None:
    with pytest.raises(NotPossibleError, match="has no graph"):
        graph.check(Bench(fakes.RightSession()), Specimen(ADD, ((3,), (3,)), "moderate"))


def test_a_call_that_runs_by_its_nodes_is_not_put_to_threads_as_a_whole() -> None:
    class Apart(fakes.RightSession):
        def supports(self, call: Any) -> Any:
            return SimpleNamespace() if call.op == "never" else False

        def configure(self, *, threads: Any = None, stream: Any = None) -> None:
            return None

    x = [normal((4,)), normal((4,), seed=1)]
    with pytest.raises(NotApplicableError):
        Bench(Apart()).run_together(ADD, [[(ADD, x)]])


def test_bits_become_an_operand_that_nobody_can_write() -> None:
    array = as_array(np.array([0x3F800000], np.uint32), "f32")
    assert array.tolist() == [1.0]
    assert not array.flags.writeable


@pytest.mark.parametrize("offset", [0, 1, 4, 63, 64, 4032])
def test_an_array_at_an_offset_lies_there_and_is_poisoned(offset: int) -> None:
    array = at_offset((3, 5), "f32", offset)
    assert array.ctypes.data % PAGE == offset
    assert np.isnan(array).all()


@pytest.mark.parametrize("shape", [(3, 5), (2048,), (1500,), ()])
def test_an_array_at_the_end_ends_with_a_page(shape: tuple[int, ...]) -> None:
    array = at_offset(shape, "f32", AT_END)
    assert (array.ctypes.data + array.nbytes) % PAGE == 0


def test_every_axis_of_more_than_one_element_runs_backward_alone_and_every_second_one() -> None:
    x = np.zeros((2, 1, 3), np.float32)
    deeper: Any = SimpleNamespace(operands=[x], wanted=[np.zeros((2, 3), np.uint32)])
    assert list(ranks._layouts(deeper)) == [
        ["contiguous", "contiguous"],
        ["backward along axis 0", "contiguous"],
        ["backward along axis 2", "contiguous"],
        ["contiguous", "backward along axis 0"],
        ["contiguous", "backward along axis 1"],
        ["backward along axis 1", "contiguous"],
        ["backward along axis 0 and 2", "backward along axis 0"],
    ]


def test_the_own_axes_of_an_op_stand_behind_those_that_are_added() -> None:
    call = get_op("sum").call(["f32"], axes=(0, -1))
    assert ranks._with_axes(call, [(3, 4, 5)], (2, 1)).attributes["axes"] == (2, 4)
    every = get_op("sum").call(["f32"])
    assert ranks._with_axes(every, [(3, 4)], (2,)).attributes["axes"] == (1, 2)
    scan = get_op("cumsum").call(["f32"], axis=-1)
    assert ranks._with_axes(scan, [(3, 4)], (2, 1)).attributes["axis"] == 3
    assert ranks._last([(3,), (4,)]) == [False, True]


def test_questions_are_sent_so_many_and_so_much_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    x = [np.zeros(4, np.float32)] * 2  # with its result, each question has 48 bytes
    questions = [running.Question(x) for _ in range(5)]

    def sizes() -> list[int]:
        return [len(batch) for batch in batches.batches(running._runs(ADD, questions, False))]

    monkeypatch.setattr(batches, "MOST_RUNS", 2)
    assert sizes() == [2, 2, 1]
    monkeypatch.setattr(batches, "MOST_RUNS", 100)
    monkeypatch.setattr(batches, "MOST_BYTES", 3 * 48)
    assert sizes() == [3, 2]
    monkeypatch.setattr(batches, "MOST_BYTES", 1)
    assert sizes() == [1] * 5
    for by_nodes in (False, True):  # every run states whether its nodes are needed
        assert [r.graph for r in running._runs(ADD, questions, by_nodes)] == [by_nodes] * 5


@pytest.mark.parametrize("label", ["f32", "f16", "bf16"])
def test_operands_have_every_fraction_and_wild_ones_a_quarter_of_special_values(label: str) -> None:
    form = get_format(label)
    bits = draw(form, (4000,), "moderate", 3, 0)
    fractions = bits & form.bits_dtype.type((1 << (form.precision - 1)) - 1)
    assert np.unique(fractions).size > min(1 << (form.precision - 1), 4000) // 2
    wild = draw(form, (4000,), "wild", 3, 0)
    magnitude = wild & form.bits_dtype.type(form.sign_mask - 1)
    small = magnitude < form.bits_dtype.type(3 << (form.precision - 1))
    assert 0.2 < small.mean() < 0.5
    assert 0.04 < is_nan_bits(wild, label).mean() < 0.3


@pytest.mark.parametrize(
    ("law", "op"),
    [
        ("grouping", "embedding_gradient"),
        ("grouping", "index_add"),
        ("windows", "conv1d_input_gradient"),
        ("windows", "conv1d"),
        ("batch", "gather_gradient"),
        ("batch", "bmm"),
        ("alias", "add"),
        ("reordering", "gather"),
    ],
)
def test_a_right_backend_keeps_the_law_and_a_wrong_one_breaks_it(law: str, op: str) -> None:
    label = next(x for x in get_op(op).labels() if x.startswith("f32"))
    found = LawCase(law, op, label).specimens()
    assert found
    few = [s for s in found if not s.large][:2]
    assert [put(Made(right), law, s) for s in few] == [None] * len(few)


def test_T5_the_law_of_windows_concerns_what_matmul_can_take() -> None:
    f32, f16 = (next(iter(specimens("conv1d", label))) for label in ("f32", "f16"))
    assert windows_concern(f32)
    assert windows_concern(f16)
    weights = next(iter(specimens("conv1d_weight_gradient", "f16")))
    assert not windows_concern(weights)  # its samples are added in binary32


def test_the_number_of_specimens_that_kept_a_law_is_told() -> None:
    session = fakes.RightSession()
    subject: Any = SimpleNamespace(
        session=session,
        threads=None,
        promises=frozenset(),
        explain_command=lambda case, seed: "again",
    )
    case = LawCase("run_to_run", "add", "f32")
    result = judge_law(subject, case)
    assert (result.outcome, result.elements) == ("pass", len(case.specimens()))


def test_results_are_equal_where_all_of_them_are() -> None:
    a, b = np.arange(3), np.arange(3) + 1
    assert same_bits([a, b], [a.copy(), b.copy()])
    assert not same_bits([a, b], [a, a])
    assert not same_bits([a, b], [b, b])


@pytest.mark.parametrize("byte", [1, 4, 8, 16, 32, 64])
def test_bits_that_depend_on_any_alignment_are_told_with_it(byte: int) -> None:
    def compute(c: Any, v: Any) -> Any:
        return right(c, v) + np.float32(v[0].ctypes.data % 128 == byte)

    said = _other_at(Bench(Made(compute)), Specimen(ADD, ((9,), (9,)), "moderate"))
    assert f"operands {byte} bytes behind the start of a page" in said


def test_the_labels_of_standard_are_binary32_and_one_more() -> None:
    for op in {"exp", *(case.call.op for case in standard_cases())}:
        assert 1 <= len(catalog._two_labels("threads", op)) <= 2
        assert "f32" in catalog._two_labels("threads", op)


def test_laws_concern_the_ops_that_they_can_break() -> None:
    def concerned(law: str, op: str) -> bool:
        asked = specimens(op, next(iter(get_op(op).labels())))
        return any(all_laws()[law].applies(specimen) for specimen in asked)

    assert concerned("alias", "add")
    assert not concerned("alias", "exp")
    for op in ("gather", "sort"):
        assert concerned("reordering", op)
    for op in ("add", "cumsum"):
        assert not concerned("reordering", op)
