"""Generators: known answers, ranges, and the digest that is checked."""

import dataclasses

import numpy as np
import pytest

from samebits.spec.formats import from_bits, get_format
from samebits.vectors import generators
from samebits.vectors.errors import VectorError
from samebits.vectors.planning import generated
from samebits.vectors.schema import Generated, Parameter


def make(transform: str, form: str, shape: tuple[int, ...], **parameters: Parameter) -> np.ndarray:
    bare = Generated(transform, 0x0123456789ABCDEF, 1, shape, "0" * 64, parameters)
    return generators.unchecked(bare, form)


def values(transform: str, form: str, shape: tuple[int, ...], **p: Parameter) -> np.ndarray:
    return from_bits(make(transform, form, shape, **p), form).astype(np.float64)


KNOWN: list[tuple[str, str, dict[str, Parameter], list[int]]] = [
    ("below", "i64", {"limit": 1021}, [430, 22, 568, 196, 340, 1011]),
    (
        "bits", "f32", {},
        [0xFA9DFF5E, 0x6979C717, 0xF11FC46F, 0x9DF0C5A5, 0x8175B911, 0xD74744AD],
    ),
    (
        "spread", "f16", {"low": -24, "high": 15},
        [0x9F5E, 0x8001, 0xB46F, 0xB4, 0x9111, 0xF8AD],
    ),
    (
        "fixed", "bf16", {"bits": 5, "exponent": -2},
        [0x4050, 0x0, 0xC070, 0x3FC0, 0x4020, 0xBE80],
    ),
    (
        "choice", "f64", {"values": ("0000000000000000", "7ff0000000000000")},
        [0x0, 0x0, 0x7FF0000000000000, 0x0, 0x0, 0x7FF0000000000000],
    ),
    (
        "cancel", "f32", {"axis": 0, "sign": 1, "low": -12, "high": 10},
        [0xC29DFF5E, 0xB9F9C717, 0xC31FC46F, 0x431FC46F, 0xBAF5B911, 0x429DFF5E],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("transform", "form", "parameters", "wanted"), KNOWN)
def test_D1_known_answers(
    transform: str, form: str, parameters: dict[str, Parameter], wanted: list[int]
) -> None:
    assert make(transform, form, (6,), **parameters).tolist() == wanted


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
    assert np.abs(x[:, 16]).max() < 2.0**-4  # the middle has no partner and is small
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
