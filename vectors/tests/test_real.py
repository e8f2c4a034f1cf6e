"""Test the set `real`: inputs are rebuilt, or `not_run` if packages are missing or different."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.vectors import real
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import Vectors
from samebits.vectors.real_case import TABLE, all_real_cases
from samebits.vectors.schema import Real


@pytest.fixture
def fresh() -> Iterator[None]:
    """Clear the cached facts about packages before and after a test."""
    for cache in (real._problem, real.make):
        cache.cache_clear()
    yield
    for cache in (real._problem, real.make):
        cache.cache_clear()


def test_the_set_holds_the_network_and_the_digits(vectors: Vectors) -> None:
    cases = vectors.cases(level="full", sets=("real",))
    assert set(all_real_cases()) == {case.call.op for case in cases}
    assert all("/real/" in case.id and case.flags == ("real-input",) for case in cases)
    names = " ".join(case.id for case in cases)
    assert "minilm" in names
    assert "digits" in names
    assert not [case for case in vectors.cases(level="full") if case.set != "golden"]


def test_a_row_without_a_case_is_an_error_that_names_it() -> None:
    without: Any = SimpleNamespace(CASES={"sum": []})
    with pytest.raises(
        VectorError, match=r"real_cases/reductions\.py: the row of sum is not compl"
    ):
        TABLE.load("reductions", lambda: without)


def test_an_absent_package_gives_a_reason_and_no_input(
    vectors: Vectors, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(real, "version", absent)
    for case in vectors.cases(level="full", sets=("real",)):
        reason = case.available()
        assert reason is not None
        assert "is not installed (frozen from" in reason
        with pytest.raises(VectorError, match="is not installed"):
            case.inputs()


def test_other_weights_give_a_reason(
    vectors: Vectors, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    monkeypatch.setattr(real, "version", lambda name: "9.9")
    source = real.sources()[0]
    recipes = {name: lambda: np.zeros(3, np.float32) for name in source.recipes}
    other = dataclasses.replace(source, recipes=recipes)
    monkeypatch.setattr(real, "sources", lambda: (other,))
    frozen = Real(next(iter(recipes)), (3,), "0" * 64)
    reason = real.unavailable([frozen])
    assert reason is not None
    assert "9.9 is not what was frozen from" in reason


def test_a_package_without_its_file_gives_a_reason(
    monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    def missing() -> np.ndarray:
        raise FileNotFoundError("no file model.safetensors")

    monkeypatch.setattr(real, "version", lambda name: "1.0")
    monkeypatch.setattr(real, "sources", lambda: (real.Source("p", "1.0", {"p/x": missing}),))
    assert real.unavailable([Real("p/x", (3,), "0" * 64)]) == (
        "p 1.0 is not as expected: no file model.safetensors"
    )


def test_an_unknown_recipe_asks_for_a_newer_samebits() -> None:
    with pytest.raises(VectorError, match="newer samebits"):
        real.source_of("alexnet/weights")


def test_golden_cases_are_always_available(vectors: Vectors) -> None:
    assert all(case.available() is None for case in vectors.cases(level="smoke"))


@pytest.mark.parametrize("prefix", ["minilm/", "digits/"])
def test_inputs_are_rebuilt_bit_for_bit(vectors: Vectors, prefix: str) -> None:
    cases = [
        case
        for case in vectors.cases(level="full", sets=("real",))
        if any(isinstance(x, Real) and x.recipe.startswith(prefix) for x in case.record.inputs)
    ]
    reason = cases[0].available()
    if reason and "is not installed" in reason:
        pytest.skip(reason)
    for case in cases:
        assert case.available() is None
        shapes = tuple(array.shape for array in case.inputs())
        assert shapes == case.input_shapes
