"""Aligned products (T11): which ops use them, the widths, and where the choice is recorded."""

import pytest
import torch
from click.testing import CliRunner
from torch import nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

from samebits.commands.diff import command
from samebits.common.errors import SamebitsError
from samebits.spec.families.aligned import PAIRS
from samebits.torch import expect, get_hash, hash_record, reproducible, state, witness
from samebits.torch.tests.independent import SHORTER, assert_bits
from samebits.torch.tests.several import numbers, result, results, spread, with_gradients

CHOICE = "aligned:24x8"
"""Widths that are so different that exchanging them changes the bits in every test."""

BITS = (24, 8)


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline", contraction=CHOICE):
        yield


def aligned(a, b, *bias, bits=BITS, to=None):
    op = "matmul_aligned" if a.dim() == 2 else "bmm_aligned"
    return result(op, a.contiguous(), b.contiguous(), *bias, bits=bits, to=to)


def pair(dtype=torch.float32, batch=()):
    return numbers(dtype, *batch, 5, 300), numbers(dtype, *batch, 300, 4, seed=2)


def layouts(*operands):
    """Return the operands in three layouts; the last one is transposed in memory."""
    return (
        operands,
        tuple(map(spread, operands)),
        tuple(x.mT.contiguous().mT for x in operands),
    )


@pytest.mark.parametrize("widths", PAIRS)
def test_T11_products_have_the_widths_of_the_text(widths):
    a, b = pair()
    with reproducible("c:baseline", contraction=f"aligned:{widths[0]}x{widths[1]}"):
        assert_bits(a @ b, aligned(a, b, bits=widths))


@pytest.mark.parametrize("dtype", [*SHORTER, torch.float8_e5m2], ids=str)
def test_T11_every_product_is_aligned_in_every_layout(dtype):
    a, b = pair(dtype)
    many, other = pair(dtype, (3,))
    row, column = a[0].clone(), b[:, :1].clone()
    for x, y in layouts(a, b):
        assert_bits(x @ y, aligned(a, b))
        assert_bits(x.mm(y), aligned(a, b))
        assert_bits(x.mv(y[:, 0]), aligned(a, column)[:, 0])
        assert_bits(x[0] @ y[:, 0], aligned(row[None], column)[0, 0])
        assert_bits(torch.vdot(x[0], y[:, 0]), aligned(row[None], column)[0, 0])
        assert_bits(x[0] @ y, aligned(row[None], b)[0])
        assert_bits(torch.mm(x, y, out=torch.empty(0, dtype=dtype)), aligned(a, b))
        assert_bits(torch.matmul(x, y, out=torch.empty(0, dtype=dtype)), aligned(a, b))
        with torch.inference_mode():
            assert_bits(x @ y, aligned(a, b))
            assert_bits(x.mv(y[:, 0]), aligned(a, column)[:, 0])
    for x, y in layouts(many, other):
        assert_bits(x @ y, aligned(many, other))
        assert_bits(x @ b, aligned(many.flatten(0, 1), b).view(3, 5, 4))
        assert_bits(x @ b[:, 0], aligned(many.flatten(0, 1), column).view(3, 5))
        assert_bits(a @ y, aligned(a.expand(3, 5, 300), other))
        assert_bits(row @ y, aligned(row.expand(3, 1, 300), other)[:, 0])
        assert_bits(x[:, None] @ y, torch.stack([aligned(x[[i] * 3], other) for i in range(3)]))
    assert (torch.ones(2, 0, dtype=dtype) @ torch.ones(0, 3, dtype=dtype)).float().eq(0).all()
    assert torch.ones(0, 2, 3, dtype=dtype).matmul(torch.ones(3, 4, dtype=dtype)).numel() == 0


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_T4_5_addends_follow_alpha_and_beta(dtype):
    (a, b), (many, other) = pair(dtype), pair(dtype, (3,))
    bias, c = numbers(dtype, 4, seed=3), numbers(dtype, 5, 4, seed=4)
    wide = {"to": torch.float32}
    for x, y in layouts(a, b):
        assert_bits(torch.addmm(bias, x, y), aligned(a, b, bias))
        product = aligned(a, b, **wide)
        half = result("mul", product, torch.full_like(product, 0.5))
        total = result("add", half, result("cast", c, **wide))
        wanted = result("cast", total, to=dtype)
        assert_bits(torch.addmm(c, x, y, alpha=0.5), wanted)
        assert_bits(c.clone().addmm_(x, y, alpha=0.5), wanted)
        column = torch.addmv(c[:, 0], x, y[:, 0], alpha=0.5)
        assert_bits(column, wanted[:, 0])
        assert_bits(c[:, 0].clone().addmv_(x, y[:, 0], alpha=0.5), wanted[:, 0])
        with torch.inference_mode():
            assert_bits(torch.addmm(bias, x, y), aligned(a, b, bias))
            assert_bits(torch.addmm(c, x, y, alpha=0.5), wanted)
    assert_bits(torch.baddbmm(bias, many, other), aligned(many, other, bias))
    total = result("sum", aligned(many, other, **wide), axes=(0,))
    assert_bits(torch.addbmm(c, many, other, beta=0), result("cast", total, to=dtype))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_T11_10_gradients_have_the_widths_of_their_operands_in_every_layout(dtype):
    (a, b), g = pair(dtype), numbers(dtype, 5, 4, seed=5)
    c = numbers(dtype, 5, 4, seed=4)
    wanted = aligned(g, b.mT), aligned(a.mT, g)
    for x, y in layouts(a, b):
        for grad in (g, spread(g)):
            leaves = [z.detach().requires_grad_() for z in (x, y)]
            for product in (torch.mm, torch.matmul, lambda p, q: torch.addmm(c, p, q)):
                found = torch.autograd.grad(product(*leaves), leaves, grad)
                assert_bits(found[0], wanted[0])
                assert_bits(found[1], wanted[1])
    leaves = [z.detach().requires_grad_() for z in (a, b[:, 0].clone())]
    for product in (torch.mv, lambda p, q: torch.addmv(c[:, 0], p, q)):
        found = torch.autograd.grad(product(*leaves), leaves, g[:, 0])
        assert_bits(found[0], aligned(g[:, :1], b[:, :1].mT))
        assert_bits(found[1], aligned(a.mT, g[:, :1])[:, 0])
    found = with_gradients(torch.dot, g[0, 0], a[0], b[:, 0])
    assert_bits(found[1], aligned(g[:1, :1], b[:, :1].mT)[0])
    assert_bits(found[2], aligned(a[:1].mT, g[:1, :1])[:, 0])
    many, other = pair(dtype, (3,))
    grad = numbers(dtype, 3, 5, 4, seed=6)
    found = with_gradients(torch.bmm, grad, many, other)
    assert_bits(found[1], aligned(grad, other.mT))
    assert_bits(found[2], aligned(many.mT, grad))


