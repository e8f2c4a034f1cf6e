"""Tests that products on the emulated device give the bits of the NumPy route (R4, S1, T1, T4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from samebits.backends.cuda.choice import supports
from samebits.backends.cuda.compiling.units import operations
from samebits.backends.cuda.families.contract import units
from samebits.backends.cuda.launching.matrix_products import TERMS
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute
from samebits.backends.protocol import Array, Supported
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

OPS = sorted(op for op, (family, _) in operations().items() if family == "contract")


class Machine(EmulatedMachine):
    """An emulated machine that records launches, with `shared` bytes of shared memory."""

    def __init__(self, shared: int = 227 * 1024, **settings: Any) -> None:
        super().__init__(**settings)
        self.launched: list[tuple[str, Launch]] = []
        self._shared = shared

    @property
    def shared_memory(self) -> int:
        return self._shared

    def start(self, prepared: Any, arguments: int) -> None:
        kernel, _, shape, _ = prepared
        self.launched.append((kernel.entry, shape))
        super().start(prepared, arguments)

    @property
    def entries(self) -> list[str]:
        return [entry for entry, _ in self.launched]


@pytest.fixture(scope="module")
def session() -> Iterator[CudaSession]:
    with CudaSession("emulated", Machine()) as opened:
        yield opened


def draw(name: str, *shape: int) -> Array:
    rng = np.random.default_rng(shape)
    form = get_format(name)
    if form.is_float:
        return np.asarray(rng.standard_normal(shape).astype(form.dtype))
    return rng.integers(0, 256, shape).astype(np.uint8).view(form.dtype)


def call_of(op: str, formats: Sequence[str], result: str | None = None, **attributes: Any) -> Call:
    return get_op(op).call(list(formats), [result] if result else None, **attributes)


def agree(session: CudaSession, call: Call, *operands: Array) -> None:
    wanted = bits_of(numpy_route.evaluate(call, list(operands))[0])
    got = bits_of(execute(session, call, list(operands))[0])
    assert np.array_equal(got, wanted), f"{call}: {np.count_nonzero(got != wanted)} differ"


def launched_by(session: CudaSession, call: Call, *operands: Array) -> list[str]:
    machine = session.machine
    assert isinstance(machine, Machine)
    machine.launched.clear()
    agree(session, call, *operands)
    return machine.entries


def test_every_signature_has_its_units_and_is_supported() -> None:
    for op in OPS:
        assert list(units(op))
        for inputs, outputs in get_op(op).signatures:
            assert isinstance(supports(get_op(op).call(inputs, outputs)), Supported)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 255, 256, 257, 513, 771])
@pytest.mark.parametrize(("m", "n"), [(17, 18), (5, 131)])
def test_T4_every_rest_of_k_in_blocks_of_256(session: CudaSession, m: int, n: int, k: int) -> None:
    agree(session, call_of("matmul", ["f32"] * 2), draw("f32", m, k), draw("f32", k, n))


@pytest.mark.parametrize("m", [2, 15, 16, 17, 63, 64, 65, 66, 67, 130])
@pytest.mark.parametrize("n", [2, 64, 65, 129])
def test_T4_every_edge_of_a_tile(session: CudaSession, m: int, n: int) -> None:
    agree(session, call_of("matmul", ["f32"] * 2), draw("f32", m, 20), draw("f32", 20, n))


@pytest.mark.parametrize(
    ("m", "n", "k", "entry"),
    [
        (130, 129, 300, "sb_matmul_f32"),
        (40, 70, 100, "sb_bmm_f32"),
        (9, 70, 100, "sb_linear_f32"),
        (70, 9, 100, "sb_linear_f32"),
        (140, 1, 300, "sb_dot_rows_f32"),
        (1, 140, 300, "sb_dot_columns_f32"),
        (1, 1, 300, "sb_dot_pairs_f32"),
    ],
)
def test_T4_each_kernel_makes_the_results_it_is_meant_for(
    session: CudaSession, m: int, n: int, k: int, entry: str
) -> None:
    call = call_of("matmul", ["f32"] * 2)
    assert entry in launched_by(session, call, draw("f32", m, k), draw("f32", k, n))


@pytest.mark.parametrize("transpose_a", [False, True])
@pytest.mark.parametrize("transpose_b", [False, True])
@pytest.mark.parametrize(
    ("m", "n", "k"), [(132, 136, 300), (33, 20, 36), (1, 70, 260), (70, 1, 260)]
)
def test_T4_transposed_operands(
    session: CudaSession, transpose_a: bool, transpose_b: bool, m: int, n: int, k: int
) -> None:
    a = draw("f32", *((k, m) if transpose_a else (m, k)))
    b = draw("f32", *((n, k) if transpose_b else (k, n)))
    call = call_of("matmul", ["f32"] * 2, transpose_a=transpose_a, transpose_b=transpose_b)
    agree(session, call, a, b)


@pytest.mark.parametrize(("m", "n"), [(130, 129), (40, 30), (3, 20), (1, 20), (1, 1)])
def test_T1_no_grid_and_no_place_of_the_waiting_sums_changes_a_bit(m: int, n: int) -> None:
    call, k = call_of("matmul", ["f32"] * 2), 11 * TERMS + 5
    a, b = draw("f32", m, k), draw("f32", k, n)
    wanted = bits_of(numpy_route.evaluate(call, [a, b])[0])
    for multiprocessors in (1, 3, 50):
        for shared in (48 * 1024, 227 * 1024):
            machine = Machine(shared, multiprocessors=multiprocessors)
            with CudaSession("emulated", machine) as opened:
                got = bits_of(execute(opened, call, [a, b])[0])
            assert np.array_equal(got, wanted), (multiprocessors, shared)


def test_T1_a_long_k_is_cut_only_where_the_machine_would_stand_idle() -> None:
    call, k = call_of("matmul", ["f32"] * 2), 9 * TERMS
    a, b = draw("f32", 130, k), draw("f32", k, 130)
    for multiprocessors, is_cut in ((1, False), (50, True)):
        with CudaSession("emulated", Machine(multiprocessors=multiprocessors)) as opened:
            assert ("sb_combine_f32" in launched_by(opened, call, a, b)) is is_cut


@pytest.mark.parametrize("k", [16 * TERMS, 16 * TERMS + 1, 274 * TERMS - 3])
def test_T1_hundreds_of_chunks_are_added_in_levels_of_sixteen(session: CudaSession, k: int) -> None:
    agree(session, call_of("dot", ["f32"] * 2), draw("f32", k), draw("f32", k)[::-1])


@pytest.mark.parametrize(("m", "n"), [(20, 18), (1, 5), (5, 1), (3, 70)])
def test_T4_sums_of_negative_zeros_stay_negative(session: CudaSession, m: int, n: int) -> None:
    for k in (1, 3, 300):
        a, b = np.full((m, k), -0.0, np.float32), np.ones((k, n), np.float32)
        got = execute(session, call_of("matmul", ["f32"] * 2), [a, b])[0]
        assert np.all(bits_of(got) == 1 << 31), (m, n, k)


@pytest.mark.parametrize(("m", "n"), [(20, 18), (1, 5), (1, 1)])
def test_T4_no_terms_give_positive_zero_and_then_the_bias(
    session: CudaSession, m: int, n: int
) -> None:
    a, b = np.zeros((m, 0), np.float32), np.zeros((0, n), np.float32)
    assert not np.any(bits_of(execute(session, call_of("matmul", ["f32"] * 2), [a, b])[0]))
    bias = draw("f32", n)
    bias[0] = -0.0
    agree(session, call_of("matmul", ["f32"] * 3), a, b, bias)


@pytest.mark.parametrize("shape", [(0, 5, 3), (5, 0, 3), (0, 0, 0)])
def test_F1_empty_results_are_left_alone(session: CudaSession, shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    call = call_of("matmul", ["f32"] * 2)
    got = execute(session, call, [draw("f32", m, k), draw("f32", k, n)])[0]
    assert got.shape == (m, n)


def batched(op: str) -> bool:
    """Return whether the op computes a batch of products."""
    return "B" in get_op(op).shape_rule.pattern(0)


@pytest.mark.parametrize("op", OPS)
def test_R4_every_pair_of_formats(session: CudaSession, op: str) -> None:
    sizes = {"*S": (2, 1), "B": (2,), "K": (9 if batched(op) else 260,)}
    sizes |= {"M": (18 if batched(op) else 5,), "N": (17 if batched(op) else 70,)}
    for inputs, outputs in get_op(op).signatures:
        patterns = [get_op(op).shape_rule.pattern(i)[1:-1].split(", ") for i in range(len(inputs))]
        shapes = [sum((sizes[letter] for letter in pattern), ()) for pattern in patterns]
        operands = [draw(f, *s) for f, s in zip(inputs, shapes, strict=True)]
        agree(session, get_op(op).call(inputs, outputs), *operands)


@pytest.mark.parametrize("name", ["f64", "bf16", "f8e4m3fn", "u8"])
@pytest.mark.parametrize(("m", "n", "k"), [(66, 65, 300), (130, 1, 290), (1, 1, 700)])
def test_R4_numbers_of_other_sizes_in_every_kernel(
    session: CudaSession, name: str, m: int, n: int, k: int
) -> None:
    agree(session, call_of("matmul", [name] * 2), draw(name, m, k), draw(name, k, n))


def test_T4_factors_of_two_integer_formats_change_places(session: CudaSession) -> None:
    call = call_of("matmul", ["u8", "i8"])
    assert "sb_linear_i8" in launched_by(session, call, draw("u8", 70, 9), draw("i8", 9, 3))


def test_S1_results_hold_the_canonical_nan(session: CudaSession) -> None:
    a = from_bits(np.full((2, 300), 0xFFC12345, np.uint32), "f32")
    b = draw("f32", 300, 3)
    for count in (1, 3):
        got = execute(session, call_of("matmul", ["f32"] * 2), [a, b[:, :count]])[0]
        assert np.all(bits_of(got) == 0x7FC00000)


def layouts(x: Array) -> Iterator[Array]:
    """Yield the array reversed, with gaps, in column order, at an odd address, and shifted."""
    yield x[::-1, ::-1].copy()[::-1, ::-1]
    wide = np.zeros((x.shape[0], 2 * x.shape[1]), x.dtype)
    wide[:, ::2] = x
    yield wide[:, ::2]
    yield np.asfortranarray(x)
    raw = np.zeros(x.nbytes + 1, np.uint8)
    odd = np.ndarray(x.shape, x.dtype, raw.data, 1)
    odd[...] = x
    yield odd
    shifted = np.zeros((x.shape[0], x.shape[1] + 1), x.dtype)
    shifted[:, 1:] = x
    yield shifted[:, 1:]


@pytest.mark.parametrize(("m", "n", "k"), [(20, 36, 40), (1, 36, 40), (36, 1, 40), (132, 132, 32)])
def test_T2_no_layout_of_an_operand_changes_a_bit(
    session: CudaSession, m: int, n: int, k: int
) -> None:
    call = call_of("matmul", ["f32"] * 2)
    a, b = draw("f32", m, k), draw("f32", k, n)
    for x in layouts(a):
        agree(session, call, x, b)
    for y in layouts(b):
        agree(session, call, a, y)


def test_T2_broadcast_operands(session: CudaSession) -> None:
    call = call_of("bmm", ["f32"] * 2)
    a = np.broadcast_to(draw("f32", 1, 20), (3, 18, 20))
    b = np.broadcast_to(draw("f32", 20, 1), (3, 20, 19))
    agree(session, call, a, b)


@pytest.mark.parametrize(("m", "n"), [(20, 18), (1, 18), (18, 1), (130, 129)])
def test_T2_results_go_wherever_they_are_wanted_and_nowhere_else(
    session: CudaSession, m: int, n: int
) -> None:
    call = call_of("matmul", ["f32"] * 2)
    a, b = draw("f32", m, 9), draw("f32", 9, n)
    wanted = numpy_route.evaluate(call, [a, b])[0]
    room = np.full((2 * m, 3 * n), 7, np.float32)
    for target in (room[::2, 1::3], room[::-2, n - 1 :: -1], room.T[: 3 * n : 3, ::2].T):
        room[...] = 7
        session.run(call, [a, b], [target])
        assert np.array_equal(bits_of(target), bits_of(wanted))
        assert np.count_nonzero(room == 7) == room.size - target.size
    raw = np.full(4 * m * n + 2, 7, np.uint8)
    odd = np.ndarray((m, n), np.float32, raw.data, 1)
    session.run(call, [a, b], [odd])
    assert np.array_equal(odd, wanted)
    assert (raw[0], raw[-1]) == (7, 7)


@pytest.mark.parametrize(("m", "n"), [(1, 1), (64, 65), (65, 1023), (3, 1025), (130, 5)])
@pytest.mark.parametrize("name", ["f32", "bf16"])
def test_T4_outer_products_of_every_edge(session: CudaSession, m: int, n: int, name: str) -> None:
    agree(session, call_of("outer", [name] * 2), draw(name, m), draw(name, 2 * n)[::-2])


def test_R4_outer_products_of_subnormal_numbers_round_twice(session: CudaSession) -> None:
    call = call_of("outer", ["bf16"] * 2)
    a = from_bits(np.arange(1, 0x0400, 37, dtype=np.uint16), "bf16")
    b = from_bits(np.arange(0x3E01, 0x3F81, 3, dtype=np.uint16), "bf16")
    agree(session, call, a, b)


def test_T4_leading_axes_of_a_linear_layer_that_do_not_join(session: CudaSession) -> None:
    weight, bias = draw("f32", 7, 12), draw("f32", 7)
    x = draw("f32", 4, 3, 5, 12)
    for lying in (x, x.transpose(2, 1, 0, 3), x[:, ::2, ::-1], x[0, 0, 0], x[:, :0]):
        agree(session, call_of("linear", ["f32"] * 3), lying, weight, bias)


def test_T4_many_small_batches(session: CudaSession) -> None:
    call = call_of("bmm", ["f32"] * 2)
    for shape in ((150, 3, 33, 1), (150, 1, 33, 3), (150, 1, 290, 1), (40, 3, 5, 4), (0, 3, 4, 5)):
        batches, m, k, n = shape
        agree(session, call, draw("f32", batches, m, k), draw("f32", batches, k, n))


@pytest.mark.parametrize("schedule", ["forward", "reverse", "random"])
def test_T4_the_checking_build_finds_no_fault_in_any_order_of_threads(schedule: str) -> None:
    machine = EmulatedMachine(schedule, checked=True)
    with CudaSession("emulated-checked", machine) as opened:
        for m, n, k in ((33, 34, 520), (3, 20, 21), (130, 130, 270), (1, 20, 300), (20, 1, 300)):
            agree(opened, call_of("matmul", ["f32"] * 2), draw("f32", m, k), draw("f32", k, n))
        agree(opened, call_of("dot", ["f32"] * 2), draw("f32", 5000), draw("f32", 5000))
        agree(opened, call_of("outer", ["f32"] * 2), draw("f32", 66), draw("f32", 70))
