"""Test CuPy's side with NumPy as its double: right results, by calls that CuPy allows."""

from __future__ import annotations

import inspect
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.benchmarks.declared import cupy_maker
from samebits.benchmarks.gpu import with_cupy, with_torch
from samebits.benchmarks.gpu.agreement import TOLERANCES, difference
from samebits.benchmarks.gpu.operands import make
from samebits.benchmarks.gpu.rows import LEAST, all_rows
from samebits.spec.catalog import get_op

torch = pytest.importorskip("torch")
ROWS = [row for row in all_rows(LEAST) if cupy_maker(row.op) and row.format == "f32"]


class _Checked:
    """A module of NumPy or SciPy in which each call is also checked against CuPy's signature."""

    def __init__(self, double, real):
        self._double, self._real = double, real

    def __getattr__(self, name):
        double, real = getattr(self._double, name), getattr(self._real, name)
        if name == "linalg":
            return _Checked(double, real)

        def call(*arguments, **keywords):
            _require_fit(real, arguments, keywords)
            return double(*arguments, **keywords)

        return call


def _require_fit(real, arguments, keywords):
    """Fail if CuPy's function would not accept these arguments."""
    if isinstance(getattr(real, "nin", None), int):  # a ufunc
        assert len(arguments) == real.nin
        assert set(keywords) <= {"out"}
    elif type(real).__name__ == "_GUFunc":
        inspect.signature(type(real).__call__).bind(real, *arguments, **keywords)
    else:
        inspect.signature(real).bind(*arguments, **keywords)


@pytest.fixture
def double():
    cupy = pytest.importorskip("cupy", exc_type=ImportError)
    special = pytest.importorskip("scipy.special")
    import cupyx
    import cupyx.scipy.special

    def add_at(array, index, values):
        inspect.signature(cupyx.scatter_add).bind(array, index, values)
        np.add.at(array, index, values)

    xp = _Checked(np, SimpleNamespace(**{**vars(cupy), "empty": cupy.empty}))
    return with_cupy.Cupy(xp, _Checked(special, cupyx.scipy.special), add_at)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_cupy_does_the_work_that_pytorch_does(double, row):
    torch.manual_seed(1)
    tensors = [make(torch, x, "cpu") for x in row.operands]
    wanted = with_torch.side(torch, row, tensors)()
    run = with_cupy.side(double, row, tensors)
    for _ in range(2):  # a run must not change the operands
        found = torch.as_tensor(run())
    is_sum = get_op(row.op).op_class != "round"
    assert difference(torch, found, wanted, is_sum=is_sum) < TOLERANCES["f32"]


def test_what_cupy_is_not_asked_for_is_said(double):
    rows = {(row.op, row.format): row for row in all_rows(LEAST)}
    with pytest.raises(with_torch.NoFunctionError, match="bf16 is not measured with CuPy"):
        with_cupy.side(double, rows["add", "bf16"], [])
    with pytest.raises(with_torch.NoFunctionError, match="gelu is not measured with CuPy"):
        with_cupy.side(double, rows["gelu", "f32"], [])


def test_a_product_in_binary16_is_cupys_too(double):
    row = next(r for r in all_rows(LEAST) if (r.op, r.format) == ("matmul", "f16"))
    tensors = [make(torch, x, "cpu") for x in row.operands]
    found = with_cupy.side(double, row, tensors)()
    assert found.dtype == np.float16


def test_cupy_itself_is_found_with_everything_that_is_asked_of_it():
    pytest.importorskip("cupy", exc_type=ImportError)
    found = with_cupy.load()
    assert callable(found.add_at)
    assert found.xp.asarray is not None
    assert found.special.expit.nin == 1
