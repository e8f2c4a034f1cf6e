"""Tests that reductions on the emulated device give the bits of the NumPy route (T1, T2, T3)."""

from itertools import combinations

import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import operations
from samebits.backends.cuda.families.tests.cases import (
    assert_as_numpy_route,
    layouts,
    numbers,
    sessions,
)
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.shapes import nonempty_reduction

OPS = sorted(op for op, (family, _) in operations().items() if family == "reduce")
DISTINCT = sorted(set(OPS) - {"amax", "amin"})  # these are other names of max and min
SOURCES = ("f64", "f32", "bf16", "f8e4m3fn", "i8", "u32", "bool")
OF_NOTHING = [op for op in DISTINCT if get_op(op).shape_rule is not nonempty_reduction]
KINDS = {(get_op(op).clauses, op in ("prod", "mean")): op for op in DISTINCT}.values()
"""One op for each set of clauses, plus prod and mean."""
AXES = [axes for n in range(4) for axes in combinations(range(3), n)]


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def test_T3_every_reduction_has_an_independent_route() -> None:
    assert set(OPS) <= set(numpy_route.all_routes())


@pytest.mark.parametrize("name", ["f32", "f64", "bf16", "f8e4m3fn"])
def test_T1_every_length_around_packs_warps_and_blocks(devices, name) -> None:
    call = get_op("sum").call([name])
    around = [n + d for n in (64, 128, 256, 512, 1024, 2048, 4096, 8192) for d in (-1, 0, 1, 2, 3)]
    for n in [*range(1, 36), *around, 8192 * 3 + 5]:
        assert_as_numpy_route(devices, call, numbers(name, n, seed=n))


@pytest.mark.parametrize("n", [8193, 8192 * 5, 8192 * 33 + 1])
def test_T1_long_slices_are_trees_over_launches(devices, n) -> None:
    for op in KINDS:
        attributes = {a.name: 0 for a in get_op(op).attributes if a.name == "correction"}
        inputs, outputs = next(s for s in get_op(op).signatures if s[0] == ("f32",))
        call = get_op(op).call(inputs, outputs, **attributes)
        assert_as_numpy_route(devices[:1], call, 1 + numbers("f32", n, seed=n) / 65536)


@pytest.mark.parametrize("op", ["sum", "max"])
def test_T1_more_segments_than_the_packs_of_a_warp_hold(devices, op) -> None:
    n = 8192 * 129 + 1
    call = get_op(op).call(["f32"])
    x = numbers("f32", n, seed=n)
    assert_as_numpy_route(devices[:1], call, x)
    x[-1], x[8192 * 70] = -np.nan, np.inf
    assert_as_numpy_route(devices[:1], call, x)


@pytest.mark.parametrize("terms", [1, 2, 15, 16, 17, 63, 64, 65, 129, 511, 513, 1100])
@pytest.mark.parametrize("width", [8, 31, 32, 33, 257])
def test_T2_columns_of_every_length_and_width(devices, terms, width) -> None:
    x = numbers("f32", (terms, width), special=0.01, seed=terms)
    for op in ("sum", "max"):
        assert_as_numpy_route(devices, get_op(op).call(["f32"], axes=(0,)), x)
    index = get_op("argmin").call(["f32"], ["i64"], axes=(0,))
    assert_as_numpy_route(devices, index, x)


@pytest.mark.parametrize("axes", AXES)
def test_T2_axes_and_memory_layout_never_matter(devices, axes) -> None:
    x = numbers("f32", (5, 9, 12), special=0.02, seed=3)
    for seen in layouts(x):
        for op in KINDS:
            (inputs, outputs) = next(s for s in get_op(op).signatures if s[0] == ("f32",))
            call = get_op(op).call(inputs, outputs, axes=axes, keepdims=op == "mean")
            assert_as_numpy_route(devices[:1], call, seen)


@pytest.mark.parametrize("op", DISTINCT)
def test_R4_formats_of_every_op(devices, op) -> None:
    orders = [{"ord": k} for k in (1, 2, "inf")] if op == "norm" else [{}]
    for inputs, outputs in (s for s in get_op(op).signatures if s[0][0] in SOURCES):
        for attributes in orders:
            call = get_op(op).call(inputs, outputs, axes=(1,), **attributes)
            x = numbers(inputs[0], (7, 77), special=0.003, seed=len(op))
            assert_as_numpy_route(devices[:1], call, x)
            call = get_op(op).call(inputs, outputs, axes=(0,), **attributes)
            assert_as_numpy_route(devices[:1], call, x)


