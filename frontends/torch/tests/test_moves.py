"""PyTorch's move kernels treat floats like integers with the same bits, or the call is refused."""

import itertools
import warnings
from contextlib import nullcontext

import numpy as np
import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.moves import MOVES
from samebits.torch.overloads import Kind, frozen, kind_of
from samebits.torch.table import table

aten = torch.ops.aten
F = torch.nn.functional

FLOATS = {
    torch.float64: torch.int64,
    torch.float32: torch.int32,
    torch.float16: torch.int16,
    torch.bfloat16: torch.int16,
    torch.float8_e4m3fn: torch.int8,
    torch.float8_e5m2: torch.int8,
}

MASK = torch.tensor([[True, False, True], [False, False, True]])
COLUMNS = torch.tensor([2, 0, 2])
TWICE = torch.tensor([1, 1])

# For each move, calls on tensors a and b of shape [2, 3], some with repeated indices.
CALLS = {
    "_index_put_impl_": [
        lambda a, b: aten._index_put_impl_(a.clone(), [torch.tensor([1, 0])], b),
        lambda a, b: aten._index_put_impl_(a.clone(), [TWICE], b),
        lambda a, b: aten._index_put_impl_(a.clone(), [MASK], b[0]),
    ],
    "_stack": [lambda a, b: aten._stack([a, b], 1)],
    "cat": [lambda a, b: torch.cat([a, b], 1), lambda a, b: torch.cat([a, b[:0]])],
    "channel_shuffle": [lambda a, b: torch.channel_shuffle(_images(a, b), 2)],
    "copy_": [lambda a, b: a.clone().copy_(b), lambda a, b: a.clone().copy_(b[0])],
    "eye": [lambda a, b: torch.eye(3, dtype=a.dtype)],
    "fill_": [lambda a, b: a.clone().fill_(b[0, 0])],
    "flip": [lambda a, b: torch.flip(a, (0, 1))],
    "gather": [lambda a, b: torch.gather(a, 1, torch.tensor([[2, 2], [0, 1]]))],
    "im2col": [lambda a, b: F.unfold(_images(a, b), 2, padding=1)],
    "index": [
        lambda a, b: a[torch.tensor([1, 1, 0])],
        lambda a, b: a[MASK],
        lambda a, b: a[:, COLUMNS],
    ],
    "index_copy": [lambda a, b: torch.index_copy(a, 0, TWICE, b)],
    "index_copy_": [lambda a, b: a.clone().index_copy_(0, TWICE, b)],
    "index_fill_": [lambda a, b: a.clone().index_fill_(1, COLUMNS, b[0, 0])],
    "index_select": [lambda a, b: torch.index_select(a, 1, COLUMNS)],
    "masked_fill_": [lambda a, b: a.clone().masked_fill_(MASK, b[0, 0])],
    "masked_scatter_": [lambda a, b: a.clone().masked_scatter_(MASK, b)],
    "masked_select": [lambda a, b: torch.masked_select(a, MASK)],
    "narrow_copy": [lambda a, b: aten.narrow_copy(a, 1, 1, 2)],
    "native_channel_shuffle": [lambda a, b: torch.native_channel_shuffle(_images(a, b), 2)],
    "nonzero": [lambda a, b: torch.nonzero(a)],
    "nonzero_static": [lambda a, b: torch.nonzero_static(a, size=8)],
    "pixel_shuffle": [lambda a, b: torch.pixel_shuffle(_pixels(a, b), 2)],
    "pixel_unshuffle": [lambda a, b: torch.pixel_unshuffle(_images(a, b)[..., :2], 1)],
    "put_": [
        lambda a, b: a.clone().put_(torch.tensor([5, -6, 5]), b[0]),
        lambda a, b: a.t().clone().t().put_(torch.tensor([1, 1, 2]), b[1]),
    ],
    "reflection_pad1d": [lambda a, b: F.pad(a, (2, 1), "reflect")],
    "reflection_pad2d": [lambda a, b: F.pad(_images(a, b), (1, 2, 1, 0), "reflect")],
    "reflection_pad3d": [lambda a, b: F.pad(_images(a, b)[None], (1, 1, 1, 1, 1, 1), "reflect")],
    "repeat_interleave": [lambda a, b: torch.repeat_interleave(a, torch.tensor([2, 0]), 0)],
    "replication_pad1d": [lambda a, b: F.pad(a, (2, 1), "replicate")],
    "replication_pad2d": [lambda a, b: F.pad(_images(a, b), (1, 2, 1, 0), "replicate")],
    "replication_pad3d": [lambda a, b: F.pad(_images(a, b)[None], (1, 1, 1, 1, 1, 1), "replicate")],
    "roll": [lambda a, b: torch.roll(a, (1, -1), (0, 1)), lambda a, b: torch.roll(a, 2)],
    "scatter": [lambda a, b: torch.scatter(a, 1, torch.tensor([[2, 2, 0], [1, 1, 1]]), b)],
    "scatter_": [
        lambda a, b: a.clone().scatter_(0, torch.tensor([[1, 0, 1], [1, 0, 0]]), b),
        lambda a, b: a.clone().scatter_(1, torch.tensor([[0], [2]]), 1),
    ],
    "stack": [lambda a, b: torch.stack([a, b], 2)],
    "take": [lambda a, b: torch.take(a, torch.tensor([[5, -6], [0, 0]]))],
    "tril": [lambda a, b: torch.tril(a)],
    "tril_": [lambda a, b: a.clone().tril_(1)],
    "triu": [lambda a, b: torch.triu(a)],
    "triu_": [lambda a, b: a.clone().triu_(-1)],
    "where": [lambda a, b: torch.where(MASK, a, b), lambda a, b: torch.where(MASK, a, b[0])],
}