def test_T11_10_in_place_the_gradients_are_those_of_the_op_that_is_not():
    (a, b), c, g = pair(), numbers(torch.float32, 5, 4, seed=4), numbers(torch.float32, 5, 4)
    for x, y in layouts(a, b):
        found = with_gradients(lambda p, q, r: p.clone().addmm_(q, r, beta=0.5), g, c, x, y)
        assert_bits(found[1], result("mul", g, torch.full_like(g, 0.5)))
        assert_bits(found[2], aligned(g, b.mT))
        assert_bits(found[3], aligned(a.mT, g))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("shape", [(300,), (6, 300), (2, 3, 300), (2, 0, 300)])
def test_T11_11_linear_and_its_gradients_have_the_bits_of_the_op(dtype, shape):
    x, w, b = numbers(dtype, *shape), numbers(dtype, 7, 300, seed=2), numbers(dtype, 7, seed=3)
    g = numbers(dtype, *shape[:-1], 7, seed=4)
    wanted = result("linear_aligned", x, w, b, bits=BITS)
    assert_bits(functional.linear(spread(x), spread(w), b), wanted)
    found = with_gradients(functional.linear, g, x, w, b)
    assert_bits(found[0], wanted)
    gradients = results("linear_aligned_gradient", [g, x, w], [dtype] * 2, bits=BITS)
    for one, other in zip(found[1:], gradients, strict=False):
        assert_bits(one, other)
    assert_bits(found[3], result("linear_bias_gradient", g))


