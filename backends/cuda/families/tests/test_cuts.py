"""Tests that graphs cut into kernels over rows give the same bits as their nodes."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from samebits.backends.cuda.choice import served
from samebits.backends.cuda.families import cuts as family
from samebits.backends.cuda.families.tests.cases import layouts, numbers, sessions
from samebits.backends.cuda.families.tests.test_graphs import Counting, assert_same, faults
from samebits.backends.cuda.generators.cutting.cut_formulas import cut_of, cuts
from samebits.backends.cuda.generators.given import given as given_of
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute, poisoned, run_nodes
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of
from samebits.spec.language.geometry import tokens

OPS = [op for op, family in served().items() if family == "cuts"]
WAYS = {
    "reduction": ("none", "mean", "sum"),
    "label_smoothing": (0.0, 0.1),
    "momentum": (None, 0.25),
    "ignore_index": (1,),
}
SIZES = [(3, 1, (5,)), (2, 7, ()), (1, 3, (2, 3)), (2, 516, (3,)), (1, 9000, (2,)), (2, 2, (8200,))]


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def signatures(op):
    """Return the signatures of an op that have kernels."""
    return [signature for signature, found in cuts(op).items() if not isinstance(found, str)]


def calls(op, classes):
    """Yield calls of each signature, with attributes that together select all arms of branches."""
    names = [a.name for a in get_op(op).attributes]
    ways = [WAYS[name] for name in names if name in WAYS]
    more = {"classes": classes} if "classes" in names else {}
    for inputs, outputs in signatures(op):
        for chosen in product(*ways):
            attributes = dict(zip([n for n in names if n in WAYS], chosen, strict=True))
            yield get_op(op).call(inputs, outputs, **attributes, **more)


def operands(call, n, c, s, seed=0, special=0.05):
    """Return operands for `n` samples, `c` channels or classes, and spatial sizes `s`.

    Indices are valid classes.
    """
    rule, found = get_op(call.op).shape_rule, []
    words = {"N": (n,), "C": (c,), "classes": (c,), "*S": s}
    words["*R"] = (n, *s) if call.attributes.get("reduction") == "none" else ()
    indices = rule.indices[0] if rule.indices else -1
    for i, name in enumerate(call.inputs):
        shape = tuple(size for word in tokens(rule.pattern(i)) for size in words[word])
        if i == indices:
            x = np.random.default_rng(seed).integers(0, c, shape)
        else:
            x = numbers(name, shape, seed=seed + i, special=special)
        found.append(np.asarray(x))
    return found


def is_defined(call, given):
    """Return whether the op allows these shapes. For example, a norm of one element is an error."""
    try:
        get_op(call.op).output_shapes(call, [x.shape for x in given])
    except SpecError:
        return False
    return True


@pytest.mark.parametrize("op", OPS)
def test_T1_rows_of_any_length_have_the_bits_of_the_nodes(devices, op):
    for size, (n, c, s) in enumerate(SIZES):
        for number, call in enumerate(calls(op, c)):
            given = operands(call, n, c, s, seed=number)
            if number % len(SIZES) == size and is_defined(call, given):
                assert_same(devices, call, given)


@pytest.mark.parametrize("op", OPS)
def test_S1_special_values_have_the_bits_of_the_nodes(devices, op):
    for number, call in enumerate(calls(op, 4)):
        assert_same(devices, call, operands(call, 3, 4, (5,), seed=number, special=0.4))


@pytest.mark.parametrize("op", OPS)
def test_G1_nothing_and_no_rows(devices, op):
    for call in list(calls(op, 3))[:3]:
        assert_same(devices, call, operands(call, 0, 3, (5,)))
        assert_same(devices, call, operands(call, 2, 3, (0,)))


@pytest.mark.parametrize("op", OPS)
def test_G1_strides_gaps_and_odd_addresses_change_nothing(devices, op):
    call = next(calls(op, 6))
    given = operands(call, 4, 6, (5,))
    for other in zip(*(layouts(x) if x.ndim == 3 else [x] * 9 for x in given), strict=False):
        assert_same(devices, call, list(other))


@pytest.mark.parametrize("op", [op for op in OPS if get_op(op).shape_rule.indices])
def test_G7_an_index_that_is_no_class_is_refused_and_nothing_is_written(devices, op):
    declared = get_op(op)
    for call in calls(op, 3):
        if call.inputs[0] != "f32":
            continue
        given = operands(call, 2, 3, (4,))
        given[declared.shape_rule.indices[0]][1, 2] = 3
        shapes = declared.output_shapes(call, [x.shape for x in given])
        results = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
        before = [bits_of(x).copy() for x in results]
        with pytest.raises(BackendError, match=rf"{op}: index 3 at row-major position 6"):
            devices[0].run(call, given, results)
        assert all(np.array_equal(bits_of(x), y) for x, y in zip(results, before, strict=True))


@pytest.mark.parametrize("op", OPS)
def test_each_array_of_rows_is_read_by_as_many_launches_as_the_graph_has_levels(op):
    with CudaSession("emulated", Counting(multiprocessors=1)) as session:
        machine = session.machine
        call = next(calls(op, 300))
        given = operands(call, 4, 300, (6,))
        execute(session, call, given)
        found = cuts(op)[call.inputs, call.outputs]
        own = {piece.unit for cut in found for piece in cut.pieces}
        used = {kernel for kernel in machine.kernels if kernel.unit in own}
        assert 0 < len(used) <= max(len(cut.pieces) for cut in found)
        fused = machine.launches
        run_nodes(session, get_op(op).graph, call, given)
        if any(piece.walks for cut in found for piece in cut.pieces):
            assert machine.launches - fused > fused


def test_what_is_not_cut_says_why():
    for op, why in (("softplus", "no graph"), ("conv_bias_gradient", "a value of shape")):
        assert any(why in each for each in cuts(op).values())
    (op, *_), binary64 = OPS, [s for s in get_op(OPS[0]).signatures if s[0][0] == "f64"]
    assert all("binary64" in cuts(op)[signature] for signature in binary64)


def test_the_text_is_the_same_each_time():
    for op in OPS:
        assert cuts.__wrapped__(op) == cuts(op)


@pytest.mark.parametrize("op", ["cross_entropy", "batch_norm_gradient"])
def test_a_node_left_out_is_noticed(devices, monkeypatch, op):
    found = [call for call in calls(op, 7) if call.inputs[0] == "f32"]
    call = [call for call in found if call.attributes.get("reduction", "none") == "none"][-1]
    given = operands(call, 3, 7, (11,), special=0)
    wanted = [bits_of(x) for x in execute(devices[0], call, given)]
    taken = given_of(call, [x.shape for x in given]).taken
    right = cut_of(op, (call.inputs, call.outputs), taken)
    planted = 0
    for i, piece in enumerate(right.pieces):
        for what, lines in faults(piece):
            wrong = replace(piece, unit=replace(piece.unit, made="\n".join(lines)))
            pieces = (*right.pieces[:i], wrong, *right.pieces[i + 1 :])
            monkeypatch.setattr(
                family, "cut_of", lambda *_, pieces=pieces: replace(right, pieces=pieces)
            )
            with CudaSession("emulated", EmulatedMachine(multiprocessors=1)) as session:
                got = execute(session, call, given)
            pairs = zip(got, wanted, strict=True)
            assert any(not np.array_equal(bits_of(x), y) for x, y in pairs), (i, what)
            planted += 1
    assert planted > 5
