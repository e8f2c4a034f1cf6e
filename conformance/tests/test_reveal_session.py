"""Tests of the revealer on installed NumPy and PyTorch, with the shapes of a call."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.discovery import load
from samebits.conformance.calls.subject import open_subject
from samebits.conformance.reveal import SessionSummation, reveal
from samebits.conformance.reveal.adapter import Question
from samebits.conformance.reveal.asking import ask, reveal_outputs
from samebits.conformance.reveal.describe import describe
from samebits.conformance.reveal.families import build
from samebits.conformance.reveal.layout import (
    contraction_rows,
    from_reduction_rows,
    reduction_rows,
)
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.trees import Tree


@pytest.mark.parametrize("name", ["numpy", "torch"])
@pytest.mark.parametrize(
    ("op", "shapes", "label"),
    [
        ("sum", [(64,)], "f32"),
        ("sum", [(64,)], "f64"),
        ("sum", [(64,)], "bf16"),
        ("sum", [(5, 64)], "f32"),
        ("mean", [(64,)], "f32"),
    ],
)
def test_libraries_as_installed_have_a_tree_that_replays(
    name: str, op: str, shapes: list[tuple[int, ...]], label: str
) -> None:
    if name == "torch":
        pytest.importorskip("torch")
    attributes = {"axes": (-1,)} if op in ("sum", "mean") else {}
    call = get_op(op).call([label] * len(shapes), **attributes)
    with load(name).open("cpu") as session:
        found = reveal(SessionSummation(session, call, shapes))
    assert found.confirmed
    assert found.model is not None
    assert found.model.tree.leaves == 64
    assert found.text.startswith("adds the ")


@pytest.mark.parametrize("name", ["numpy", "torch"])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (5, 7), (16, 16)])
def test_products_as_installed_have_a_tree_for_each_group_of_outputs(
    name: str, rows: int, columns: int
) -> None:
    """A library may add the outputs at the border of a tile in a different order."""
    if name == "torch":
        pytest.importorskip("torch", reason="without it PyTorch's products are not revealed here")
    asked = ask("matmul", "f32", Question(64, rows, columns))
    with open_subject(name, "cpu") as subject:
        answers = reveal_outputs(subject, asked, 0, lambda placed, total: None)
    for _, found in answers:
        assert found.confirmed, found.text
        assert found.model is not None
        assert found.model.tree.leaves == 64
        assert found.text.startswith("adds the ")


def test_numpy_sum_of_64_runs_in_eight_lanes() -> None:
    call = get_op("sum").call(["f32"], axes=(-1,))
    with load("numpy").open("cpu") as session:
        assert reveal(SessionSummation(session, call, [(64,)])).name == "lanes(8)"


def test_one_place_alone_can_be_probed() -> None:
    call = get_op("sum").call(["f32"], axes=(0,))
    with load("numpy").open("cpu") as session:
        found = reveal(SessionSummation(session, call, [(30, 5)], place=4))
    assert (found.name, found.confirmed) == ("sequential", True)


def test_ops_without_a_sum_are_refused() -> None:
    with load("numpy").open("cpu") as session, pytest.raises(SpecError, match="not a summation"):
        SessionSummation(session, get_op("max").call(["f32"]), [(4,)])


def test_T2_rows_are_row_major_over_the_reduced_axes_and_come_back() -> None:
    x = np.arange(2 * 3 * 4 * 5, dtype=np.float32).reshape(2, 3, 4, 5)
    call = get_op("sum").call(["f32"], axes=(1, 3))
    rows = reduction_rows(call, x)
    assert rows.shape == (8, 15)
    assert rows[1].tolist() == x[0, :, 1, :].reshape(-1).tolist()
    assert np.array_equal(from_reduction_rows(call, rows, x.shape), x)


@pytest.mark.parametrize("ta", [False, True])
@pytest.mark.parametrize("tb", [False, True])
def test_T4_factors_are_those_of_the_matrix_product(ta: bool, tb: bool) -> None:
    draw = np.random.default_rng(0)
    a, b = draw.standard_normal((3, 4, 6)), draw.standard_normal((3, 6, 5))
    stored = [np.swapaxes(a, 1, 2) if ta else a, np.swapaxes(b, 1, 2) if tb else b]
    call = get_op("bmm").call(["f64", "f64"], transpose_a=ta, transpose_b=tb)
    left, right = contraction_rows(call, stored, np.arange(60))
    assert np.allclose((left * right).sum(axis=1), (a @ b).reshape(-1))


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (build("balanced", 20), "by the canonical tree T1"),
        (Tree(2, ((0, 1),)), "by the canonical tree T1"),
        (Tree(5, ((0, 1), (5, 3), (6, 4), (7, 2))), "in one chain, in the order 0, 1, 3, 4, 2"),
        (Tree(4, ((0, 1, 2, 3),)), "fused additions of up to 4 operands"),
    ],
)
def test_trees_are_put_into_words(tree: Tree, words: str) -> None:
    assert words in describe(tree)