def test_gradients_of_gradients_keep_the_order_of_operands():
    (a, b), g = pair(), numbers(torch.float32, 5, 4, seed=5)
    h = numbers(torch.float32, 5, 300, seed=6)
    leaves = [x.clone().requires_grad_() for x in (a, b, g)]
    (first,) = torch.autograd.grad(leaves[0] @ leaves[1], leaves[0], leaves[2], create_graph=True)
    of_b, of_g = torch.autograd.grad(first, leaves[1:], h)
    assert_bits(of_b, aligned(g.mT, h).mT.contiguous())
    assert_bits(of_g, aligned(h, b))


def test_checkpoints_vmap_and_functions_of_gradients_have_the_same_bits():
    (a, b), g = pair(), numbers(torch.float32, 5, 4, seed=5)
    wanted = with_gradients(torch.mm, g, a, b)
    saved = with_gradients(lambda x, y: checkpoint(torch.mm, x, y, use_reentrant=False), g, a, b)
    _, pull = torch.func.vjp(torch.mm, a, b)
    for one, other, third in zip(wanted[1:], saved[1:], pull(g), strict=True):
        assert_bits(one, other)
        assert_bits(one, third)
    many, other = pair(batch=(3,))
    assert_bits(torch.vmap(torch.mm)(many, other), aligned(many, other))
    assert_bits(torch.vmap(torch.mm, (0, None))(many, b), aligned(many, b.expand(3, 300, 4)))
    assert_bits(torch.vmap(torch.mm, (None, 0))(a, other), aligned(a.expand(3, 5, 300), other))


@pytest.mark.parametrize(
    "equation", ["ij,jk->ik", "bij,bjk->bik", "bhqd,bhkd->bhqk", "ij,kj->ki", "bij,bjk->bki"]
)
def test_of_einsum_the_operand_whose_letters_come_first_in_the_result_is_the_first(equation):
    sizes = dict(zip("bhijkqd", (2, 3, 4, 300, 5, 6, 270), strict=True))
    given, goal = equation.split("->")
    a, b = (
        numbers(torch.float32, *(sizes[x] for x in letters), seed=i + 1)
        for i, letters in enumerate(given.split(","))
    )
    term = a.shape[-1]
    left = a.reshape(-1, a.shape[-2], term)
    right = b.reshape(-1, *b.shape[-2:])
    right = right if b.shape[-2] == term else right.mT
    wanted = aligned(right.mT, left.mT) if goal.endswith("ki") else aligned(left, right)
    for x, y in ((a, b), (spread(a), spread(b))):
        assert_bits(torch.einsum(equation, x, y), wanted.reshape([sizes[x] for x in goal]))


def test_what_has_no_aligned_form_keeps_its_clause():
    x, k = numbers(torch.float32, 1, 3, 9, 9), numbers(torch.float32, 4, 3, 3, 3, seed=2)
    q, key, v = (numbers(torch.float32, 1, 2, 5, 8, seed=i) for i in range(3))
    wide = pair(torch.float64)
    square = numbers(torch.float32, 6, 6) + 8 * torch.eye(6)
    row = numbers(torch.float32, 6)

    def every():
        yield functional.conv2d(x, k)
        yield functional.scaled_dot_product_attention(q, key, v)
        yield wide[0] @ wide[1]
        yield from with_gradients(torch.mm, numbers(torch.float64, 5, 4), *wide)
        yield torch.linalg.solve(square, square)
        yield torch.addr(square, row, row)
        yield torch.outer(row, row)
        yield torch.arange(6).view(2, 3) @ torch.arange(6).view(3, 2)

    found = list(every())
    with reproducible("c:baseline"):
        for one, other in zip(found, every(), strict=True):
            assert_bits(one, other)


def test_a_block_that_chooses_nothing_has_T4_inside_one_that_aligns():
    a, b = pair()
    with reproducible("c:baseline"):
        assert_bits(a @ b, result("matmul", a, b))
        assert state()["contraction"] == "T4"
        with reproducible("c:baseline", contraction="aligned:8x24"):
            assert_bits(a @ b, aligned(a, b, bits=(8, 24)))
        assert_bits(a @ b, result("matmul", a, b))
        assert_bits(a.mv(b[:, 0]), result("matmul", a, b[:, :1].clone())[:, 0])
    assert_bits(a @ b, aligned(a, b))