@pytest.mark.parametrize("terms", [129, 197, 255, 256, 257, 511, 513, 1023])
def test_T2_rows_of_few_packs_wherever_they_begin(devices, terms) -> None:
    x = numbers("f32", (1, 5, terms), special=0.002, seed=terms)
    for seen in layouts(x):
        for op in KINDS:
            (inputs, outputs) = next(s for s in get_op(op).signatures if s[0] == ("f32",))
            call = get_op(op).call(inputs, outputs, axes=(2,))
            assert_as_numpy_route(devices[:1], call, seen)


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16", "f8e4m3fn", "f8e5m2"])
@pytest.mark.parametrize("axis", [0, 1])
def test_S1_extremes_have_nans_of_either_sign_above_all(devices, name, axis) -> None:
    """Test rows of infinities, zeros and numbers: without a NaN, or with one NaN of each kind."""
    form = get_format(name)
    word = np.dtype(f"u{form.dtype.itemsize}")
    sign, top = 1 << form.bits - 1, form.max_finite
    nans = {top + 1 + form.has_infinity, sign - 1}
    plain = [0, sign, 1, sign + 1, top, sign + top]
    rows = [[*plain, bits, *plain[::-1]] for nan in nans for bits in (nan, sign + nan)]
    rows += [plain * 2 + [other] for other in plain]
    rows += [[other] * 13 for other in plain]
    x = np.array(rows, word).view(form.dtype)
    x = np.ascontiguousarray(np.tile(x, 9) if axis else np.tile(x, 9).T)
    for op, attributes in (("max", {}), ("min", {}), ("norm", {"ord": "inf"})):
        assert_as_numpy_route(devices, get_op(op).call([name], axes=(axis,), **attributes), x)


@pytest.mark.parametrize("op", OF_NOTHING)
def test_T3_what_nothing_gives(devices, op) -> None:
    for inputs, outputs in (s for s in get_op(op).signatures if s[0][0] in SOURCES):
        call = get_op(op).call(inputs, outputs, axes=(1,))
        assert_as_numpy_route(devices[:1], call, numbers(inputs[0], (3, 0)))


@pytest.mark.parametrize("correction", [-3, 0, 1, 5, 100])
@pytest.mark.parametrize("terms", [1, 5, 100, 1500])
def test_T3_the_correction_of_a_variance(devices, correction, terms) -> None:
    x = numbers("f32", (3, terms), seed=terms)
    for op in ("var", "std"):
        call = get_op(op).call(["f32"], axes=(1,), correction=correction)
        assert_as_numpy_route(devices[:1], call, x)


def test_T1_a_missing_node_is_absent_and_not_plus_zero(devices) -> None:
    call = get_op("sum").call(["f32"])
    for n in (1, 2, 3, 5, 31, 33, 1025, 8195):
        (y,) = execute(devices[0], call, [np.full(n, -0.0, np.float32)])
        assert bits_of(y) == 0x80000000
    (y,) = execute(devices[0], call, [np.zeros(0, np.float32)])
    assert bits_of(y) == 0


def logsumexp_by_nodes(session, x):
    """Compute logsumexp along the last axis by the ops that clause T3 names."""

    def run(op, *operands, **attributes):
        names = ["f32"] * len(operands)
        return execute(session, get_op(op).call(names, **attributes), list(operands))[0]

    m = run("max", x, axes=(-1,), keepdims=True)
    m = np.where(np.isinf(m), np.float32(0), m)
    e = run("exp", run("sub", x, np.broadcast_to(m, x.shape)))
    return run("add", m[..., 0], run("log", run("sum", e, axes=(-1,))))


@pytest.mark.parametrize("terms", [1, 3, 100, 1023, 1500, 9000])
def test_T3_logsumexp_has_the_bits_of_its_nodes(devices, terms) -> None:
    x = 8 * numbers("f32", (6, terms), seed=terms)
    x[1] = -np.inf
    x[2, terms // 2] = np.inf
    x[3, terms // 3] = np.nan
    x[4, :] = -100 * np.abs(x[4])
    wanted = bits_of(logsumexp_by_nodes(devices[0], x))
    for device in devices:
        call = get_op("logsumexp").call(["f32"], axes=(1,))
        assert np.array_equal(bits_of(execute(device, call, [x])[0]), wanted)
        call = get_op("logsumexp").call(["f32"], axes=(0,))
        turned = np.ascontiguousarray(np.tile(x.T, 2))
        got = bits_of(execute(device, call, [turned])[0])
        assert np.array_equal(got, np.tile(wanted, 2))


@pytest.mark.parametrize("schedule", ["reverse", "random"])
def test_T1_the_order_in_which_threads_run_does_not_matter(schedule) -> None:
    with CudaSession("emulated", EmulatedMachine(schedule)) as session:
        x = numbers("f32", (3, 2500))
        for op in ("sum", "var"):
            assert_as_numpy_route([session], get_op(op).call(["f32"], axes=(1,)), x)
        assert_as_numpy_route([session], get_op("sum").call(["f32"], axes=(0,)), x)
