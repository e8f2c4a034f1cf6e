"""Matrix products return the bits of the specification's ops, computed separately."""

import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.tests.independent import FLOATS, assert_bits
from samebits.torch.tests.several import numbers, result, results, spread, with_gradients


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


def compute(dtype):
    return torch.float64 if dtype is torch.float64 else torch.float32


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_T4_products_have_the_bits_of_the_op(dtype):
    a, b = numbers(dtype, 5, 300), numbers(dtype, 300, 4, seed=2)
    for x, y in ((a, b), (spread(a), spread(b)), (a, b.t().contiguous().t())):
        assert_bits(x @ y, result("matmul", a, b))
        assert_bits(x.mv(y[:, 0]), result("matmul", a, b[:, :1])[:, 0])
        assert_bits(x[0] @ y[:, 1], result("dot", a[0], b[:, 1].contiguous()))
        assert_bits(torch.vdot(x[0], y[:, 1]), result("dot", a[0], b[:, 1].contiguous()))
    assert_bits(torch.outer(a[0], b[:, 0]), result("outer", a[0], b[:, 0].contiguous()))
    many, other = numbers(dtype, 3, 5, 300), numbers(dtype, 3, 300, 4, seed=2)
    assert_bits(spread(many) @ other, result("bmm", many, other))
    assert_bits(
        torch.empty(2, 0, dtype=dtype) @ torch.empty(0, 3, dtype=dtype),
        torch.zeros(2, 3, dtype=dtype),
    )


def addend(c, product, beta, alpha, dtype):
    """Compute alpha * product + beta * c by the nodes of T4.5."""
    wide = product.dtype

    def scaled(x, factor):
        number = result("cast", torch.tensor(float(factor), dtype=torch.float64), to=wide)
        return result("mul", x, number.expand(x.shape))

    value = product if alpha == 1 else scaled(product, alpha)
    if beta:
        other = result("cast", c, to=wide).expand(value.shape)
        value = result("add", value, other if beta == 1 else scaled(other, beta))
    return result("cast", value, to=dtype)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize(("beta", "alpha"), [(1, 1), (0.1, 0.7), (0, 1), (1, -0.3), (0, 0.7)])
def test_T4_addends_follow_alpha_and_beta(dtype, beta, alpha):
    a, b = numbers(dtype, 5, 300), numbers(dtype, 300, 4, seed=2)
    many, other = numbers(dtype, 3, 5, 300), numbers(dtype, 3, 300, 4, seed=2)
    product = result("matmul", a, b, to=compute(dtype))
    batch = result("bmm", many, other, to=compute(dtype))
    factors = {"beta": beta, "alpha": alpha}
    for c in (numbers(dtype, 5, 4, seed=3), numbers(dtype, 4, seed=3), numbers(dtype, 5, 1)):
        if beta == 0:
            c = torch.full_like(c, float("nan"))
        wanted = addend(c, product, beta, alpha, dtype)
        assert_bits(torch.addmm(c, spread(a), b, **factors), wanted)
        assert_bits(torch.baddbmm(c, many, other, **factors), addend(c, batch, beta, alpha, dtype))
        total = result("sum", batch, axes=(0,))
        assert_bits(torch.addbmm(c, many, other, **factors), addend(c, total, beta, alpha, dtype))
    c = numbers(dtype, 5, seed=4)
    column = result("matmul", a, b[:, :1], to=compute(dtype))[:, 0]
    assert_bits(torch.addmv(c, a, b[:, 0], **factors), addend(c, column, beta, alpha, dtype))
    c = numbers(dtype, 5, 4, seed=5)
    outer = result("outer", a[:, 0].contiguous(), b[0], to=compute(dtype))
    assert_bits(torch.addr(c, a[:, 0], b[0], **factors), addend(c, outer, beta, alpha, dtype))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("shape", [(300,), (6, 300), (2, 3, 300), (2, 0, 300), (1, 2, 3, 300)])
@pytest.mark.parametrize("biased", [True, False])
def test_linear_and_its_gradients_have_the_bits_of_the_op_in_every_layout(dtype, shape, biased):
    x, w, b = numbers(dtype, *shape), numbers(dtype, 7, 300, seed=2), numbers(dtype, 7, seed=3)
    g = numbers(dtype, *shape[:-1], 7, seed=4)
    operands = [x, w, b] if biased else [x, w]
    wanted = result("linear", *operands)
    assert_bits(functional.linear(spread(x), spread(w), b if biased else None), wanted)
    got = with_gradients(functional.linear, g, *operands)
    assert_bits(got[0], wanted)
    for one, other in zip(
        got[1:], results("linear_gradient", [g, x, w], [dtype] * 2), strict=False
    ):
        assert_bits(one, other)
    if biased:
        assert_bits(got[3], result("linear_bias_gradient", g))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("equation", ["ij,jk->ik", "bij,bjk->bik", "bhqd,bhkd->bhqk", "ij,ij->i"])
def test_einsum_of_two_operands_has_the_bits_of_the_op(dtype, equation):
    sizes = dict(zip("bhijkqd", (2, 3, 4, 300, 5, 6, 270), strict=True))
    given = equation.split("->")[0].split(",")
    a, b = (
        numbers(dtype, *(sizes[x] for x in letters), seed=i + 1) for i, letters in enumerate(given)
    )
    assert_bits(torch.einsum(equation, a, b), result("einsum", a, b, equation=equation))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_a_row_alone_has_its_bits_in_a_batch(dtype):
    x, w, b = numbers(dtype, 9, 300), numbers(dtype, 7, 300, seed=2), numbers(dtype, 7, seed=3)
    whole = functional.linear(x, w, b)
    for i in range(9):
        assert_bits(functional.linear(x[i : i + 1], w, b)[0], whole[i])
        assert_bits(functional.linear(x[i], w, b), whole[i])


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_a_cross_product_is_a_difference_of_products(dtype):
    a, b = numbers(dtype, 4, 3), numbers(dtype, 4, 3, seed=2)
    wide = [result("cast", x, to=compute(dtype)) for x in (a, b)]
    columns = []
    for j, k in ((1, 2), (2, 0), (0, 1)):
        first = result("mul", wide[0][:, j].clone(), wide[1][:, k].clone())
        second = result("mul", wide[0][:, k].clone(), wide[1][:, j].clone())
        columns.append(result("cast", result("sub", first, second), to=dtype))
    assert_bits(torch.linalg.cross(a, b), torch.stack(columns, 1))


def test_operands_that_do_not_fit_are_errors_as_in_pytorch():
    with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
        torch.ones(2, 3) @ torch.ones(2, 3)
    with pytest.raises(RuntimeError, match="same dtype"):
        torch.addmm(torch.ones(3), torch.ones(2, 3).double(), torch.ones(3, 3))
    with pytest.raises(RuntimeError):
        torch.ones(3).dot(torch.ones(4))


def test_sums_in_place_have_the_bits_of_those_that_are_not():
    c, a, b = (
        numbers(torch.float32, 4, 4),
        numbers(torch.float32, 4, 4),
        numbers(torch.float32, 4, 4),
    )
    wanted = torch.addmm(c, a, b, beta=0.5)
    c.addmm_(a, b, beta=0.5)
    assert_bits(c, wanted)
    square = a.clone()
    torch.mm(square, square, out=square)
    assert_bits(square, result("matmul", a, a))
