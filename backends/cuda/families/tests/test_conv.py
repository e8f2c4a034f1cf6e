"""Tests that convolutions on the emulated device give the bits of the NumPy route."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from samebits.backends.cuda.families import conv
from samebits.backends.cuda.launching.convolution.cut import Cut, Tile, Work, all_cuts
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.oracles.numpy_route import evaluate
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def _operand(shape: Sequence[int], name: str, seed: int) -> Array:
    """Return random numbers of many magnitudes.

    They cancel, so that a different order of additions gives different bits.
    """
    generator = np.random.default_rng(seed)
    spread = 2.0 ** generator.integers(-4, 4, shape)
    return np.asarray(generator.standard_normal(shape) * spread).astype(FORMATS[name].dtype)


def _call(op: str, inputs: Sequence[str], result: str, **attributes: object) -> Call:
    return get_op(op).call(tuple(inputs), (result,), **attributes)  # type: ignore[arg-type]


def _operands(shapes: Sequence[Sequence[int]], formats: Sequence[str]) -> list[Array]:
    return [_operand(s, f, i) for i, (s, f) in enumerate(zip(shapes, formats, strict=True))]


def _run(call: Call, operands: Sequence[Array], multiprocessors: int = 2, **more: Any) -> Array:
    shape = get_op(call.op).output_shapes(call, [x.shape for x in operands])[0]
    result = np.full(shape, 7, FORMATS[call.outputs[0]].dtype)
    machine = EmulatedMachine(multiprocessors=multiprocessors, **more)
    with CudaSession("emulated", machine) as session:
        session.run(call, operands, [result])
    return result


def _agrees(call: Call, operands: Sequence[Array], multiprocessors: int = 2, **more: Any) -> None:
    (wanted,) = evaluate(call, operands)
    assert _run(call, operands, multiprocessors, **more).tobytes() == wanted.tobytes()


def _forward(shapes: Sequence[Sequence[int]], multiprocessors: int = 2, **attributes: Any) -> None:
    """Assert that a forward convolution in f32 gives the bits of the NumPy route.

    The shapes determine the number of spatial axes.
    """
    formats = ["f32"] * len(shapes)
    call = _call(f"conv{len(shapes[0]) - 2}d", formats, "f32", **attributes)
    _agrees(call, _operands(shapes, formats), multiprocessors)


@pytest.mark.parametrize("channels", [1, 7, 8, 9, 27, 28, 29, 30])
def test_T4_every_tail_of_terms_leaves_the_sums_as_they_are(channels: int) -> None:
    """Test 9 to 270 terms, with and without incomplete tiles of 8 and blocks of 256."""
    _forward([(1, channels, 4, 5), (17, channels, 3, 3)], padding=(1, 1))


@pytest.mark.parametrize("width", [1, 2, 3, 4, 126, 127, 128, 129, 130, 131])
def test_T5_every_tail_of_columns_and_rows(width: int) -> None:
    """Test quads of columns that are complete, incomplete, or not aligned in the result."""
    _forward([(3, 5, width), (width % 7 + 62, 5, 2), (width % 7 + 62,)], padding=(1,))


@pytest.mark.parametrize("multiprocessors", [1, 2, 5, 132])
@pytest.mark.parametrize(
    ("op", "shapes", "attributes"),
    [
        ("conv2d", [(2, 130, 5, 4), (70, 130, 3, 3)], {"padding": (1, 1)}),
        ("conv2d_weight_gradient", [(9, 3, 19, 19), (9, 20, 17, 17)], {"kernel_size": (3, 3)}),
        ("conv2d_weight_gradient", [(2, 2, 40, 40), (2, 17, 40, 40)], {"kernel_size": (1, 1)}),
    ],
)
def test_T4_no_size_of_the_machine_changes_a_bit(
    op: str, shapes: list[tuple[int, ...]], attributes: dict[str, Any], multiprocessors: int
) -> None:
    """A large machine cuts sums into more slices. On a small machine, blocks loop over tiles."""
    call = _call(op, ["f32", "f32"], "f32", **attributes)
    _agrees(call, _operands(shapes, call.inputs), multiprocessors)


@pytest.mark.parametrize(
    ("op", "shapes", "attributes"),
    [
        ("conv2d", [(2, 130, 5, 4), (70, 130, 3, 3), (70,)], {"padding": (1, 1)}),
        ("conv2d_weight_gradient", [(11, 2, 30, 20), (11, 17, 30, 20)], {"kernel_size": (1, 1)}),
    ],
)
def test_T4_no_cut_of_the_sum_changes_a_bit(
    monkeypatch: pytest.MonkeyPatch,
    op: str,
    shapes: list[tuple[int, ...]],
    attributes: dict[str, Any],
) -> None:
    """Test every number of slices, from one to the number of blocks or samples."""
    call = _call(op, ["f32"] * len(shapes), "f32", **attributes)
    operands = _operands(shapes, call.inputs)
    (wanted,) = evaluate(call, operands)
    slices = set()
    for index in range(20):

        def nth(work: Work, tiles: Sequence[Tile], multiprocessors: int, index: int = index) -> Cut:
            found = list(all_cuts(work, tiles, multiprocessors))
            slices.add(found[index % len(found)].slices)
            return found[index % len(found)]

        monkeypatch.setattr(conv, "best_cut", nth)
        assert _run(call, operands).tobytes() == wanted.tobytes()
    assert {1, 5 if op == "conv2d" else 33} <= slices


@pytest.mark.parametrize("size", [(1, 1), (1, 13), (14, 1), (7, 7)])
@pytest.mark.parametrize("samples", [1, 2, 3, 5, 7])
def test_T5_the_gradient_of_the_weight_is_a_tree_over_samples(
    samples: int, size: tuple[int, int]
) -> None:
    shapes = [(samples, 4, *size), (samples, 6, *size)]
    call = _call(
        "conv2d_weight_gradient",
        ["f32", "f32"],
        "f32",
        kernel_size=(3, 3),
        padding=(1, 1),
        groups=2,
    )
    _agrees(call, _operands(shapes, call.inputs))


def test_T5_no_sample_gives_a_weight_gradient_of_plus_zero() -> None:
    call = _call("conv1d_weight_gradient", ["f32", "f32"], "f32", kernel_size=(3,))
    got = _run(call, [np.zeros((0, 2, 5), np.float32), np.zeros((0, 3, 3), np.float32)])
    assert got.tobytes() == np.zeros((3, 2, 3), np.float32).tobytes()


@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("dilation", [1, 2, 3])
def test_T5_the_gradient_of_the_input_counts_fitting_taps_only(stride: int, dilation: int) -> None:
    """Test sums of 66 channels and up to 5 taps.

    For each residue, blocks have only the taps that fit.
    """
    size, padding = 17, 2
    count = (size + 2 * padding - 4 * dilation - 1) // stride + 1
    call = _call(
        "conv1d_input_gradient", ["f32", "f32"], "f32", input_size=(size,), stride=(stride,),
        dilation=(dilation,), padding=(padding,),
    )  # fmt: skip
    _agrees(call, _operands([(2, 66, count), (66, 20, 5)], call.inputs))


@pytest.mark.parametrize("stride", [(1, 1, 1), (2, 1, 3)])
def test_T5_a_transposed_convolution_adds_its_bias_where_no_tap_fits_too(
    stride: tuple[int, ...],
) -> None:
    call = _call(
        "conv_transpose3d", ["f32"] * 3, "f32", stride=stride, dilation=(1, 2, 1),
        padding=(0, 1, 0), groups=2,
    )  # fmt: skip
    _agrees(call, _operands([(2, 4, 3, 2, 3), (4, 3, 1, 2, 2), (6,)], call.inputs))


@pytest.mark.parametrize("rows", [1, 2, 4, 5, 16])
@pytest.mark.parametrize("channels", [1, 40])
def test_T4_few_rows_in_a_group_have_the_same_tree(rows: int, channels: int) -> None:
    """Test sums of one block, and of two blocks with a partial sum in memory, with a bias."""
    shapes = [(2, 3 * channels, 15, 10), (3 * rows, channels, 3, 3), (3 * rows,)]
    _forward(shapes, groups=3, padding=(1, 1))


def test_T4_nothing_sums_to_plus_zero_before_the_bias() -> None:
    call = _call("conv1d", ["f32", "f32"], "f32")
    operands = [np.zeros((2, 0, 5), np.float32), np.zeros((40, 0, 3), np.float32)]
    assert _run(call, operands).tobytes() == np.zeros((2, 40, 3), np.float32).tobytes()


def test_T5_taps_outside_take_part_with_plus_zero() -> None:
    """A negative weight times the +0 outside gives -0. An infinite weight gives NaN."""
    weight = np.full((40, 1, 3), -1, np.float32)
    weight[1, 0, 0] = np.inf
    call = _call("conv1d", ["f32", "f32"], "f32", padding=(2,))
    operands = [np.zeros((1, 1, 1), np.float32), weight]
    got = _run(call, operands)
    assert np.signbit(got[0, 0]).all()
    assert np.isnan(got[0, 1]).all()
    _agrees(call, operands)


def test_T4_sums_of_minus_zero_stay_minus_zero_whatever_fills_the_tile() -> None:
    operands = [np.full((1, 3, 9), -0.0, np.float32), np.full((40, 3, 1), 1, np.float32)]
    got = _run(_call("conv1d", ["f32", "f32"], "f32"), operands)
    assert got.tobytes() == np.full((1, 40, 9), -0.0, np.float32).tobytes()


def test_S1_a_nan_of_a_convolution_is_canonical() -> None:
    x = np.full((1, 1, 3), 0xFFC12345, np.uint32).view(np.float32)
    got = _run(_call("conv1d", ["f32", "f32"], "f32"), [x, np.ones((40, 1, 1), np.float32)])
    assert (got.view(np.uint32) == 0x7FC00000).all()


@pytest.mark.parametrize(
    ("formats", "result"),
    [
        (("f64", "f64"), "f64"),
        (("bf16", "bf16"), "bf16"),
        (("f8e4m3fn", "f8e5m2"), "f32"),
    ],
)
@pytest.mark.parametrize("op", ["conv1d", "conv1d_weight_gradient"])
def test_R4_formats_below_the_compute_format_enter_exactly_and_are_rounded_once(
    op: str, formats: tuple[str, str], result: str
) -> None:
    if op == "conv1d":
        call = _call(op, formats, result, padding=(1,))
        shapes = [(2, 90, 7), (40, 90, 3)]
    else:
        call = _call(op, formats, result, kernel_size=(3,), padding=(1,))
        shapes = [(3, 5, 260), (3, 33, 260)]
    _agrees(call, _operands(shapes, formats))
    _agrees(call, _operands(shapes, formats), multiprocessors=64)


def _odd(array: Array) -> Array:
    """Return a copy of the array at an odd address."""
    memory = np.zeros(array.nbytes + 1, np.uint8)
    view = memory[1:].view(np.uint8)[: array.nbytes].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view


@pytest.mark.parametrize("op", [op for op in all_ops() if op.startswith("conv2d")])
@pytest.mark.parametrize("walk", ["reversed", "channels last", "odd", "broadcast"])
def test_T2_no_stride_and_no_alignment_changes_a_bit(op: str, walk: str) -> None:
    attributes: dict[str, Any] = {"padding": (1, 0)}
    shapes = [(2, 5, 6, 7), (33, 5, 3, 2)]
    if op == "conv2d_weight_gradient":
        attributes["kernel_size"], shapes[1] = (3, 2), (2, 33, 6, 6)
    if op == "conv2d_input_gradient":
        attributes["input_size"], shapes = (6, 7), [(2, 33, 6, 6), (33, 5, 3, 2)]
    call = _call(op, ["f32", "f32"], "f32", **attributes)
    walks = {
        "reversed": lambda x: x[::-1, ::-1, ::-1, ::-1],
        "channels last": lambda x: np.ascontiguousarray(x.transpose(0, 2, 3, 1)).transpose(
            0, 3, 1, 2
        ),
        "odd": _odd,
        "broadcast": lambda x: np.broadcast_to(x[:, :1, :, :1], x.shape),
    }
    operands = [walks[walk](x) for x in _operands(shapes, call.inputs)]
    (wanted,) = evaluate(call, [np.ascontiguousarray(x) for x in operands])
    for form in (lambda x: x, lambda x: x[::-1, :, ::-1], _odd):
        result = form(np.full(wanted.shape, 7, np.float32))
        with CudaSession("emulated", EmulatedMachine()) as session:
            session.run(call, operands, [result])
        assert result.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(
    ("op", "shapes", "attributes"),
    [
        ("conv2d", [(2, 30, 5, 4), (33, 30, 3, 3)], {"padding": (1, 1), "stride": (2, 1)}),
        ("conv2d", [(2, 6, 5, 4), (6, 1, 3, 3)], {"groups": 6, "dilation": (1, 1)}),
        ("conv2d_weight_gradient", [(3, 3, 19, 19), (3, 20, 17, 17)], {"kernel_size": (3, 3)}),
    ],
)
def test_T5_indices_of_64_bits_give_the_same_bits(
    monkeypatch: pytest.MonkeyPatch, op: str, shapes: list[tuple[int, ...]], attributes: Any
) -> None:
    monkeypatch.setattr(conv, "WIDE_FROM", 1)
    call = _call(op, ["f32", "f32"], "f32", **attributes)
    _agrees(call, _operands(shapes, call.inputs))


@pytest.mark.parametrize("tile", [0, 1])
@pytest.mark.parametrize("schedule", ["reverse", "random"])
def test_T4_both_tiles_and_every_order_of_threads_give_the_same_bits(
    monkeypatch: pytest.MonkeyPatch, tile: int, schedule: str
) -> None:
    """The 300 rows and 240 columns need several tiles each way, over which few blocks loop."""
    tiles: dict[int, tuple[Tile, ...]] = {4: conv._TILES[4][tile : tile + 1]}
    monkeypatch.setattr(conv, "_TILES", tiles)
    call = _call("conv2d", ["f32", "f32"], "f32", padding=(1, 1))
    operands = _operands([(4, 30, 6, 10), (300, 30, 3, 3)], call.inputs)
    _agrees(call, operands, multiprocessors=1, schedule=schedule)


@pytest.mark.parametrize("checked_op", ["conv2d", "conv2d_weight_gradient", "depthwise"])
def test_T4_the_kernels_have_no_race_and_read_nothing_outside(checked_op: str) -> None:
    if checked_op == "conv2d":
        call = _call("conv2d", ["f32", "f32", "f32"], "f32", padding=(1, 1), stride=(2, 1))
        shapes: list[tuple[int, ...]] = [(2, 60, 5, 3), (66, 60, 3, 3), (66,)]
    elif checked_op == "depthwise":
        call = _call("conv2d", ["f32", "f32"], "f32", padding=(1, 1), groups=5)
        shapes = [(2, 5, 7, 6), (5, 1, 3, 3)]
    else:
        call = _call("conv2d_weight_gradient", ["f32", "f32"], "f32", kernel_size=(2, 3))
        shapes = [(3, 3, 18, 18), (3, 66, 17, 16)]
    _agrees(call, _operands(shapes, call.inputs), multiprocessors=3, checked=True)


@pytest.mark.parametrize("outputs", [5, 6, 9, 12])
def test_T4_rows_that_a_thread_lacks_are_not_read(outputs: int) -> None:
    """A thread has 16 rows, but there are only 8 or 12 packed rows, followed by other memory."""
    call = _call("conv1d", ["f32", "f32"], "f32")
    operands = _operands([(1, 1, 40), (outputs, 1, 8)], call.inputs)
    _agrees(call, operands, checked=True)
