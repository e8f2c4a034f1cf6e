"""Test graphs with the oracle, the C backend, an emulated GPU and plain binary64 arithmetic.

The ops are declared only for these tests (spec/tests/graphs), so no backend has kernels for them,
and the executor runs their nodes.
"""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends import discovery, executor
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.protocol import BackendError, Supported, Unsupported
from samebits.oracles import evaluate, supports
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.tests.graphs.cases import OPS, cases
from samebits.spec.tests.graphs.declared import declared

CASES = cases()


@pytest.fixture(scope="module", autouse=True)
def _declared():
    with declared(*OPS):
        yield


@pytest.fixture(scope="module")
def sessions():
    emulated = CudaSession("emulated", EmulatedMachine(multiprocessors=3))
    with discovery.load("c").open("baseline") as c, emulated:
        yield {"c": c, "cuda:emulated": emulated}


@pytest.fixture(scope="module")
def answers():
    """Return a cache of the oracle's results, by case number."""
    return {}


def wanted(answers, number):
    if number not in answers:
        case = CASES[number]
        assert supports(case.call)
        answers[number] = evaluate(case.call, case.inputs)
    return answers[number]


@pytest.mark.parametrize("number", range(len(CASES)), ids=[str(case) for case in CASES])
def test_the_oracle_is_near_to_what_plain_binary64_makes_of_it(answers, number):
    case = CASES[number]
    for found, plain in zip(wanted(answers, number), case.wanted(), strict=True):
        assert found.shape == plain.shape
        assert np.allclose(found.astype(np.float64), plain, case.near, case.near, equal_nan=True)


@pytest.mark.parametrize("backend", ["c", "cuda:emulated"])
@pytest.mark.parametrize("number", range(len(CASES)), ids=[str(case) for case in CASES])
def test_the_executor_has_the_bits_of_the_oracle(sessions, answers, backend, number):
    """G1.5 to G1.9: constants, several results, omitted operands, selection and loops."""
    case = CASES[number]
    assert executor.supports(sessions[backend], case.call) == Supported()
    found = executor.execute(sessions[backend], case.call, case.inputs)
    for a, b in zip(found, wanted(answers, number), strict=True):
        assert a.dtype == b.dtype
        assert np.array_equal(bits_of(a), bits_of(b))


class Lacking:
    """A session that lacks some ops and records the calls that it runs."""

    def __init__(self, inner, *lacks):
        self.inner, self.lacks, self.ran = inner, lacks, []

    def supports(self, call):
        return Unsupported("left out") if call.op in self.lacks else self.inner.supports(call)

    def run(self, call, inputs, outputs):
        self.ran.append(call.op)
        self.inner.run(call, inputs, outputs)


def test_G1_6_a_graph_in_a_graph_runs_by_its_kernel_or_by_its_nodes(sessions):
    case = next(case for case in CASES if case.call.op == "example_attention_row")
    fused, nodes = Lacking(sessions["c"]), Lacking(sessions["c"], "softmax")
    a = executor.execute(fused, case.call, case.inputs)
    b = executor.execute(nodes, case.call, case.inputs)
    assert [bits_of(x).tobytes() for x in a] == [bits_of(x).tobytes() for x in b]
    assert "softmax" in fused.ran
    assert "softmax" not in nodes.ran
    assert "exp" in nodes.ran


def test_support_is_asked_of_the_nodes_of_nodes_and_the_answer_names_the_way(sessions):
    call = next(case.call for case in CASES if case.call.op == "example_attention_row")
    support = executor.supports(Lacking(sessions["c"], "softmax", "exp"), call)
    assert isinstance(support, Unsupported)
    assert support.reason == ("node p (softmax[f32](axis=-1)): node e (exp[f32]): left out")
    support = executor.supports(Lacking(sessions["c"], "rsqrt"), call)
    assert isinstance(support, Unsupported)
    assert support.reason.startswith("node n (example_layer_norm[f32](eps=0.125)): node r (rsqrt")


