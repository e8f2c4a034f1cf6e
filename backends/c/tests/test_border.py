"""Test that invalid input at the C interface gives a status and one line, and writes nothing."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.border import (
    F16,
    F32,
    F64,
    I64,
    INVALID,
    OK,
    OVERLAP,
    UNSUPPORTED,
    CArray,
    CAttribute,
    CCall,
    array,
    call,
    integers,
    numbers,
    run,
    text,
)

HUGE = (1 << 63) - 1


def refused(
    session: CSession, called: CCall | None, arrays: list[CArray], words: str, status: int = INVALID
) -> None:
    """Assert that the call returns the status, and a one-line message that contains the words."""
    got, text = run(session, called, arrays)
    assert (got, words in text) == (status, True), (got, text)
    assert "\n" not in text


def pair() -> tuple[np.ndarray, np.ndarray]:
    return np.ones(4, np.float32), np.full(4, 7, np.float32)


def test_null_pointers_are_refused(session: CSession) -> None:
    x, y = pair()
    refused(session, None, [array(x)], "null pointer")
    refused(session, call(None, 1), [array(x), array(y)], "null pointer")
    refused(session, call(b"neg", 1), [array(None), array(y)], "neg: input 0 has no data")
    refused(session, call(b"neg", 1), [array(x), array(None)], "neg: output 0 has no data")
    for field in ("shape", "strides"):
        broken = array(x)
        setattr(broken, field, None)
        refused(session, call(b"neg", 1), [broken, array(y)], "input 0 has no shape or strides")
    lonely = call(b"neg", 1)
    lonely.attributes, lonely.attribute_count = None, 1
    refused(session, lonely, [array(x), array(y)], "attributes are missing")
    negate, packed = call(b"neg", 1), (CArray * 2)(array(x), array(y))
    sb_run, first = session._library.sb_run, ctypes.addressof(packed)
    assert sb_run(ctypes.addressof(negate), None, None, None, 0) == INVALID
    assert sb_run(ctypes.addressof(negate), first, None, None, 0) == INVALID
    assert sb_run(ctypes.addressof(negate), None, first, None, 0) == INVALID
    assert y.tolist() == [7] * 4


def test_a_message_may_be_missing_or_short(session: CSession) -> None:
    x, y = pair()
    packed = (CArray * 2)(array(x), array(y))
    address = ctypes.addressof(packed)
    bad, good = call(b"nonesuch", 1), call(b"neg", 1)
    sb_run, after = session._library.sb_run, address + ctypes.sizeof(CArray)
    assert sb_run(ctypes.addressof(bad), address, after, None, 256) == UNSUPPORTED
    text = ctypes.create_string_buffer(b"#" * 15, 16)
    assert sb_run(ctypes.addressof(bad), address, after, text, 0) == UNSUPPORTED
    assert text.raw == b"#" * 15 + b"\0"
    assert sb_run(ctypes.addressof(bad), address, after, text, 1) == UNSUPPORTED
    assert text.raw[:2] == b"\0#"
    assert sb_run(ctypes.addressof(bad), address, after, text, 9) == UNSUPPORTED
    assert text.raw[:10] == b"there is\0#"
    assert sb_run(ctypes.addressof(good), address, after, text, 16) == OK
    assert text.value == b""
    assert y.tolist() == [-1] * 4


@pytest.mark.parametrize(
    ("field", "values", "words"),
    [
        ("input_count", (-1, 65, -(2**31), 2**31 - 1), "inputs and 1 outputs are not possible"),
        ("output_count", (-1, 0, 65), "outputs are not possible"),
        ("attribute_count", (-1, 65, 2**31 - 1), "attributes are not possible"),
        ("threads", (-257, -(2**31)), "the number of threads cannot be"),
    ],
)
def test_impossible_counts_are_refused(
    session: CSession, field: str, values: tuple[int, ...], words: str
) -> None:
    x, y = pair()
    for value in values:
        called = call(b"neg", 1)
        setattr(called, field, value)
        refused(session, called, [array(x), array(y)], words)
    assert y.tolist() == [7] * 4


def test_wrong_arrays_are_refused_and_nothing_is_written(session: CSession) -> None:
    """C2.1: no result element is written."""
    x, y = pair()
    deep, negative = array(x, shape=(1,) * 33), array(x)
    negative.rank = -1
    wrong = [
        (array(x, form=99), INVALID, "unknown format 99"),
        (array(x, form=-1), INVALID, "unknown format -1"),
        (deep, INVALID, "rank 33"),
        (negative, INVALID, "rank -1"),
        (array(x, shape=(-1,)), INVALID, "negative size -1"),
        (array(x, shape=(-1 << 63,)), INVALID, "negative size"),
        (array(x, shape=(1 << 40, 1 << 40)), INVALID, "2^63"),
        (array(x, strides=(HUGE,)), INVALID, "strides of input 0 leave the address space"),
        (array(x, strides=(-HUGE - 1,)), INVALID, "leave the address space"),
        (array(x, strides=(-(1 << 50),)), INVALID, "leave the address space"),
        (array(x, shape=(1 << 62,), strides=(2,)), INVALID, "leave the address space"),
        (array(x, form=F16), UNSUPPORTED, "no kernel for these formats"),
        (array(x, shape=(2, 2), strides=(8, 4)), INVALID, "one shape"),
        (array(x, shape=(3,)), INVALID, "one shape"),
        (array(x, shape=()), INVALID, "one shape"),
    ]
    for bad, status, words in wrong:
        refused(session, call(b"neg", 1), [bad, array(y)], words, status)
        refused(
            session, call(b"add", 2), [array(x), bad, array(y)], words.replace("0", "1"), status
        )
    refused(session, call(b"add", 1), [array(x), array(y)], "no kernel", UNSUPPORTED)
    refused(session, call(b"neg", 0), [array(y)], "no kernel", UNSUPPORTED)
    refused(session, call(b"neg", 2), [array(x)] * 2 + [array(y)], "no kernel", UNSUPPORTED)
    refused(session, call(b"neg", 1, outputs=2), [array(x), array(y), array(x)], "no", UNSUPPORTED)
    assert y.tolist() == [7] * 4


def test_unknown_ops_and_attributes_are_refused(session: CSession) -> None:
    x, y = pair()
    both = [array(x), array(y)]
    refused(session, call(b"nonesuch", 1), both, "no kernel for the op nonesuch", UNSUPPORTED)
    refused(session, call(b"", 1), both, "no kernel for the op", UNSUPPORTED)
    refused(session, call(b"two\nlines", 1), both, "two?lines", UNSUPPORTED)
    refused(session, call(b"x" * 5000, 1), both, "xxxx", UNSUPPORTED)
    refused(session, call(b"neg", 1, integers(b"axis", 1)), both, "neg has no attribute axis")
    refused(session, call(b"neg", 1, numbers(b"alpha", 1.0)), both, "neg has no attribute alpha")
    named = integers(b"saturate", 1)
    for attributes, words in (
        ((integers(None, 1),), "attribute 0 has no name"),
        ((named, integers(None, 1)), "attribute 1 has no name"),
        ((named, named), "saturate is given twice"),
        ((integers(b"saturate", 2),), "saturate is 2, not 0 or 1"),
        ((integers(b"saturate", -1),), "saturate is -1, not 0 or 1"),
        ((integers(b"saturate"),), "cannot have 0 values"),
        ((integers(b"saturate", 1, 1),), "cannot have 2 values"),
        ((CAttribute(b"saturate", None, 1, None),), "saturate has no values"),
        ((CAttribute(b"saturate", None, -1, None),), "cannot have -1 values"),
        ((numbers(b"saturate", 1.0),), "takes integers, not numbers"),
        ((CAttribute(b"saturate", named.values, 1, numbers(b"", 1.0).numbers),), "more than one"),
        ((text(b"saturate", b"yes"),), "saturate takes no text"),
        ((CAttribute(b"saturate", named.values, 1, None, b"yes"),), "more than one"),
    ):
        refused(session, call(b"cast", 1, *attributes), both, words)
    assert y.tolist() == [7] * 4


TOO_LARGE, LEAST = float.fromhex("0x1.ffffffp127"), float.fromhex("0x1.000002p-150")
"""The midpoint above the largest binary32 number, and a number just above half of the smallest."""


@pytest.mark.parametrize(
    ("op", "name"),
    [("celu", b"alpha"), ("celu_derivative", b"alpha"), ("elu", b"alpha"),
     ("elu_derivative", b"alpha"), ("leaky_relu", b"negative_slope"),
     ("leaky_relu_derivative", b"negative_slope")],
)  # fmt: skip
def test_R4_a_real_attribute_is_finite_in_binary32_and_a_divisor_not_zero(
    session: CSession, op: str, name: bytes
) -> None:
    x, y = np.full(4, -1.0, np.float32), np.full(4, 7.0, np.float32)
    both = [array(x), array(y)]
    code = op.encode()
    for value in (np.nan, np.inf, -np.inf, TOO_LARGE, -1e300):
        refused(session, call(code, 1, numbers(name, value)), both, "not finite in binary32")
    for value in (0.0, -0.0, 1e-60, 2.0**-150):
        if op.startswith("celu"):
            refused(session, call(code, 1, numbers(name, value)), both, "zero in binary32")
        else:
            assert run(session, call(code, 1, numbers(name, value)), both)[0] == OK
    assert op.startswith("celu") == (y.tolist() == [7.0] * 4)
    for value in (LEAST, -LEAST, float(np.nextafter(TOO_LARGE, 0)), 3.0):
        assert run(session, call(code, 1, numbers(name, value)), both)[0] == OK
    assert run(session, call(code, 1, integers(name, 2)), both)[0] == OK


def test_reductions_and_products_refuse_what_they_do_not_take(session: CSession) -> None:
    x, y = np.ones((2, 2), np.float32), np.full((), 7, np.float32)
    square, scalar = array(x, strides=(8, 4)), array(y, shape=())
    for attribute, words in (
        (integers(b"axes", 2), "axis 2 is out of range"),
        (integers(b"axes", -3), "axis -3 is out of range"),
        (integers(b"axes", HUGE), "out of range"),
        (integers(b"axes", 0, 0), "named twice"),
        (CAttribute(b"axes", None, 3, None), "axes has no values"),
        (numbers(b"axes", 0.0), "takes integers"),
        (integers(b"keepdims", 7), "not 0 or 1"),
        (integers(b"axes", 0), "shape does not follow"),
    ):
        refused(session, call(b"sum", 1, attribute), [square, scalar], words)
    flag = integers(b"transpose_a", 3)
    refused(session, call(b"matmul", 2, flag), [square, square, square], "not 0 or 1")
    assert y == 7


def test_overlaps_are_refused(session: CSession) -> None:
    x = np.ones(8, np.float32)
    for start in (1, 2, 3):
        overlap = array(x[start:], shape=(4,))
        refused(session, call(b"neg", 1), [array(x[:4]), overlap], "shares memory", OVERLAP)
    backwards = array(x[3:], shape=(4,), strides=(-4,))
    refused(session, call(b"neg", 1), [array(x[:4]), backwards], "shares memory", OVERLAP)
    for strides in ((0,), (2,), (-2,)):
        itself = array(x[4:], shape=(4,), strides=strides)
        refused(session, call(b"neg", 1), [array(x[:4].copy()), itself], "overlap each other")
    square = array(x, shape=(4, 4), strides=(4, 4))
    other = array(np.ones(16, np.float32), shape=(4, 4), strides=(16, 4))
    refused(session, call(b"neg", 1), [other, square], "overlap each other")
    total = array(x, shape=())
    refused(session, call(b"sum", 1), [array(x[:4]), total], "shares memory", OVERLAP)
    assert x.tolist() == [1] * 8


@pytest.mark.parametrize("offset", [1, 2, 3, 5, 7])
def test_misaligned_pointers_work(session: CSession, offset: int) -> None:
    count = 3000
    memory = np.zeros(3 * (8 * count + 16), np.uint8)
    ends = 8 * count + 16
    for name, kind, size in ((F32, np.float32, 4), (F64, np.float64, 8), (F16, np.float16, 2)):
        a, b, y = (memory[k * ends + offset :][: size * count].view(kind) for k in range(3))
        a[:], b[:] = np.arange(count) % 97, np.arange(count) % 89
        arrays = [array(z, strides=(size,), form=name) for z in (a, b, y)]
        assert run(session, call(b"add", 2), arrays) == (OK, "")
        assert np.array_equal(y, a + b)
        assert run(session, call(b"fmod", 2), arrays) == (OK, "")


def test_empty_arrays_may_have_any_other_sizes_and_strides(session: CSession) -> None:
    sizes, steps = (1 << 40, 1 << 40, 0), (HUGE, -HUGE - 1, 5)
    arrays = [array(None, shape=sizes, strides=steps) for _ in range(3)]
    assert run(session, call(b"add", 2), arrays) == (OK, "")
    lone = np.ones(1, np.float32)  # the stride of an axis of size 1 is not used
    single = array(lone, shape=(1,), strides=(-HUGE - 1,))
    assert run(session, call(b"neg", 1), [single, single]) == (OK, "")
    assert lone[0] == -1


def test_the_other_functions_take_null(session: CSession) -> None:
    library = session._library
    one = (ctypes.c_int32 * 1)(F32)
    assert library.sb_fact(None) is None
    assert library.sb_fact(b"nonesuch") is None
    assert library.sb_self_check(None, 0) == OK
    assert library.sb_supports(b"neg", one, 1, one, 1) == OK
    for op, inputs, n, outputs, m in (
        (None, one, 1, one, 1), (b"neg", None, 1, one, 1), (b"neg", one, 1, None, 1),
        (b"neg", one, -1, one, 1), (b"neg", one, 1, one, 0), (b"neg", one, 1, one, -5),
        (b"", one, 1, one, 1), (b"neg", (ctypes.c_int32 * 1)(99), 1, one, 1),
        (b"argmax", one, 1, (ctypes.c_int32 * 1)(I64 + 50), 1),
    ):  # fmt: skip
        assert library.sb_supports(op, inputs, n, outputs, m) == UNSUPPORTED
