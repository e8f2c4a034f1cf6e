"""Test the generators: known answers, ranges, and the check of the digest."""

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from samebits import spec
from samebits.spec.formats import from_bits, get_format
from samebits.vectors import generators
from samebits.vectors.errors import VectorError
from samebits.vectors.planning import generated
from samebits.vectors.schema import PATTERNS, Generated, Parameter


def make(transform: str, form: str, shape: tuple[int, ...], **parameters: Parameter) -> np.ndarray:
    bare = Generated(transform, 0x0123456789ABCDEF, 1, shape, "0" * 64, parameters)
    return generators.unchecked(bare, form)


def values(transform: str, form: str, shape: tuple[int, ...], **p: Parameter) -> np.ndarray:
    return from_bits(make(transform, form, shape, **p), form).astype(np.float64)


def rows() -> Iterator[tuple[str, str, tuple[int, ...], dict[str, Parameter], list[str]]]:
    """Yield the transform, format, shape, parameters and patterns of each row of table D1.13."""
    text = (Path(spec.__file__).parent / "SPEC.md").read_text()
    table = text.partition("**D1.13**")[2].partition("\n### ")[0]
    for line in re.findall(r"^\| D1\.13\.\d+ (\| `.*)$", table, re.M):
        transform, form, shape, given, patterns = (cell.strip() for cell in line.split("|")[1:-1])
        parameters: dict[str, Parameter] = {}
        for text in filter(None, given.split(", ")):
            name, _, value = text.partition(" ")
            parameters[name] = tuple(value.split()) if name == PATTERNS else int(value)
        sizes = tuple(json.loads(shape))
        yield transform.strip("`"), form.strip("`"), sizes, parameters, patterns.split()


@pytest.mark.parametrize(("transform", "form", "shape", "parameters", "wanted"), list(rows()))
def test_D1_13_check_values(
    transform: str,
    form: str,
    shape: tuple[int, ...],
    parameters: dict[str, Parameter],
    wanted: list[str],
) -> None:
    made = make(transform, form, shape, **parameters).reshape(-1).tolist()
    assert [f"`{get_format(form).hex(x)}`" for x in made] == wanted


def test_D1_13_every_transform_has_a_check_value() -> None:
    assert {row[0] for row in rows()} == set(generators.TRANSFORMS)


@pytest.mark.parametrize("form", ["f64", "f32", "f16", "bf16"])
def test_spread_keeps_the_exponents_of_the_leading_bit(form: str) -> None:
    limits = get_format(form)
    x = np.abs(values("spread", form, (4096,), low=limits.emin - 3, high=limits.emin + 3))
    leading = np.frexp(x)[1] - 1
    assert leading.min() == limits.emin - 3
    assert leading.max() == limits.emin + 3


def test_fixed_gives_every_multiple_of_the_quantum_and_nothing_else() -> None:
    x = values("fixed", "f16", (4096,), bits=4, exponent=-3)
    assert sorted(set(x)) == [i / 8 for i in range(-8, 8)]
    assert not np.signbit(x[x == 0]).any()


def test_cancel_mirrors_three_pairs_of_four_with_opposite_sign() -> None:
    x = values("cancel", "f32", (64, 33), axis=1, sign=1, low=-12, high=10)
    mirrored = x == -x[:, ::-1]
    assert 0.70 < mirrored[:, :16].mean() < 0.80
    assert np.abs(x[:, 16]).max() < 2.0**-4  # the middle element has no mirror image and is small
    partner = values("cancel", "f32", (33, 8), axis=0, sign=0, low=-7, high=0)
    assert (partner == partner[::-1]).all()


def test_a_generated_input_with_another_digest_is_refused() -> None:
    source = generated("add/f32/x", 0, "f32", (8,), "bits")
    assert generators.make(source, "f32", "case").shape == (8,)
    wrong = dataclasses.replace(source, seed=source.seed ^ 1)
    with pytest.raises(VectorError, match="case: the generated input"):
        generators.make(wrong, "f32", "case")


@pytest.mark.parametrize(
    ("transform", "parameters", "message"),
    [
        ("noise", {}, "unknown transform 'noise'; known: below, bits"),
        ("below", {"limit": 0}, "an index below 0 does not fit f16"),
        ("below", {"limit": 1 << 16}, "an index below 65536 does not fit f16"),
        ("spread", {"low": -1}, "'high' must be an integer"),
        ("spread", {"low": 3, "high": 99}, "do not fit f16"),
        ("fixed", {"bits": 12, "exponent": 0}, "do not fit f16"),
        ("fixed", {"bits": 11, "exponent": 9}, "do not fit f16"),
        ("choice", {"values": 3}, "must be a list"),
    ],
)
def test_wrong_parameters_are_named(
    transform: str, parameters: dict[str, Parameter], message: str
) -> None:
    with pytest.raises(VectorError, match=message):
        make(transform, "f16", (256,), **parameters)