@pytest.mark.parametrize("shape", [(2, 3), (3,), (1, 3, 5), (3, 5, 1)])
def test_G1_10_a_result_is_stored_only_with_its_shape(sessions, shape):
    call = get_op("example_layer_norm").call(["f32"], ["f32"] * 3)
    x = np.ones((3, 5), np.float32)
    outputs = [executor.poisoned(s, "f32") for s in (shape, (3,), (3,))]
    with pytest.raises(
        BackendError, match=r"example_layer_norm: y is float32\[3, 5\], but the output"
    ):
        executor.execute_into(sessions["c"], call, [x], outputs)
    assert all(executor.is_poison(output).all() for output in outputs)


def test_G1_10_a_result_is_stored_only_with_its_format(sessions):
    call = get_op("example_layer_norm").call(["bf16"], ["bf16", "f32", "f32"])
    x = from_bits(np.full((3, 5), 0x3F80, np.uint16), "bf16")
    formats = ("bf16", "bf16", "f32")  # the mean is f32
    shapes = ((3, 5), (3,), (3,))
    outputs = [executor.poisoned(s, f) for s, f in zip(shapes, formats, strict=True)]
    with pytest.raises(BackendError, match="mean is float32.* output array is bfloat16"):
        executor.execute_into(sessions["c"], call, [x], outputs)
    assert all(executor.is_poison(output).all() for output in outputs)


def test_S1_1_a_nan_that_a_move_ends_with_is_canonical_and_one_of_moves_alone_is_kept(sessions):
    """S1.2, G1.3: NaN payloads are kept inside a graph, and in results of a graph of moves."""
    payload = from_bits(np.array([[0x7FA00001, 0xFFC12345, 1, 2]], np.uint32), "f32")
    call = get_op("example_moved").call(["f32"])
    for run in (lambda: executor.execute(sessions["c"], call, [payload]),
                lambda: evaluate(call, [payload])):  # fmt: skip
        assert bits_of(run()[0]).tolist() == [0x7FA00001, 0xFFC12345, 1, 2]
    call = get_op("example_guarded_update").call(["f32"] * 2)
    g = np.full((1, 4), np.inf, np.float32)
    for run in (lambda: executor.execute(sessions["c"], call, [payload, g]),
                lambda: evaluate(call, [payload, g])):  # fmt: skip
        assert bits_of(run()[0]).tolist() == [[0x7FC00000, 0x7FC00000, 1, 2]]


def test_G1_8_the_value_that_is_not_chosen_has_no_effect(sessions):
    """Both values are computed (NaN, infinity or a number), but only the chosen one is returned."""
    call = get_op("example_masked_mean").call(["f32", "bool"], ["f32", "i64", "f32", "i64"], k=2)
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    mask = np.array([[1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 1, 1]], np.bool_)
    for session in (*sessions.values(), None):
        seen = set()
        for hidden in (0.0, np.nan, np.inf, -1e38):
            given = np.where(mask, x, np.float32(hidden))
            found = evaluate(call, [given, mask]) if session is None else executor.execute(
                session, call, [given, mask])  # fmt: skip
            seen.add(b"".join(bits_of(y).tobytes() for y in found))
        assert len(seen) == 1


def test_G1_9_every_prefix_of_a_loop_has_the_bits_of_the_shorter_loop(sessions):
    case = next(case for case in CASES if case.call.op == "example_recurrent")
    x, *others = case.inputs
    whole, last = executor.execute(sessions["c"], case.call, case.inputs)
    for steps in range(1, len(x) + 1):
        ys, end = executor.execute(sessions["c"], case.call, [x[:steps], *others])
        assert bits_of(ys).tobytes() == bits_of(whole[:steps]).tobytes()
        assert bits_of(end).tobytes() == bits_of(whole[steps - 1]).tobytes()
    assert bits_of(last).tobytes() == bits_of(whole[-1]).tobytes()
