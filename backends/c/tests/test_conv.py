"""Test convolutions in every method of the C code against the oracle's NumPy route (T4, T5)."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, execute_into, poisoned
from samebits.backends.protocol import Array, BackendError
from samebits.conformance.scenes.layouts import LAYOUTS, placed
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.families.windows import forward_axes
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call

KINDS = ("forward", "input_gradient", "weight_gradient", "transposed")
Sizes = tuple[int, ...]


def numbers(name: str, shape: Sizes, seed: int = 0) -> Array:
    rng = np.random.default_rng([seed, *shape])
    x = rng.standard_normal(shape)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan])
    x = np.where(rng.random(shape) < 0.004, special[rng.integers(0, 5, shape)], x)
    with np.errstate(all="ignore"):
        return np.asarray(x).astype(get_format(name).dtype)


def made(
    kind: str,
    image: Sizes,
    weight: Sizes,
    formats: tuple[str, str, str] = ("f32",) * 3,
    **more: Any,
) -> tuple[Call, list[Array]]:
    """Return a convolution or one of its gradients with random operands.

    `image` and `weight` are the shapes in the forward convolution.
    """
    rank, groups = len(image) - 2, more.get("groups", 1)
    ones = (1,) * rank
    steps = {"stride": ones, "padding": (0,) * rank, "dilation": ones, "groups": groups, **more}
    axes = forward_axes("test", steps, image[2:], weight[2:])
    outcome = (image[0], weight[0], *(a.output for a in axes))
    a, b, result = formats
    if kind == "forward":
        operands = [numbers(a, image), numbers(b, weight, 1), numbers(result, weight[:1], 2)]
        return get_op(f"conv{rank}d").call([a, b, result], [result], **steps), operands
    if kind == "weight_gradient":
        op, operands = get_op(f"conv{rank}d_{kind}"), [numbers(a, image), numbers(b, outcome, 1)]
        return op.call([a, b], [result], kernel_size=weight[2:], **steps), operands
    operands = [numbers(a, outcome), numbers(b, weight, 1)]
    if kind == "input_gradient":
        op = get_op(f"conv{rank}d_{kind}")
        return op.call([a, b], [result], input_size=image[2:], **steps), operands
    operands.append(numbers(result, (weight[1] * groups,), 2))
    return get_op(f"conv_transpose{rank}d").call([a, b, result], [result], **steps), operands


def same(session: CSession, call: Call, operands: list[Array]) -> None:
    wanted = numpy_route.evaluate(call, operands)[0]
    assert np.array_equal(bits_of(execute(session, call, operands)[0]), bits_of(wanted)), str(call)


# Shapes of the forward convolution. The gradients take other methods, since rows and terms are
# exchanged.
WAYS = {
    "panels": ((2, 5, 9, 10), (17, 5, 3, 3), {"padding": (1, 1)}),
    "blocks of terms": ((1, 67, 4, 5), (9, 67, 3, 3), {"padding": (1, 1)}),
    "few rows": ((2, 9, 9, 40), (3, 9, 3, 3), {"padding": (1, 2)}),
    "few rows, blocks": ((1, 130, 5, 7), (2, 130, 2, 2), {}),
    "depthwise": ((2, 7, 12, 20), (7, 1, 3, 3), {"padding": (1, 1), "groups": 7}),
    "groups": ((2, 12, 5, 6), (21, 4, 2, 2), {"groups": 3}),
    "pointwise": ((3, 20, 7, 7), (15, 20, 1, 1), {}),
    "pointwise, strided": ((2, 20, 9, 9), (15, 20, 1, 1), {"stride": (2, 2)}),
    "stride 2": ((2, 6, 15, 18), (8, 6, 3, 3), {"stride": (2, 2), "padding": (1, 1)}),
    "stride 3, gaps": ((1, 6, 13, 14), (8, 6, 2, 1), {"stride": (3, 3)}),
    "dilation": ((1, 6, 13, 14), (8, 6, 3, 2), {"dilation": (2, 5), "stride": (1, 2)}),
    "taps beyond a table": ((1, 2, 20, 19), (6, 2, 17, 18), {"padding": (1, 1)}),
    "taps beyond a table, few rows": ((1, 1, 20, 19), (2, 1, 17, 18), {"padding": (1, 1)}),
    "many samples": ((11, 3, 5, 5), (5, 3, 2, 2), {}),
    "long rows": ((1, 3, 2, 530), (8, 3, 1, 3), {"padding": (0, 1)}),
    "vectors of two rows and of none": ((3, 15, 34), (34, 15, 4), {"stride": (3,)}),
    "one axis": ((2, 7, 301), (6, 7, 5), {"stride": (2,), "padding": (4,)}),
    "three axes": ((2, 3, 5, 6, 7), (6, 3, 3, 2, 3), {"padding": (1, 0, 1), "stride": (1, 2, 1)}),
    "three axes, pointwise": ((2, 6, 3, 4, 5), (7, 6, 1, 1, 1), {}),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
def test_T5_every_way_gives_the_bits_of_the_clause(session: CSession, way: str, kind: str) -> None:
    image, weight, more = WAYS[way]
    same(session, *made(kind, image, weight, **more))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "formats",
    [
        ("f64", "f64", "f64"), ("f16", "f16", "f16"), ("bf16", "bf16", "f32"),
        ("f8e4m3fn", "f8e4m3fn", "f8e4m3fn"), ("f8e5m2", "f8e4m3fn", "bf16"),
    ],
)  # fmt: skip
def test_R4_every_format_enters_and_leaves_the_compute_format(
    session: CSession, formats: tuple[str, str, str], kind: str
) -> None:
    for way in ("panels", "few rows, blocks", "stride 2", "pointwise"):
        image, weight, more = WAYS[way]
        same(session, *made(kind, image, weight, formats, **more))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_T2_strides_of_any_operand_and_result_change_nothing(
    session: CSession, layout: str, kind: str
) -> None:
    for way in ("panels", "stride 2", "depthwise", "pointwise"):
        image, weight, more = WAYS[way]
        call, operands = made(kind, image, weight, **more)
        wanted = execute(session, call, operands)[0]
        for which in range(len(operands)):
            moved = [placed(x, layout) if i == which else x for i, x in enumerate(operands)]
            assert np.array_equal(bits_of(execute(session, call, moved)[0]), bits_of(wanted))
        output = LAYOUTS[layout](wanted.shape, call.outputs[0])
        execute_into(session, call, operands, [output])
        assert np.array_equal(bits_of(output), bits_of(wanted))


@pytest.mark.parametrize("kind", KINDS)
def test_T5_the_number_of_threads_changes_nothing(session: CSession, kind: str) -> None:
    for way in ("panels", "blocks of terms", "depthwise", "many samples", "stride 2"):
        image, weight, more = WAYS[way]
        call, operands = made(kind, (3 * image[0], *image[1:]), weight, **more)
        found = set()
        for threads in (1, 2, 3, 7):
            session.configure(threads=threads)
            found.add(bits_of(execute(session, call, operands)[0]).tobytes())
        assert len(found) == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("image", "weight"),
    [((0, 3, 4, 4), (5, 3, 2, 2)), ((2, 0, 4, 4), (5, 0, 2, 2)), ((2, 3, 4, 4), (0, 3, 2, 2))],
)
def test_T5_empty_axes_give_empty_results_or_plus_zero_and_bias(
    session: CSession, image: Sizes, weight: Sizes, kind: str
) -> None:
    same(session, *made(kind, image, weight))


def test_T5_wrong_shapes_and_attributes_are_refused_by_the_library(unchecked: CSession) -> None:
    call, (x, weight, bias) = made("forward", (2, 3, 5, 5), (4, 3, 3, 3))
    right = poisoned((2, 4, 3, 3), "f32")
    for operands, output in (
        ([x[:, :2], weight, bias], right), ([x, weight, bias[:3]], right),
        ([x, weight[..., :2], bias], right), ([x, weight, bias], right[..., :2]),
        ([x[0], weight, bias], right), ([x, weight, bias], poisoned((3, 4, 3, 3), "f32")),
    ):  # fmt: skip
        with pytest.raises(BackendError, match=r"conv2d: .* fit"):
            unchecked.run(call, operands, [np.array(output)])
    for name, value in (("stride", (0, 1)), ("stride", (1,)), ("padding", (-1, 0)), ("groups", 0)):
        wrong = Call(call.op, 1, call.inputs, call.outputs, {**call.attributes, name: value})
        with pytest.raises(BackendError, match="stride, padding, dilation or groups"):
            unchecked.run(wrong, [x, weight, bias], [right])


def test_T5_an_output_that_is_an_input_works_as_if_the_input_had_been_copied(
    session: CSession,
) -> None:
    call, (x, weight, bias) = made("forward", (2, 3, 6, 6), (3, 3, 3, 3), padding=(1, 1))
    wanted = execute(session, call, [x, weight, bias])[0]
    memory = x.copy()
    execute_into(session, call, [memory, weight, bias], [memory])
    assert np.array_equal(bits_of(memory), bits_of(wanted))


_PEAK = """
import resource
import sys
import numpy as np
from samebits.backends.c import backend
from samebits.backends.executor import execute_into, poisoned
from samebits.backends.c.tests.test_conv import made

