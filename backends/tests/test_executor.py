"""Test the executor of graphs, and the poison in new outputs."""

import numpy as np
import pytest

from samebits.backends import discovery, executor
from samebits.backends.protocol import Supported, Unsupported
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, bits_of
from samebits.spec.language.call import Call


class WithoutFusion:
    """NumPy's session, without the ops named in `lacks`."""

    def __init__(self, *lacks):
        self.inner = discovery.load("numpy").open("cpu")
        self.lacks = lacks
        self.ran = []

    def supports(self, call):
        return Unsupported("left out") if call.op in self.lacks else self.inner.supports(call)

    def run(self, call, inputs, outputs):
        self.ran.append(call.op)
        self.inner.run(call, inputs, outputs)


def test_G1_softmax_runs_node_by_node_where_there_is_no_kernel():
    session = WithoutFusion("softmax")
    call = get_op("softmax").call(["f32"], axis=1)
    x = np.array([[0.0, 1.0, 2.0], [3.0, 3.0, 3.0]], np.float32)
    (y,) = executor.execute(session, call, [x])
    assert " ".join(session.ran) == "cast max sub exp sum div cast"
    assert np.allclose(y.sum(axis=1), 1)
    assert bits_of(y[1]).tolist() == [0x3EAAAAAB] * 3


def test_a_missing_node_makes_the_graph_unsupported_and_says_which():
    call = get_op("softmax").call(["f32"])
    support = executor.supports(WithoutFusion("softmax", "exp"), call)
    assert isinstance(support, Unsupported)
    assert "node e (exp[f32])" in support.reason
    assert executor.supports(WithoutFusion("softmax"), call) == Supported()


@pytest.mark.parametrize("name", FORMATS)
def test_poison_is_seen_and_a_written_element_is_not(name):
    array = executor.poisoned((3, 2), name)
    assert executor.is_poison(array).all()
    array[1, 1] = 1
    assert executor.is_poison(array).sum() == 5


@pytest.mark.parametrize("name", [f.name for f in FORMATS.values() if f.is_float])
def test_S1_poison_is_no_value_that_an_op_may_compute(name):
    values = executor.poisoned((1,), name)
    assert np.isnan(values.astype(np.float64)).all()
    assert int(bits_of(values)[0]) != FORMATS[name].canonical_nan


def test_a_call_without_its_attributes_says_how_it_is_made():
    call = Call("matmul", 1, ("f32", "f32"), ("f32",))
    x = np.ones((2, 2), np.float32)
    with pytest.raises(SpecError) as raised:
        executor.execute(discovery.load("numpy").open("cpu"), call, [x, x])
    assert str(raised.value) == (
        "matmul: the call lacks 'transpose_a', 'transpose_b'; "
        "get_op('matmul').call(...) fills in the defaults"
    )


def test_a_call_with_an_attribute_too_many_names_it():
    call = Call("exp", 1, ("f32",), ("f32",), {"base": 2})
    with pytest.raises(SpecError, match="exp: unknown attribute 'base'"):
        get_op("exp").check(call)
