"""Calls that cannot run are refused with one line, and nothing is written."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.protocol import BackendError, Unsupported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op

ADD = get_op("add").call(["f32", "f32"])
X = np.ones(4, np.float32)

OK, UNSUPPORTED, INVALID = 0, 1, 2
F32, F16 = 1, 2


class CArray(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("rank", ctypes.c_int32),
        ("format", ctypes.c_int32),
    )


class CCall(ctypes.Structure):
    _fields_ = (
        ("op", ctypes.c_char_p),
        ("attributes", ctypes.c_void_p),
        ("attribute_count", ctypes.c_int32),
        ("input_count", ctypes.c_int32),
        ("output_count", ctypes.c_int32),
        ("threads", ctypes.c_int32),
    )


def make(
    x: np.ndarray | None, *, shape: object = None, strides: object = None, form: int = F32
) -> CArray:
    sizes = tuple(x.shape if shape is None and x is not None else shape or (4,))  # type: ignore[arg-type]
    steps = tuple(strides or (4,) * len(sizes))  # type: ignore[arg-type]
    kind = ctypes.c_int64 * max(len(sizes), 1)
    pointer = x.ctypes.data if x is not None else None
    return CArray(pointer, kind(*sizes), kind(*steps), len(sizes), form)


def run(session: CSession, call: CCall | None, arrays: list[CArray]) -> tuple[int, str]:
    packed = (CArray * len(arrays))(*arrays)
    inputs = call.input_count if call else 0
    message = ctypes.create_string_buffer(256)
    address = ctypes.addressof(packed)
    status = session._library.sb_run(
        ctypes.addressof(call) if call else None,
        address,
        address + inputs * ctypes.sizeof(CArray),
        message,
        256,
    )
    return status, message.value.decode()


def negate(inputs: int = 1, op: bytes | None = b"neg") -> CCall:
    return CCall(op, None, 0, inputs, 1, 1)


def test_null_pointers_are_refused(session: CSession) -> None:
    x, y = X.copy(), X.copy()
    assert run(session, None, [make(x)])[0] == INVALID
    assert run(session, negate(op=None), [make(x), make(y)])[0] == INVALID
    status, text = run(session, negate(), [make(None), make(y)])
    assert (status, text) == (INVALID, "neg: input 0 has no data")
    broken = make(x)
    broken.shape = None
    assert run(session, negate(), [broken, make(y)])[0] == INVALID
    call = negate()
    assert session._library.sb_run(ctypes.addressof(call), None, None, None, 0) == INVALID


def test_wrong_arrays_are_refused_and_nothing_is_written(session: CSession) -> None:
    x, y = X.copy(), np.full(4, 7, np.float32)
    wrong = {
        "unknown format 99": (make(x, form=99), INVALID),
        "rank 33": (make(x, shape=(1,) * 33), INVALID),
        "negative size -1": (make(x, shape=(-1,)), INVALID),
        "2^63": (make(x, shape=(1 << 40, 1 << 40)), INVALID),
        "these formats": (make(x, form=F16), UNSUPPORTED),
        "one shape": (make(x, shape=(2, 2)), INVALID),
    }
    for words, (array, wanted) in wrong.items():
        status, text = run(session, negate(), [array, make(y)])
        assert status == wanted, text
        assert words in text
        assert "\n" not in text
    assert y.tolist() == [7] * 4


def test_an_output_that_overlaps_itself_is_refused(session: CSession) -> None:
    x, y = X.copy(), X.copy()
    for strides in ((0,), (2,), (-2,)):
        status, text = run(session, negate(), [make(x), make(y[1:], shape=(4,), strides=strides)])
        assert (status, "overlap each other" in text) == (INVALID, True)
    big = np.zeros(16, np.float32)
    square = make(big, shape=(4, 4), strides=(4, 4))
    status, text = run(session, negate(), [make(big.copy(), shape=(4, 4), strides=(16, 4)), square])
    assert (status, "overlap each other" in text) == (INVALID, True)


def test_an_unknown_op_is_unsupported(session: CSession) -> None:
    x, y = X.copy(), X.copy()
    status, text = run(session, negate(op=b"nonesuch"), [make(x), make(y)])
    assert (status, text) == (UNSUPPORTED, "there is no kernel for the op nonesuch")
    support = session.supports(Call("nonesuch", 1, ("f32",), ("f32",)))
    assert isinstance(support, Unsupported)
    assert "nonesuch" in support.reason
    assert not session.supports(Call("exp", 1, ("f64",), ("f64",)))
    assert not session.supports(Call("exp", 2, ("f32",), ("f32",)))
    assert session.supports(ADD)


def test_the_python_side_refuses_wrong_arrays(session: CSession) -> None:
    with pytest.raises(BackendError, match="2 inputs and 1 outputs wanted"):
        session.run(ADD, [X], [X.copy()])
    with pytest.raises(BackendError, match="f32 wanted, got dtype float64"):
        session.run(ADD, [X, X.astype(np.float64)], [X.copy()])
    with pytest.raises(BackendError, match="f32 wanted, got dtype >f4"):
        session.run(ADD, [X, X.astype(">f4")], [X.copy()])
    frozen = X.copy()
    frozen.flags.writeable = False
    with pytest.raises(BackendError, match="read-only"):
        session.run(ADD, [X, X], [frozen])
    with pytest.raises(BackendError, match=f"c:{session.device}: add: .*one shape"):
        session.run(ADD, [X, X[:2]], [X.copy()])