kind = sys.argv[1]
few, many = 8, 128  # channels; the unfolded operand has 9 * many * 160 * 160 elements
if kind in ("forward", "weight_gradient"):
    image, weight = (1, many, 160, 160), (few, many, 3, 3)
else:
    image, weight = (1, few, 160, 160), (many, few, 3, 3)
call, operands = made(kind, image, weight, padding=(1, 1))
from samebits.spec.catalog import get_op
(shape,) = get_op(call.op).output_shapes(call, [x.shape for x in operands])
output = poisoned(shape, "f32")
with backend.open(sys.argv[2]) as session:
    small, little = made(kind, (1, 2, 4, 4), (2, 2, 3, 3))
    execute_into(session, small, little, [poisoned(get_op(small.op).output_shapes(
        small, [x.shape for x in little])[0], "f32")])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    execute_into(session, call, operands, [output])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_the_unfolded_operand_is_never_stored(session: CSession, kind: str) -> None:
    # Unfolded, the operand would take 118 MB. A call may use 64 MiB, whatever the shape.
    found = subprocess.run(
        [sys.executable, "-c", _PEAK, kind, session.device],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert int(found.stdout) < 64 * 1024


@pytest.mark.parametrize("size", [None, (3,), (4, 1)])
def test_T5_the_size_of_a_gradient_is_required_by_the_library_too(
    unchecked: CSession, size: tuple[int, ...] | None
) -> None:
    ones = {"stride": (1,), "padding": (0,), "dilation": (1,), "groups": 1}
    gradient, weight = np.ones((2, 3, 3), np.float32), np.ones((3, 5, 2), np.float32)
    result = np.full((2, 5, 4), 7, np.float32)
    call = Call("conv1d_input_gradient", 1, ("f32",) * 2, ("f32",), {**ones, "input_size": size})
    with pytest.raises(BackendError, match=r"input_size must be the last 1 sizes .* \(2, 5, 4\)"):
        unchecked.run(call, [gradient, weight], [result])
    assert (result == 7).all()


def test_T3_an_extreme_of_an_empty_axis_names_the_shape_also_without_results(
    session: CSession,
) -> None:
    call = get_op("max").call(["f32"], axes=(1,))
    with pytest.raises(
        BackendError, match=r"max: .* empty axis has no value, got shape \(2, 0, 0\)"
    ):
        session.run(call, [np.zeros((2, 0, 0), np.float32)], [np.zeros((2, 0), np.float32)])
