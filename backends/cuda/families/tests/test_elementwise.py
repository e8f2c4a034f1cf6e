"""Tests of elementwise kernels on the emulated device: layouts, lengths, rounding (R1, R2, S1)."""

import ml_dtypes
import mpmath
import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import operations
from samebits.backends.cuda.families.elementwise import units
from samebits.backends.cuda.families.tests.placed import (
    assert_as_numpy_route,
    layouts as layouts_of,
    patterns,
)
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.spec.catalog import get_op
from samebits.spec.formats import from_bits

ELEMENTWISE = sorted(op for op, (family, _) in operations().items() if family == "elementwise")


@pytest.fixture(scope="module")
def session():
    with CudaSession("emulated", EmulatedMachine()) as opened:
        yield opened


def bits(x):
    return x.view(f"u{x.itemsize}")


def result(session, op, *operands, **attributes):
    names = [x.dtype.name for x in operands]
    short = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16"}
    call = get_op(op).call([short[name] for name in names], **attributes)
    out = np.full(operands[0].shape, np.nan, operands[0].dtype)
    session.run(call, operands, [out])
    return out


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 31, 33, 127, 1024, 1025, 1031, 70001])
def test_r1_every_length_and_tail_is_written_and_nothing_else(session, count):
    x = np.arange(count, dtype=np.float32)
    room = np.full(count + 2, 7, np.float32)
    session.run(get_op("add").call(["f32", "f32"]), [x, x], [room[1:-1]])
    assert np.array_equal(room[1:-1], x + x)
    assert (room[0], room[-1]) == (7, 7)


def test_r2_exp_is_correctly_rounded_also_where_it_is_subnormal(session):
    x = np.float32([-103.5, -100.25, -87.5, -1e-30, 0.0, 0.5, 88.5, 1.0, -3.25, 42.0])
    with mpmath.workprec(200):
        wanted = [np.float32(float(mpmath.exp(float(v)))) for v in x]
    # The conversion above rounds twice, but this does not change the results for these operands.
    assert np.array_equal(bits(result(session, "exp", x)), bits(np.float32(wanted)))


@pytest.mark.parametrize("name", [np.float32, np.float16, ml_dtypes.bfloat16])
def test_s1_special_values_of_exp(session, name):
    x = np.array([np.nan, np.inf, -np.inf, -0.0, 1000.0, -1000.0], name)
    wanted = np.array([np.nan, np.inf, 0.0, 1.0, np.inf, 0.0], name)
    assert np.array_equal(bits(result(session, "exp", x)), bits(wanted))


def test_s2_negation_keeps_the_payload_of_a_nan(session):
    x = from_bits(np.array([0x7FC12345, 0xFF812345], np.uint32), "f32")
    y = np.zeros_like(x)
    session.run(get_op("neg").call(["f32"]), [x], [y])
    assert [hex(v) for v in bits(y)] == ["0xffc12345", "0x7f812345"]


def layouts(rng):
    base = rng.standard_normal((6, 10, 8)).astype(np.float32)
    raw = np.zeros(4 * 35 + 1, np.uint8)
    odd = raw[1:].view(np.float32)
    odd[...] = rng.standard_normal(35)
    return {
        "transposed": base.transpose(2, 0, 1),
        "reversed": base[::-1, :, ::-2],
        "broadcast": np.broadcast_to(base[:, :1], base.shape),
        "misaligned": odd.reshape(5, 7),
        "sliced": base[1:5, 2:9, 3],
        "no axes": base[0, 0, 0],
        "empty": base[:, :0],
    }


@pytest.mark.parametrize("layout", layouts(np.random.default_rng(1)))
def test_r2_strides_and_alignment_do_not_change_a_bit(session, layout):
    x = np.asarray(layouts(np.random.default_rng(1))[layout])
    plain = x.copy()
    room = np.full((2, *x.shape), 9, np.float32)
    strided = room.transpose(*range(1, room.ndim), 0)[..., 1]
    session.run(get_op("tanh").call(["f32"]), [x], [strided])
    assert np.array_equal(bits(result(session, "tanh", plain)), bits(strided.copy()))
    assert (room[0] == 9).all()


PLACED = [
    ("add", "u8", (2, 8, 64)), ("add", "i16", (3, 16, 32)), ("add", "f32", (2, 8, 16)),
    ("add", "i64", (8, 8)), ("where", "f32", (2, 16, 32)), ("log", "f64", (8, 16)),
    ("cast", "f32", (16, 32)), ("adagrad", "f32", (2, 8, 16)),
]  # fmt: skip
"""Ops, formats, and shapes whose last axis consists of whole packs, or of whole tiles of packs."""


@pytest.mark.parametrize(("op", "label", "shape"), PLACED)
@pytest.mark.parametrize("longer", [0, 1])
def test_r2_packs_have_one_place_wherever_arrays_lie(op, label, shape, longer):
    shape = (*shape[:-1], shape[-1] + longer)
    signatures = get_op(op).signatures
    wanted = [(i, o) for i, o in signatures if i[-1] == label and (op != "cast" or o == ("f16",))]
    call = get_op(op).call(*wanted[0])
    operands = [patterns(form, *shape, seed=i) for i, form in enumerate(call.inputs)]
    opened = [CudaSession("emulated", EmulatedMachine(multiprocessors=n)) for n in (1, 3)]
    for placed in zip(*map(every_way, operands), strict=True):
        assert_as_numpy_route(opened, call, *placed)
        assert_as_numpy_route(opened, call, operands[0], *placed[1:], odd=True)


def every_way(x):
    """Yield the layouts of `layouts`, a repeated row, column and element, and exchanged axes."""
    yield from layouts_of(x)
    yield np.broadcast_to(x[:1, ...], x.shape)
    yield np.broadcast_to(x[..., :1], x.shape)
    yield np.broadcast_to(x[..., -1:, -1:], x.shape)
    yield np.ascontiguousarray(np.moveaxis(x, -1, -2)).swapaxes(-1, -2)


@pytest.mark.parametrize("multiprocessors", [1, 3, 132])
def test_r2_the_size_of_the_grid_does_not_change_a_bit(session, multiprocessors):
    x = np.random.default_rng(0).standard_normal(200_003).astype(np.float32)
    machine = EmulatedMachine(multiprocessors=multiprocessors)
    with CudaSession("emulated", machine) as other:
        assert np.array_equal(bits(result(session, "mul", x, x)), bits(result(other, "mul", x, x)))


def test_r5_a_cast_to_fp8_saturates_or_not(session):
    x = np.float32([448, 464, 465, 1e9, -np.inf, np.nan])
    out = np.zeros(6, ml_dtypes.float8_e4m3fn)
    for saturate, wanted in ((True, "7e 7e 7e 7e fe 7f"), (False, "7e 7e 7f 7f 7f 7f")):
        call = get_op("cast").call(["f32"], ["f8e4m3fn"], saturate=saturate)
        session.run(call, [x], [out])
        assert bits(out).tobytes().hex(" ") == wanted


def test_there_is_a_unit_for_every_signature_and_none_twice():
    for op in ELEMENTWISE:
        made = list(units(op))
        assert len(made) == len(set(made)) >= len(get_op(op).signatures)
