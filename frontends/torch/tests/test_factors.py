"""Triangular systems and matrix factorisations: contractions (T4.1) in declared orders."""

import numpy as np
import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.overloads import installed
from samebits.torch.tests.independent import array, assert_bits, spec, tensor
from samebits.torch.tests.several import numbers

PLAIN = (torch.float32, torch.float64)
N = 6


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


def less(x, a, b):
    """Return x minus the contraction of two vectors; x itself if they are empty."""
    return x if not len(a) else spec("sub", x, spec("dot", a.copy(), b.copy()))


def substituted(a, b):
    """Return x such that a x = b, where a is lower triangular."""
    x = b.copy()
    for i in range(len(b)):
        for k in range(b.shape[1]):
            x[i, k] = spec("div", less(b[i, k], a[i, :i], x[:i, k]), a[i, i])
    return x


def matrix(dtype, seed=1):
    return numbers(dtype, N, N, seed=seed)


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_T4_triangular_systems_are_solved_row_by_row(dtype):
    a, b = matrix(dtype), numbers(dtype, N, 2, seed=2)
    wanted = tensor(substituted(array(a), array(b)))
    assert_bits(torch.linalg.solve_triangular(a, b, upper=False), wanted)
    assert_bits(torch.triangular_solve(b, a, upper=False)[0], wanted)
    turned = torch.linalg.solve_triangular(a.mT, b.mT, upper=True, left=False)
    assert_bits(turned.mT.contiguous(), wanted)
    assert_bits(torch.triangular_solve(b, a.mT.contiguous(), transpose=True)[0], wanted)
    several = torch.linalg.solve_triangular(torch.stack([a, a + 1]), b, upper=False)
    assert_bits(several[0], wanted)


def test_T4_an_upper_system_is_solved_upwards_and_a_unit_diagonal_is_not_read():
    a = torch.tensor([[torch.nan, 2.0], [9.0, torch.nan]])
    b = torch.tensor([[5.0], [3.0]])
    got = torch.linalg.solve_triangular(a, b, upper=True, unitriangular=True)
    assert got.tolist() == [[-1.0], [3.0]]


def factored(a):
    """Return the factors of `lu_factor`, and its pivots."""
    a, pivots = a.copy(), []
    for j in range(N):
        for i in range(j, N):
            a[i, j] = less(a[i, j], a[i, :j], a[:j, j])
        best = j + int(spec("argmax", spec("abs", a[j:, j].copy()), axes=[0]))
        pivots.append(best + 1)
        a[[j, best]] = a[[best, j]]
        for i in range(j + 1, N):
            a[i, j] = spec("div", a[i, j], a[j, j])
        for k in range(j + 1, N):
            a[j, k] = less(a[j, k], a[j, :j], a[:j, k])
    return a, pivots


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_T4_factors_are_contractions_of_what_is_known(dtype):
    a = matrix(dtype)
    wanted, pivots = factored(array(a))
    lu, found = torch.linalg.lu_factor(a)
    assert_bits(lu, tensor(wanted))
    assert found.tolist() == pivots
    several, _ = torch.linalg.lu_factor(torch.stack([a + 1, a]))
    assert_bits(several[1], lu)
    p, lower, upper = torch.linalg.lu(a)
    assert_bits(lower.tril(-1) + upper, lu)
    torch.testing.assert_close(p @ lower @ upper, a)


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
@pytest.mark.parametrize("left", [False, True])
def test_T4_solutions_do_not_depend_on_the_layout(dtype, left):
    a, b = matrix(dtype), matrix(dtype, 2)
    x = torch.linalg.solve(a, b, left=left)
    assert_bits(torch.linalg.solve(a.mT.contiguous().mT, b, left=left), x)
    torch.testing.assert_close(a @ x if left else x @ a, b, rtol=1e-3, atol=1e-3)
    lu, pivots = torch.linalg.lu_factor(a)
    assert_bits(torch.linalg.lu_solve(lu, pivots, b, left=left), x)
    transposed = torch.linalg.lu_solve(lu, pivots, b, left=left, adjoint=True)
    back = a.mT @ transposed if left else transposed @ a.mT
    torch.testing.assert_close(back, b, rtol=1e-3, atol=1e-3)
    assert_bits(torch.linalg.inv(a), torch.linalg.solve(a, torch.eye(N, dtype=dtype)))
    assert torch.linalg.solve(a, b[:, 0]).shape == (N,)


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
@pytest.mark.parametrize("upper", [False, True])
def test_T4_the_factor_of_a_positive_matrix_is_made_column_by_column(dtype, upper):
    m = matrix(dtype)
    a = array(m @ m.mT + torch.eye(N, dtype=dtype))
    wanted = np.zeros_like(a)
    for j in range(N):
        for i in range(j, N):
            v = less(a[i, j], wanted[i, :j], wanted[j, :j])
            wanted[i, j] = spec("div", v, wanted[j, j]) if i > j else spec("sqrt", v)
    got = torch.linalg.cholesky(tensor(a), upper=upper)
    assert_bits(got.mT.contiguous() if upper else got, tensor(wanted))
    b = numbers(dtype, N, 2, seed=3)
    x = torch.cholesky_solve(b, got, upper=upper)
    torch.testing.assert_close(tensor(a) @ x, b, rtol=1e-3, atol=1e-3)
    unit = torch.eye(N, dtype=dtype)
    wanted = torch.cholesky_solve(unit, got, upper=upper)
    assert_bits(torch.cholesky_inverse(got, upper=upper), wanted)


def test_matrices_without_factors_are_told_or_errors():
    a = torch.tensor([[1.0, 2.0], [2.0, 4.0]])
    assert torch.linalg.lu_factor_ex(a)[2].item() == 2
    assert torch.linalg.cholesky_ex(-a)[1].item() == 1
    # PyTorch 2.14 has removed `torch.cholesky`.
    older = [torch.cholesky] if "cholesky" in installed() else []
    for wrong in (torch.linalg.inv, torch.linalg.cholesky, *older):
        with pytest.raises(torch.linalg.LinAlgError):
            wrong(torch.zeros(2, 2))
    with pytest.raises(RuntimeError, match="is zero"):
        torch.linalg.lu_factor(torch.zeros(2, 2))
    with pytest.raises(torch.linalg.LinAlgError):
        torch.linalg.solve(a, a)


def test_factors_of_short_formats_are_refused():
    with pytest.raises(NotImplementedError, match="not implemented for 'BFloat16'"):
        torch.linalg.lu_factor(torch.eye(2, dtype=torch.bfloat16))
    with pytest.raises(NoCanonicalDefinition, match="svd"):
        torch.linalg.svd(torch.eye(2))


def test_matrices_without_elements():
    none = torch.empty(0, 0)
    assert torch.linalg.inv(none).shape == torch.linalg.cholesky(none).shape == (0, 0)
    assert torch.linalg.inv(torch.empty(0, 3, 3)).shape == (0, 3, 3)
    assert torch.linalg.solve(torch.eye(2), torch.empty(2, 0)).shape == (2, 0)
