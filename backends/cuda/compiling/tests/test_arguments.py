"""Tests of the structures that launches pass: integers out of range always raise errors."""

import ctypes

import pytest

from samebits.backends.cuda.compiling.arguments import Arguments, array_of, integer
from samebits.backends.protocol import BackendError


class Inner(Arguments):
    _fields_ = (("length", ctypes.c_uint32),)


class _Outer(Arguments):
    _fields_ = (
        ("count", ctypes.c_int64),
        ("rank", ctypes.c_int32),
        ("place", ctypes.c_void_p),
        ("scale", ctypes.c_double),
        ("inner", Inner * 2),
        ("steps", array_of(ctypes.c_int64, 3)),
        ("strides", array_of(array_of(ctypes.c_int32, 3), 2)),
    )


def set_slice(x):
    x.steps[1:] = 0, 2**63


def set_nested(x):
    x.strides[1][:2] = 1, -(2**31) - 1


def set_inner(x):
    x.inner[1].length = -1


@pytest.mark.parametrize(
    ("how", "what"),
    [
        (lambda _: _Outer(2**63), "Outer.count: 9223372036854775808 is outside"),
        (lambda _: _Outer(rank=2**31), r"Outer.rank: 2147483648 .*: -2147483648 to 2147483647"),
        (lambda x: setattr(x, "rank", 2**32 + 5), "Outer.rank: 4294967301"),
        (lambda _: Inner(2**32), "Inner.length: 4294967296 .*: 0 to 4294967295"),
        (set_inner, "Inner.length: -1"),
        (set_slice, "Outer.steps: 9223372036854775808"),
        (set_nested, "Outer.strides: -2147483649"),
        (lambda _: _Outer(steps=(0, 0, -(2**63) - 1)), "Outer.steps: -9223372036854775809"),
        (lambda _: integer("blocks", 2**63), "blocks: 9223372036854775808"),
        (lambda _: integer("blocks", 2**31, ctypes.c_int32), "blocks: 2147483648"),
    ],
)
def test_a_number_beyond_its_field_is_refused_by_structure_field_and_number(how, what):
    with pytest.raises(BackendError, match=what) as caught:
        how(_Outer())
    assert "\n" not in str(caught.value)


def test_what_fits_is_kept_to_the_last_bit():
    x = _Outer(2**63 - 1, -(2**31), 2**64 - 1, 0.5)
    x.steps[:] = -(2**63), 2**63 - 1, True
    x.strides[1][2] = 2**31 - 1
    x.inner[0].length = 2**32 - 1
    copy = _Outer.from_buffer_copy(bytes(x))
    assert (copy.count, copy.rank, copy.place, copy.scale) == (2**63 - 1, -(2**31), 2**64 - 1, 0.5)
    assert list(copy.steps) == [-(2**63), 2**63 - 1, 1]
    assert (copy.strides[1][2], copy.inner[0].length) == (2**31 - 1, 2**32 - 1)
    assert integer("n", 7).value == 7
