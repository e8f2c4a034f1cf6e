"""Tests of CuPy arrays: exact formats, their GPU, and the stream that is current on this GPU."""

import ml_dtypes
import numpy as np
import pytest

from samebits.backends.cuda.arrays import cupy as arrays
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.tests.doubles import (
    NumberedMachine,
)
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, from_bits

ADD = get_op("add").call(["f32", "f32"])
ONES = np.ones(4, np.float32)


@pytest.fixture
def session():
    with CudaSession("gpu0", NumberedMachine()) as opened:
        yield opened


@pytest.mark.parametrize("name", FORMATS)
def test_an_array_of_every_format_has_the_bits_of_the_host_path(session, cupy_array, name):
    form = FORMATS[name]
    rng = np.random.default_rng(1)
    patterns = rng.integers(0, 2 if name == "bool" else 1 << form.bits, (5, 6), form.bits_dtype)
    x = from_bits(patterns, name)
    call = get_op("sort").call([name])
    (wanted,) = execute(session, call, [np.ascontiguousarray(x.T)])
    back = np.zeros_like(wanted)
    session.run(call, [cupy_array(session.machine, x).T], [back])
    assert back.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(
    ("dtype", "call", "text"),
    [
        ("i4", "f32", "has dtype int32, f32 is wanted"),
        (">f4", "f32", "has dtype >f4, f32 is wanted in this machine's byte order"),
        ("u2", "bf16", "has dtype uint16, bf16 is wanted; if these are its bits, give x.view(ml"),
        ("f2", "bf16", "has dtype float16, bf16 is wanted"),
        ("u1", "f8e5m2", "is wanted; if these are its bits, give x.view(ml_dtypes.float8_e5m2)"),
        (ml_dtypes.float8_e4m3fnuz, "f8e4m3fn", "has dtype float8_e4m3fnuz, f8e4m3fn is wanted"),
    ],
)
def test_another_type_of_the_right_size_is_refused(session, cupy_array, dtype, call, text):
    x = cupy_array(session.machine, np.ones(4).astype(dtype))
    with pytest.raises(BackendError) as caught:
        session.run(get_op("neg").call([call]), [x], [x])
    assert text in str(caught.value)
    assert ("if these are its bits" in str(caught.value)) == ("if these" in text)


def test_an_array_on_another_gpu_is_refused_unless_it_is_empty(session, cupy_array):
    far, near = (cupy_array(session.machine, ONES, number) for number in (1, 0))
    with pytest.raises(BackendError, match="operand 1 lies on GPU 1, this session uses GPU 0; cop"):
        session.run(ADD, [near, far], [near])
    empty = cupy_array(session.machine, ONES[:0], 1)
    session.run(ADD, [empty, empty], [empty])


def test_what_cupy_calls_stream_zero_is_its_default_one(cupy_array, streams, monkeypatch):
    machine = NumberedMachine()
    x = cupy_array(machine, ONES)
    assert arrays.Reader().look_at(machine, x)[3] == 1
    streams.cupy = 77
    assert arrays.Reader().look_at(machine, x)[3] == 77
    streams.cupy = 0
    monkeypatch.setenv(arrays.PER_THREAD, "1")
    assert arrays.Reader().look_at(machine, x)[3] == 2


def test_a_view_is_seen_from_its_first_element(cupy_array):
    machine = NumberedMachine()
    x = cupy_array(machine, ONES)[::-2]
    address, fixed, layout, _, is_unplaced, _ = arrays.Reader().look_at(machine, x)
    assert (fixed, is_unplaced, layout[1:3]) == ("", False, ((2,), (-8,)))
    assert (address - x.data.mem.ptr, layout[3]) == (12, 12)
