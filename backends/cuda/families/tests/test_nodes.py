"""Tests that graphs run node by node in one plan give the same bits as separate calls (G1)."""

import numpy as np
import pytest

from samebits.backends.cuda.choice import served
from samebits.backends.cuda.families.tests.cases import numbers, sessions
from samebits.backends.cuda.families.tests.test_graphs import Counting, assert_same
from samebits.backends.cuda.generators.node_graphs import node_graph
from samebits.backends.cuda.session import CudaSession
from samebits.backends.executor import execute, poisoned, run_nodes
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, bits_of

OPS = [op for op, family in served().items() if family == "nodes"]


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def operands(call, seed=0, special=0.05):
    """Return operands with the shapes of the shape rule's example, and with valid indices."""
    rule = get_op(call.op).shape_rule
    shapes = rule.shapes(len(call.inputs), call.attributes)
    found = []
    for i, (name, shape) in enumerate(zip(call.inputs, shapes, strict=True)):
        if rule.indices and rule.indices[0] == i:
            _, limit = rule.index_limit(call.attributes, shapes)
            index = np.random.default_rng(seed).integers(0, limit, shape)
            found.append(index.astype(FORMATS[name].dtype))
        else:
            found.append(np.asarray(numbers(name, shape, seed=seed + i, special=special)))
    return found


def calls(op):
    """Yield a call of every signature, with the attributes of the shape rule's example."""
    declared = get_op(op)
    known = {a.name for a in declared.attributes}
    given = {k: v for k, v in dict(declared.shape_rule.attributes).items() if k in known}
    for inputs, outputs in declared.signatures:
        yield declared.call(inputs, outputs, **given)


@pytest.mark.parametrize("op", OPS)
def test_G1_every_signature_has_the_bits_of_the_nodes(devices, op):
    for number, call in enumerate(calls(op)):
        assert_same(devices, call, operands(call, seed=number))


def stepped(x, step):
    """Return a view of every `step`-th element along each axis."""
    whole = np.asarray(x)
    return whole[(..., *(slice(None, None, step) for _ in whole.shape))]


@pytest.mark.parametrize("op", OPS)
def test_G1_results_that_do_not_lie_together_have_the_same_bits(devices, op):
    call = next(calls(op))
    given = operands(call)
    wanted = execute(devices[0], call, given)
    apart = [
        stepped(poisoned(tuple(2 * n for n in x.shape), f), 2)
        for x, f in zip(wanted, call.outputs, strict=True)
    ]
    turned = [stepped(stepped(x, -1).copy(), -1) for x in given]
    devices[0].run(call, turned, apart)
    for x, y in zip(apart, wanted, strict=True):
        assert np.array_equal(bits_of(x.copy()), bits_of(y))


def test_S2_an_index_out_of_range_is_refused_and_nothing_is_written(devices):
    call = next(calls("max_pool2d_gradient"))
    given = operands(call)
    given[1][0, 1, 0, 1] = -1
    (shape,) = get_op(call.op).output_shapes(call, [x.shape for x in given])
    result = poisoned(shape, call.outputs[0])
    before = bits_of(result).copy()
    with pytest.raises(BackendError, match="index -1"):
        devices[0].run(call, given, [result])
    assert np.array_equal(bits_of(result), before)


def test_it_is_run_by_the_launches_of_its_nodes():
    with CudaSession("emulated", Counting(multiprocessors=1)) as session:
        call = next(calls("max_pool1d_gradient"))
        given = operands(call)
        execute(session, call, given)
        launches = session.machine.launches
        run_nodes(session, get_op(call.op).graph, call, given)
        assert session.machine.launches == 2 * launches


def why_not(op):
    """Return the reasons, over all signatures, why the nodes of an op are not run one by one."""
    return {node_graph(op, signature) for signature in get_op(op).signatures}


def test_a_graph_with_other_items_is_not_one_of_nodes():
    assert all("step" in why for why in why_not("ctc_loss"))


def test_a_graph_of_moves_only_is_not_one_of_nodes():
    assert all("moves" in why for why in why_not("pixel_shuffle"))


def test_an_op_without_a_graph_is_not_one_of_nodes():
    assert all("no graph" in why for why in why_not("exp"))