QUESTIONS = {
    "isin": lambda a, b: torch.isin(a, b),
    "isnan": lambda a, b: aten.isnan(a),
    "isneginf": lambda a, b: torch.isneginf(a),
    "isposinf": lambda a, b: torch.isposinf(a),
    "signbit": lambda a, b: torch.signbit(a),
    "copysign": lambda a, b: torch.copysign(a, b),
}
"""Moves whose result depends on values and not only on bits. They are compared with NumPy below."""


def _images(a, b):
    """Return four images [1, 4, 2, 3], made from two tensors [2, 3]."""
    return torch.stack([a, b, b.flip(0), a.flip(1)])[None]


def _pixels(a, b):
    return torch.stack([a, b, b.flip(0), a.flip(1)])[None]


def patterns(dtype, seed):
    generator = np.random.default_rng(seed)
    whole = generator.integers(0, 256, (2, 3, dtype.itemsize), np.uint8)
    return torch.from_numpy(whole).view(dtype).reshape(2, 3)


def bits(x):
    return x.contiguous().view(FLOATS[x.dtype]) if x.dtype in FLOATS else x


def test_every_move_is_proven():
    packets = {name.partition(".")[0] for name, (kind, _) in frozen().items() if kind is Kind.MOVE}
    within_lowerings = {name.partition(".")[0] for name in table()} & MOVES
    assert packets | within_lowerings == {*CALLS, *QUESTIONS, "lu_unpack"}


@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (2, 2)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_factors_are_taken_apart_bit_by_bit(shape, dtype):
    rows, columns = shape
    one = bits(torch.ones(1, dtype=dtype)).item()
    for seed in range(4):
        packed = patterns(dtype, seed).flatten()[: rows * columns].reshape(shape)
        with reproducible("c:baseline"):
            p, low, up = torch.lu_unpack(packed, torch.tensor([2, 2], dtype=torch.int32))
        words = bits(packed).numpy()
        wanted = np.tril(words, -1)[:, :2]
        np.fill_diagonal(wanted, one)
        assert np.array_equal(bits(low).numpy(), wanted)
        assert np.array_equal(bits(up).numpy(), np.triu(words)[:2])
        exchanged = [1, 0, 2][:rows]
        assert np.array_equal(p.numpy(), np.eye(rows)[:, exchanged])