def attention():
    layer, x = nn.MultiheadAttention(16, 4, batch_first=True), torch.randn(2, 5, 16)
    y, weights = layer(x, x, x, need_weights=True)
    (y.sum() + weights.pow(2).sum()).backward()
    return [y, weights, *(p.grad for p in layer.parameters())]


def recurrent():
    layer, x = nn.LSTM(30, 16, bidirectional=True), torch.randn(5, 3, 30)
    y, _ = layer(x)
    y.sum().backward()
    return [y, *(p.grad for p in layer.parameters())]


def bilinear():
    layer = nn.Bilinear(8, 9, 5)
    y = layer(torch.randn(4, 8), torch.randn(4, 9))
    y.sum().backward()
    return [y, layer.weight.grad]


def derivatives():
    w, x = torch.randn(4, 6), torch.randn(6)
    slopes = torch.func.grad(lambda x: (w @ x).pow(3).sum())
    return [slopes(x), torch.func.jacrev(slopes)(x)]


def mixed():
    layer, x = nn.Linear(64, 3), torch.randn(4, 64)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = layer(x)
    y.float().sum().backward()
    return [y, layer.weight.grad]


@pytest.mark.parametrize("program", [attention, recurrent, bilinear, derivatives, mixed])
def test_what_is_made_of_products_is_the_same_on_every_device_and_not_that_of_T4(program):
    hashes = []
    for device, choice in (("c:baseline", CHOICE), ("auto", CHOICE), ("c:baseline", "T4")):
        with reproducible(device, contraction=choice):
            torch.manual_seed(0)
            hashes.append(get_hash([x.detach() for x in program()]))
    assert hashes[0] == hashes[1] != hashes[2]


def test_operands_that_do_not_fit_are_errors():
    with pytest.raises(RuntimeError, match="Expected size for first two dimensions of batch2"):
        torch.ones(2, 3) @ torch.ones(2, 3)
    with pytest.raises(RuntimeError, match="expected scalar type Float but found Half"):
        torch.ones(2, 3) @ torch.ones(3, 2).half()
    with pytest.raises(RuntimeError, match="mm: expected a matrix"):
        torch.mm(torch.ones(3), torch.ones(3, 2))
    with pytest.raises(RuntimeError, match="at least 1D"):
        torch.matmul(torch.tensor(1.0), torch.ones(3))
    with pytest.raises(RuntimeError, match="Expected out tensor to have dtype"):
        torch.matmul(torch.ones(2, 3), torch.ones(3, 2), out=torch.empty(0, dtype=torch.float64))


@pytest.mark.parametrize(
    "text", ["aligned", "aligned:24", "aligned:24x20", "aligned:024x16", "t4", "", 24, None]
)
def test_a_wrong_text_is_an_error_of_one_line(text):
    with pytest.raises(SamebitsError) as error:
        reproducible(contraction=text)
    assert str(error.value) == (
        f"contraction is {text!r}; use 'T4', or 'aligned:AxB' with A and B each 8, 16 or 24, "
        "for example 'aligned:24x16'"
    )


def test_the_state_has_the_choice_and_expects_it():
    saved = state()
    assert saved["contraction"] == CHOICE
    assert hash_record(torch.ones(2))["contraction"] == CHOICE
    expect(saved)
    with reproducible("c:baseline"):
        assert state()["table"] != saved["table"]
        with pytest.raises(SamebitsError, match=r"had contraction aligned:24x8, this one has T4"):
            expect(saved)
        usual = state()
        expect({k: v for k, v in usual.items() if k != "contraction"})
    with pytest.raises(SamebitsError, match="had contraction T4, this one has aligned:24x8"):
        expect({k: v for k, v in usual.items() if k != "contraction"})


def test_witnesses_of_two_choices_part_in_one_line(tmp_path):
    model, x = nn.Linear(3, 2), numbers(torch.float32, 2, 3)
    witness(model, x, tmp_path / "a.npz")
    witness(model, x, tmp_path / "same.npz")
    with reproducible("c:baseline"):
        witness(model, x, tmp_path / "b.npz")

    def diff(*names):
        return CliRunner().invoke(command, [str(tmp_path / name) for name in names])

    assert diff("a.npz", "same.npz").exit_code == 0
    done = diff("a.npz", "b.npz")
    assert done.exit_code == 1
    wanted = f"contraction: {CHOICE} and T4, which the blocks of the runs chose\n"
    assert done.output == wanted
