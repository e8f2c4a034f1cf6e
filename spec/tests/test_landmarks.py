"""Tests that missing landmarks are errors, and that landmarks agree with their declaration."""

from __future__ import annotations

import ast
import dataclasses
import math
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

from samebits.spec import ops as ops_package
from samebits.spec.catalog import all_ops, landmarks_kind, landmarks_of, load_file
from samebits.spec.errors import SpecError
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import FunctionLandmarks, Landmarks

FOLDER = Path(ops_package.__path__[0])
KINDS = tuple(kind.__name__ for kind in get_args(Landmarks))
FUNCTIONS = [n for n in all_ops() if isinstance(landmarks_of(n), FunctionLandmarks)]


REQUIRED = {
    kind.__name__: {
        field.name
        for field in dataclasses.fields(kind)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }
    for kind in (Op, *get_args(Landmarks))
}


def keywords_left_out(text: str) -> Iterator[tuple[str, str]]:
    """Yield each required keyword in a module's calls, and the module's text without it."""
    tree = ast.parse(text)
    for call in [n for n in ast.walk(tree) if isinstance(n, ast.Call)]:
        if isinstance(call.func, ast.Name) and call.func.id in REQUIRED:
            whole = call.keywords
            for gone in [k for k in whole if k.arg in REQUIRED[call.func.id]]:
                call.keywords = [k for k in whole if k is not gone]
                yield str(gone.arg), ast.unparse(tree)
            call.keywords = whole


def load(text: str, name: str) -> None:
    module = ModuleType(name)
    load_file(name, lambda: exec(compile(text, name, "exec"), module.__dict__) or module)


OF_EACH_KIND = {
    landmarks_kind(op): name
    for name, op in all_ops().items()
    if any(keywords_left_out((FOLDER / f"{name}.py").read_text()))
}
"""One op for each kind of landmarks. The op's file shows which fields the kind has."""


def test_each_kind_has_an_op_with_fields_in_its_own_file() -> None:
    assert set(OF_EACH_KIND) == {landmarks_kind(op) for op in all_ops().values()}


@pytest.mark.parametrize("name", OF_EACH_KIND.values())
def test_each_field_that_is_left_out_is_named_with_its_file(name: str) -> None:
    text = (FOLDER / f"{name}.py").read_text()
    gone = list(keywords_left_out(text))
    assert gone
    for field, rest in gone:
        with pytest.raises(SpecError, match=rf"spec/ops/{name}\.py.*'{field}'"):
            load(rest, name)


@pytest.mark.parametrize("name", [n for n, op in all_ops().items() if landmarks_kind(op)])
def test_a_declaration_without_its_landmarks_is_named_with_all_that_is_missing(name: str) -> None:
    text = (FOLDER / f"{name}.py").read_text()
    kind = landmarks_kind(all_ops()[name])
    assert kind is not None
    with pytest.raises(SpecError, match=rf"spec/ops/{name}\.py: LANDMARKS = {kind.__name__}"):
        load(text.replace("\nLANDMARKS =", "\nLANDMARK ="), name)


def test_a_file_without_a_declaration_or_of_another_name_is_named() -> None:
    with pytest.raises(SpecError, match=r"spec/ops/exp\.py: OP is missing"):
        load("", "exp")
    with pytest.raises(SpecError, match=r"spec/ops/exp\.py declares 'neg'; the file must have"):
        load((FOLDER / "neg.py").read_text(), "exp")


@pytest.mark.parametrize(("name", "given"), [("topk", "least=0,"), ("randint", "unbounded=True")])
def test_an_integer_says_where_it_begins_or_that_it_does_not(name: str, given: str) -> None:
    text = (FOLDER / f"{name}.py").read_text()
    assert given in text
    with pytest.raises(SpecError, match=rf"spec/ops/{name}\.py: attribute .*`least` or `unboun"):
        load(text.replace(given, ""), name)


def test_landmarks_that_nothing_asks_for_are_refused() -> None:
    text = (FOLDER / "neg.py").read_text() + "\nLANDMARKS = 1\n"
    with pytest.raises(SpecError, match=r"spec/ops/neg\.py: .* must not define LANDMARKS"):
        load(text, "neg")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_R2_a_function_has_values_inside_its_domain_and_none_beyond(name: str) -> None:
    landmarks = landmarks_of(name)
    assert isinstance(landmarks, FunctionLandmarks)
    function, (low, high) = landmarks.binary64, landmarks.domain
    if function is None:
        return

    def value(x: float) -> float:
        try:
            return function(x, *(a.default for a in all_ops()[name].attributes))
        except OverflowError:
            return math.inf
        except (ValueError, ZeroDivisionError):
            return math.nan

    inside = [x for x in (-4.3, -0.7, -0.2, 0.3, 0.6, 1.4, 5.1) if low < x < high]
    assert inside
    assert not any(math.isnan(value(x)) for x in inside)
    ends = [(x, side) for x, side in ((low, -math.inf), (high, math.inf)) if math.isfinite(x)]
    outside = [math.nextafter(*end) for end in ends]
    assert all(math.isnan(value(x)) for x in outside)