@pytest.mark.parametrize("name", [name for name in CALLS if name != "eye"])
def test_a_move_of_random_bits_is_that_of_integers(name):
    asked = list(itertools.product(enumerate(CALLS[name]), FLOATS, range(4)))
    operands = [(patterns(dtype, seed), patterns(dtype, seed + 100)) for _, dtype, seed in asked]
    with reproducible("c:baseline"):
        found = [
            _moved(call, *both) for ((_, call), _, _), both in zip(asked, operands, strict=True)
        ]
    assert any(isinstance(x, torch.Tensor) for x in found)
    for ((number, call), dtype, seed), (a, b), x in zip(asked, operands, found, strict=True):
        if isinstance(x, NoCanonicalDefinition):
            continue
        if isinstance(x, Exception):
            with pytest.raises(type(x)):  # PyTorch has no kernel for this dtype
                call(a, b)
            continue
        # the call writes the number 1 in addition to moved elements
        if number and name == "scatter_":
            x = torch.where(x == 1, torch.zeros_like(x), x)
            a, b, call = *_without_ones(a, b), _scattered_zero
        wanted = _on_integers(call, a, b)
        assert torch.equal(bits(x), wanted.to(bits(x).dtype)), (number, dtype, seed)


def _moved(call, a, b):
    try:
        return call(a, b)
    except (RuntimeError, NotImplementedError) as error:
        return error


def test_eye_has_ones():
    with reproducible("c:baseline"):
        found = [torch.eye(3, dtype=dtype) for dtype in FLOATS]
    assert all(x.double().tolist() == np.eye(3).tolist() for x in found)


def _without_ones(a, b):
    return torch.where(a == 1, torch.zeros_like(a), a), b


def _scattered_zero(a, b):
    return a.clone().scatter_(1, torch.tensor([[0], [2]]), 0)


def _on_integers(call, a, b):
    """Return the bits that the call must give, computed on integers.

    The integers are the bits of the operands. If PyTorch's kernel does not accept integers, the
    call moves indices, and then the bits are taken from these indices.
    """
    if a.dtype.itemsize == 8 or a.dtype.itemsize == 4:
        try:
            return call(bits(a), bits(b))
        except (RuntimeError, NotImplementedError):
            pass
    places = torch.arange(1, 13, dtype=torch.float64)
    moved = call(places[:6].reshape(2, 3), places[6:].reshape(2, 3))
    if not moved.is_floating_point():  # a search for nonzero elements
        return call(*(x != 0 for x in (a.float(), b.float())))
    source = torch.cat([torch.zeros(1, dtype=torch.int64), bits(a).flatten().long()])
    source = torch.cat([source, bits(b).flatten().long()])
    return source[moved.long()]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_about_bits_has_numpys_answer(name):
    specials = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, -np.nan, 1e-45, -1e-45]
    values = np.array(specials, np.float32)
    other = np.array(specials[::-1], np.float32)
    with reproducible("c:baseline"):
        found = QUESTIONS[name](torch.from_numpy(values), torch.from_numpy(other)).numpy()
    call = getattr(np, name)
    wanted = call(values, other) if name in ("isin", "copysign") else call(values)
    assert found.tobytes() == wanted.tobytes()


MIXED = {
    "index_put": lambda a, b: a.clone().index_put_((TWICE,), b),
    "scatter": lambda a, b: a.clone().scatter_(1, torch.tensor([[0, 1, 2]]), b),
    "index_copy": lambda a, b: a.clone().index_copy_(0, TWICE, b),
    "masked_scatter": lambda a, b: a.clone().masked_scatter_(MASK, b),
    "gather": lambda a, b: torch.gather(a, 1, torch.tensor([[0]]), out=b.clone()),
    "roll": lambda a, b: aten.roll.out(a, [1], [0], out=b.clone()),
}


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize("other", [torch.float16, torch.float64, torch.complex64])
def test_a_move_between_formats_is_refused(name, other):
    a, b = torch.ones(2, 3), torch.ones(2, 3, dtype=other)
    with reproducible("c:baseline"), pytest.raises((NoCanonicalDefinition, RuntimeError)):
        MIXED[name](a, b)


