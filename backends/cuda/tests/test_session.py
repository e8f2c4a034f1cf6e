"""A CUDA session refuses what is wrong with one clear line, and copies what overlaps."""

import numpy as np
import pytest

from samebits.backends.cuda import backend
from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

ADD = get_op("add").call(["f32", "f32"])


@pytest.fixture
def session():
    with CudaSession("emulated", EmulatedMachine()) as opened:
        yield opened


def test_a_device_is_opened_by_its_name_as_reports_show_it():
    with backend.open("cuda:emulated") as opened:
        assert opened.device == "emulated"


def test_an_array_on_the_device_that_is_read_only_takes_no_result(session):
    ones = np.ones(4, np.float32)
    fixed = [resident(session.machine, ones) for _ in range(2)]
    for x in fixed:
        x.is_read_only = True
    session.run(ADD, fixed, [resident(session.machine, ones)])
    with pytest.raises(BackendError, match="read-only"):
        session.run(ADD, [ones, ones], fixed[:1])


@pytest.mark.parametrize("name", ["avx2", "cuda:avx2"])
def test_an_unknown_device_is_refused_with_those_known(name):
    with pytest.raises(BackendError, match=r"has no device .*; known: gpu0, emulated"):
        backend.open(name)


def test_an_op_without_a_kernel_is_unsupported_and_cannot_be_run(session):
    call = Call("no_such_op", 1, ("f32",), ("f32",), {})
    assert not session.supports(call)
    with pytest.raises(BackendError, match="no_such_op"):
        session.run(call, [np.zeros(1, np.float32)], [np.zeros(1, np.float32)])


def test_operands_of_a_wrong_number_shape_or_format_are_refused(session):
    x, short = np.zeros(4, np.float32), np.zeros(3, np.float32)
    with pytest.raises(BackendError, match="2 inputs and 1 outputs wanted"):
        session.run(ADD, [x], [x.copy()])
    with pytest.raises(BackendError, match=r"add: operands must have one shape, got"):
        session.run(ADD, [x, short], [x.copy()])
    with pytest.raises(BackendError, match=r"an output of shape \(4,\) wanted, got \(3,\)"):
        session.run(ADD, [x, x], [short])
    with pytest.raises(BackendError, match="operand 1 has dtype float64, f32 is wanted"):
        session.run(ADD, [x, x.astype(np.float64)], [x.copy()])
    with pytest.raises(BackendError, match="result 0 is a list, neither an array of NumPy"):
        session.run(get_op("neg").call(["f32"]), [x], [x.copy().tolist()])


def test_a_read_only_output_is_refused(session):
    x = np.zeros(4, np.float32)
    frozen = x.copy()
    frozen.flags.writeable = False
    with pytest.raises(BackendError, match="result 0 is read-only"):
        session.run(ADD, [x, x], [frozen])


def test_an_array_on_the_device_is_used_in_place(session):
    x = resident(session.machine, np.arange(6, dtype=np.float32))
    y = resident(session.machine, np.zeros(6, np.float32))
    session.run(ADD, [x, x], [y])
    assert y.values().tolist() == [0, 2, 4, 6, 8, 10]


def test_an_operand_that_overlaps_the_result_counts_as_it_was_before(session):
    whole = resident(session.machine, np.arange(9, dtype=np.float32))
    source, target = whole.view((8,), (4,), 0), whole.view((8,), (4,), 4)
    session.run(ADD, [source, source], [target])
    assert whole.values().tolist() == [0, 0, 2, 4, 6, 8, 10, 12, 14]


def test_an_operand_that_is_the_result_is_computed_in_place(session):
    x = resident(session.machine, np.arange(5, dtype=np.float32))
    session.run(ADD, [x, x], [x])
    assert x.values().tolist() == [0, 2, 4, 6, 8]


def test_work_on_one_stream_is_done_when_that_stream_is_waited_for(session):
    x, y = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    session.configure(stream=7)
    session.run(ADD, [x, x], [y])
    assert y.tolist() == [0, 2, 4, 6, 8]


def test_a_negative_number_of_threads_is_refused(session):
    with pytest.raises(BackendError, match="the number of threads cannot be -1"):
        session.configure(threads=-1)


@pytest.mark.parametrize("shape", [(0, 2, 4, 4), (2, 0, 3, 0)])
def test_an_operand_without_elements_is_reduced_whatever_its_strides_are(session, shape):
    x = np.lib.stride_tricks.as_strided(np.zeros(1, np.float32), shape, (12, 20, 28, 8))
    y = np.empty(shape[:3], np.float32)
    session.run(get_op("sum").call(["f32"], axes=(-1,), keepdims=False), [x], [y])
    assert not y.size
