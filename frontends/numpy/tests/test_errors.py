"""An error is also of the class that NumPy users catch, and names the user's argument."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.numpy.functions import function, public_ops
from samebits.numpy.names import argument_name
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError, SpecIndexError, SpecTypeError

X = np.float32([[1, 2, 3], [4, 5, 6]])
PLACES = np.array([0, 1, 5])


@pytest.mark.parametrize(
    ("wrong", "kind", "says"),
    [
        (lambda: snp.sum(X, axis=2), IndexError, "sum: axis 2 is out of range"),
        (lambda: snp.expand_dims(X, 5), IndexError, "expand_dims: axis 5"),
        (lambda: snp.squeeze(X, 3), IndexError, "squeeze: .*axis 3"),
        (lambda: snp.squeeze(X, 0), ValueError, "squeeze: "),
        (lambda: snp.moveaxis(X, 4, 0), IndexError, "moveaxis: .*axis 4"),
        (lambda: snp.concat([X, X], axis=2), IndexError, "concat: axis 2"),
        (lambda: snp.stack([X, X], axis=9), IndexError, "axis 9"),
        (lambda: snp.unstack(X, axis=2), IndexError, "unstack: axis 2"),
        (lambda: snp.take(X, np.array([3]), axis=0), IndexError, "take: index 3"),
        (lambda: snp.sort(X, axis=-3), IndexError, "sort: axis -3"),
        (lambda: snp.flip(X, axis=2), IndexError, "flip: axis 2"),
        (lambda: snp.exp([1.0]), TypeError, "exp: x is a list"),
        (lambda: snp.exp(1), TypeError, "exp: x is an int, "),
        (lambda: snp.exp(X.astype(np.int32)), TypeError, "exp: x has the dtype int32"),
        (lambda: snp.add(X, X.astype(np.float64)), TypeError, "float32 and float64"),
        (lambda: snp.astype(X, "c8"), TypeError, "dtype='c8' is not supported"),
        (lambda: snp.sum(X, axis=1.0), TypeError, r"sum: axis=1\.0 must be an integer, or a tuple"),
        (lambda: snp.sum(X, axis="0"), TypeError, "sum: axis='0' must be an integer, or a tuple"),
        (lambda: snp.flip(X, axis=0.5), TypeError, r"flip: axis=0\.5 must be"),
        (lambda: snp.tile(X, "2"), TypeError, "tile: repetitions="),
        (lambda: snp.tile(X, (-1, 1)), ValueError, r"tile: repetitions=\(-1, 1\)"),
        (lambda: snp.repeat(X, -1), ValueError, "repeat: repeats=.* of at least 0"),
        (lambda: snp.tril(X, k=0.5), TypeError, r"tril: k=0\.5 must be an integer"),
        (lambda: snp.var(X, correction=0.5), ValueError, r"var: correction=0\.5"),
        (lambda: snp.add(X, X[0, :2]), ValueError, "cannot be broadcast"),
        (lambda: snp.reshape(X, (5,)), ValueError, "reshape: "),
        (lambda: snp.permute_dims(X, (0, 0)), ValueError, "permute_dims: .* each axis"),
        (lambda: snp.matmul(X, X), ValueError, "inner sizes .* differ"),
        (lambda: snp.add(X, math.nan), ValueError, "b=nan is not allowed as a Python number"),
        (lambda: snp.permute_dims(X, 1), ValueError, "permute_dims: "),
        (lambda: snp.squeeze(X, None), TypeError, "squeeze: axis=None must be an integer"),
        (lambda: snp.concat(5), TypeError, "concat: arrays=5 must be a sequence of arrays"),
        (lambda: snp.stack(5), TypeError, "stack: arrays=5 must be a sequence of arrays"),
        (lambda: snp.tensordot(X, X, axes=(0,)), TypeError, r"tensordot: axes=\(0,\) must be"),
        (lambda: snp.tensordot(X, X, axes="ab"), TypeError, "tensordot: axis='a' must be"),
        (lambda: snp.tensordot(X, X, axes=1.5), TypeError, r"tensordot: axes=1\.5 must be"),
        (lambda: snp.linalg.cross(X, X[0], axis=1), IndexError, "cross: axis 1 is out of range"),
        (lambda: snp.linalg.diagonal(X, offset=1.5), TypeError, r"diagonal: offset=1\.5 must be"),
        (
            lambda: snp.tile(X, (1,) * 70),
            ValueError,
            "tile: 70 repetitions are too many; an array has",
        ),
        (lambda: snp.repeat(X, 1 << 62), ValueError, "repeat: .* too large for any memory"),
        (lambda: snp.arange(0, 10**30), ValueError, "arange: 9+ is out of range for int64"),
        (lambda: snp.arange(1 << 62), ValueError, "arange: .* more elements than NumPy supports"),
        (lambda: snp.zeros((1,) * 70), ValueError, "zeros: .* more axes or elements than NumPy"),
        (lambda: snp.zeros(10**20), ValueError, "zeros: .* more axes or elements than NumPy"),
        (lambda: snp.asarray([[1, 2], [3]]), ValueError, "asarray: NumPy cannot convert obj to "),
        (lambda: snp.from_dlpack(3), TypeError, "from_dlpack: DLPack cannot convert x to an "),
        (lambda: snp.device(3), TypeError, "device: name=3 must be a string"),
        (lambda: snp.device("c:baseline", threads="a"), TypeError, "device: threads='a' must be"),
        (lambda: snp.device("c:baseline", threads=-1), ValueError, "device: threads=-1 must be"),
        (lambda: snp.repeat(X, 2, axis="a"), TypeError, "repeat: axis='a' must be an integer"),
        (lambda: snp.unstack(X, axis=0.0), TypeError, r"unstack: axis=0\.0 must be an integer"),
        (lambda: snp.vecdot(X, X, axis=-1.0), TypeError, r"vecdot: axis=-1\.0 must be an integer"),
        (lambda: snp.eye(2.0), TypeError, r"eye: n_rows=2\.0 must be an integer"),
        (lambda: snp.diff(X, n=1.5), TypeError, r"diff: n=1\.5 must be an integer"),
        (lambda: snp.random.uniform(3, seed=1.5), TypeError, r"uniform: seed=1\.5 must be"),
        (lambda: snp.random.Generator("a"), TypeError, "Generator: seed='a' must be an integer"),
        (lambda: snp.exp(X, out=[X, X]), TypeError, "exp: out has 2 items, but must have 1"),
        (
            lambda: snp.exp(X, out=X.astype(float)),
            TypeError,
            "exp: out is a float64 array of shape",
        ),
        (lambda: snp.sort(X, descending="yes"), TypeError, "sort: descending='yes' must be True"),
        (lambda: snp.stack([X, X], axis=3), IndexError, "^stack: axis 3"),
        (lambda: snp.stack([]), ValueError, "^stack: arrays is empty"),
        (lambda: snp.linalg.trace(X[0]), ValueError, "^trace: x has rank 1"),
        (lambda: snp.searchsorted(X[0], X[0], sorter=PLACES), IndexError, "^searchsorted: index 5"),
        (
            lambda: snp.searchsorted(X[0], X[0], sorter=PLACES[:1]),
            ValueError,
            "^searchsorted: sorter",
        ),
        (lambda: snp.unique_values(3), TypeError, "^unique_values: x is an int"),
        (lambda: snp.diff(X > 2), TypeError, "^diff: x has the dtype bool"),
        (
            lambda: snp.matmul(X, X[0, :2]),
            ValueError,
            r"the inner sizes 3 and 2 differ in .* and \(2,\)$",
        ),
        (lambda: snp.take(X, PLACES), ValueError, "take: x has rank 2, so axis is required"),
        (
            lambda: snp.sum(PLACES.astype(np.uint64), dtype=np.float64),
            TypeError,
            "^sum: dtype=float64 is not defined for operands of uint64; omit dtype",
        ),
    ],
)
def test_an_error_is_the_exception_of_numpy(
    wrong: Callable[[], Any], kind: type[Exception], says: str
) -> None:
    with pytest.raises(kind, match=says) as raised:
        wrong()
    assert isinstance(raised.value, SpecError)
    assert isinstance(raised.value, ValueError)
    assert isinstance(raised.value, (SpecIndexError, SpecTypeError)) or kind is ValueError


@pytest.mark.parametrize("name", public_ops())
def test_an_error_of_an_attribute_has_the_name_of_the_argument(name: str) -> None:
    op, made = get_op(public_ops()[name]), function(name)
    parameters = inspect.signature(made).parameters
    for attribute in op.attributes:
        shown = argument_name(op, attribute.name)
        if shown == attribute.name or shown not in parameters or name in _BY_HAND:
            continue
        example, _ = op.example(1)
        others = {argument_name(op, n): v for n, v in example.items() if n != attribute.name}
        required = [p for p in parameters.values() if p.default is p.empty]
        operands = [X for p in required if p.name not in others]
        with pytest.raises(SpecError, match=rf"^{name}: {shown}="):
            made(*operands, **others, **{shown: object()})


_BY_HAND = {"arange", "linspace", "roll", "take_along_axis", "tile"}
"""Functions that check their arguments themselves. The cases above cover most of them."""