def test_each_value_has_the_gradient_of_its_place_where_places_repeat():
    """PyTorch's gradient is the same, although only the last value was written (docs/torch.md)."""
    found = []
    for block in (reproducible("c:baseline"), nullcontext()):
        with block:
            x = torch.zeros(4, requires_grad=True)
            values = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
            written = x.index_put((torch.tensor([1, 1, 2]),), values)
            (written * torch.tensor([1.0, 10.0, 100.0, 1000.0])).sum().backward()
            found.append((written.tolist(), x.grad.tolist(), values.grad.tolist()))
    written, of_x, of_values = found[0]
    assert (written, of_x) == ([0.0, 2.0, 3.0, 0.0], [1.0, 0.0, 0.0, 1000.0])
    assert of_values == [10.0, 10.0, 100.0]
    assert found[0][1:] == found[1][1:]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["scatter_", "index_copy_", "index_put_", "put_"])
def test_T7_of_several_updates_of_one_place_the_last_wins(name, threads):
    generator = np.random.default_rng(5)
    count, size = 60000, 97
    places = torch.from_numpy(generator.integers(0, size, count))
    values = torch.arange(count, dtype=torch.float64)
    wanted = torch.zeros(size, dtype=torch.float64)
    for place, value in zip(places.tolist(), values.tolist(), strict=True):
        wanted[place] = value
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        with reproducible("c:baseline", threads=threads):
            x = torch.zeros(size, dtype=torch.float64)
            if name == "scatter_":
                x.scatter_(0, places, values)
            elif name == "index_copy_":
                x.index_copy_(0, places, values)
            elif name == "index_put_":
                x.index_put_((places,), values)
            else:
                x.put_(places, values)
    finally:
        torch.set_num_threads(before)
    assert torch.equal(x, wanted)


@pytest.mark.parametrize("layout", list(itertools.permutations(range(3))))
def test_T7_the_last_in_row_major_order_wins_in_any_memory_layout(layout):
    generator = np.random.default_rng(6)
    index = torch.from_numpy(generator.integers(0, 2, (4, 5, 6)))
    values = torch.arange(120, dtype=torch.float32).reshape(4, 5, 6)
    wanted = torch.zeros(2)
    for place, value in zip(index.flatten().tolist(), values.flatten().tolist(), strict=True):
        wanted[place] = value
    back = [layout.index(i) for i in range(3)]
    index, values = (x.permute(layout).contiguous().permute(back) for x in (index, values))
    with reproducible("c:baseline"):
        assert torch.equal(torch.zeros(2).index_put_((index,), values), wanted)
        assert torch.equal(torch.zeros(2).put_(index, values), wanted)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("where.ScalarOther", lambda x: torch.where(x > 0, x, 0.5)),
        ("where.ScalarSelf", lambda x: torch.where(x > 0, 0.5, x)),
        ("repeat_interleave.self_int", lambda x: x.repeat_interleave(2)),
        ("repeat_interleave.self_Tensor", lambda x: x.repeat_interleave(torch.tensor([1, 2, 3]))),
    ],
)
def test_a_composite_that_moves_has_its_gradient_without_a_warning(name, call):
    assert kind_of(name) is Kind.COMPOSITE
    x = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
    (wanted,) = torch.autograd.grad(call(x).sum(), x)
    with reproducible("c:baseline"), warnings.catch_warnings():
        warnings.simplefilter("error")
        result = call(x)
        (found,) = torch.autograd.grad(result.sum(), x)
    assert torch.equal(result, call(x))
    assert torch.equal(found, wanted)
