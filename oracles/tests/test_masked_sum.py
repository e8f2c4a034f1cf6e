"""T8: a sum in which masked leaves are -0 equals the tree without these leaves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from samebits.oracles import evaluate, numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, get_format


def tree(x: Any, mask: Any) -> Any:
    """Return the sum by T8.1: a node with one child is replaced by that child.

    None means no leaves.
    """
    if len(x) == 1:
        return x[0] if mask[0] else None
    middle = 1 << ((len(x) - 1).bit_length() - 1)
    left, right = tree(x[:middle], mask[:middle]), tree(x[middle:], mask[middle:])
    if left is None or right is None:
        return right if left is None else left
    return left + right


def direct(x: Any, mask: Any) -> Any:
    """Return the sum of each row by `tree`, in the compute format."""
    wide = x if x.dtype == np.float64 else x.astype(np.float32)
    with np.errstate(all="ignore"):
        sums = [tree(row, kept) if len(row) else None for row, kept in zip(wide, mask, strict=True)]
    zero = wide.dtype.type(0)
    return np.array([zero if total is None else total for total in sums], wide.dtype)


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 5, 8, 13, 33, 100, 257])
def test_T8_1_masked_sum_is_the_tree_with_missing_leaves(name: str, length: int) -> None:
    draw, form = np.random.default_rng(length), get_format(name)
    x = (draw.standard_normal((40, length)) * 2.0 ** draw.integers(-9, 9, (40, length))).astype(
        form.dtype
    )
    special = np.array([-0.0, 0.0, np.inf, -np.inf, np.nan, 1.0], form.dtype)
    rare = draw.random(x.shape) < 0.03
    x[rare] = special[draw.integers(0, len(special), x.shape)][rare]
    x[:4] = -0.0
    mask = draw.random(x.shape) < np.linspace(0, 1, 40)[:, None]
    call = get_op("masked_sum").call([name, "bool"], axes=(1,))
    with np.errstate(all="ignore"):
        wanted = canonicalize_nan(bits_of(direct(x, mask).astype(form.dtype)), name)
    assert bits_of(numpy_route.evaluate(call, [x, mask])[0]).tolist() == wanted.tolist()
    if length <= 33:
        few = slice(0, 40, 7)
        (found,) = evaluate(call, [x[few], mask[few]])
        assert bits_of(found).tolist() == wanted[few].tolist()


def test_T8_2_minus_zero_alone_is_kept_and_nothing_is_plus_zero() -> None:
    call = get_op("masked_sum").call(["f32", "bool"], axes=(1,))
    x = np.array([[-0.0, np.nan], [-0.0, 1.0]], np.float32)
    (found,) = numpy_route.evaluate(call, [x, np.array([[True, False], [False, False]])])
    assert bits_of(found).tolist() == [0x80000000, 0]
