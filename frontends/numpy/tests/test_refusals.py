"""Undefined calls are refused, with an error of one line that says what to do."""

from __future__ import annotations

import math

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.numpy import running
from samebits.spec.errors import SpecError

X = np.ones((2, 3), np.float32)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (np.ma.array([1.0]), "a numpy.*MaskedArray, a subclass"),
        (np.ones(2).view(np.recarray), "a numpy.*recarray, a subclass"),
        ([1.0, 2.0], "exp: x is a list, not an array; convert it"),
        (None, "exp: x is a NoneType, not an array; convert it"),
        ("1", "exp: x is a str, not an array; convert it"),
        (
            np.array([1.0], dtype=object),
            "dtype object, which is not supported; supported dtypes: float64",
        ),
        (np.array([1j]), "dtype complex128, which is not supported"),
        (np.array([1.0], np.longdouble), "dtype float128, which is not supported"),
        (np.array([1.0], ">f4"), "whose byte order is not native; convert it"),
        (np.array(["a"]), "dtype <U1, which is not supported"),
        (np.array([1], np.uint64), "exp: x has the dtype uint64, but must be one of float32"),
        (
            np.array([1], np.int64),
            "exp: x has the dtype int64, but must be one of float32, float16, bfloat16",
        ),
        (
            np.array([True]),
            "exp: x has the dtype bool, but must be one of .*; convert it with snp.astype",
        ),
    ],
)
def test_an_operand_that_is_none(value: object, says: str) -> None:
    with pytest.raises(SpecError, match=says) as error:
        snp.exp(value)
    assert "\n" not in str(error.value)


def test_formats_are_never_mixed_in_silence() -> None:
    half = X.astype(np.float16)
    with pytest.raises(
        SpecError,
        match=r"add: no result is defined for operands of float32 and float16.*snp\.astype",
    ):
        snp.add(X, half)
    with pytest.raises(SpecError, match="float32 and int32"):
        snp.multiply(X, np.ones((2, 3), np.int32))
    assert snp.add(X, snp.astype(half, np.float32)).dtype == np.float32


@pytest.mark.parametrize("module", [snp, snp.random, snp.linalg])
@pytest.mark.parametrize("name", ["fft", "svd", "quantile", "__wrapped__", "_private"])
def test_a_function_that_is_not_defined_is_no_attribute(module: object, name: str) -> None:
    with pytest.raises(AttributeError, match=f"samebits.numpy.* has no '{name}'") as error:
        getattr(module, name)
    assert "\n" not in str(error.value)
    assert not hasattr(module, name)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("fft", "defines no such op"),
        ("cumsum", r"use snp\.cumulative_sum"),
        ("uniform", r"use snp\.random\.uniform"),
        ("vector_norm", r"use snp\.linalg\.vector_norm"),
        ("add_scalar", r"use snp\.add with a Python number"),
        ("bmm", r"use snp\.matmul$"),
        ("arcsin", r"use snp\.asin$"),
        ("layernorm", r"did you mean snp\.layer_norm"),
    ],
)
def test_the_error_says_what_there_is_instead(name: str, says: str) -> None:
    with pytest.raises(AttributeError, match=says):
        getattr(snp, name)


def test_arguments_that_are_not_those_of_the_op() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'axes'"):
        snp.sum(X, axes=0)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'b'"):
        snp.add(X)
    with pytest.raises(SpecError, match="linear: weight was passed without x"):
        snp.linear(None, X)
    with pytest.raises(SpecError, match="layer_norm: bias was passed without weight"):
        snp.layer_norm(X, bias=X[0])
    with pytest.raises(SpecError, match="keepdims=1 must be True or False"):
        snp.sum(X, keepdims=1)
    with pytest.raises(SpecError, match="lr='x' must be a real number"):
        snp.lion(X, X, X, lr="x")
    with pytest.raises(SpecError, match="matmul: the inner sizes .* differ "):
        snp.matmul(X, X)


def test_operands_whose_number_or_format_has_no_signature() -> None:
    image, channels = np.ones((2, 3, 4), np.float32), np.ones(3, np.float32)
    with pytest.raises(SpecError, match="batch_norm: takes 1, 2, 3 or 6 operands, but 4 were"):
        snp.batch_norm(image, channels, channels, channels)
    with pytest.raises(SpecError, match="hypot: x has the dtype int32, but must be one of float32"):
        snp.hypot(np.ones(2, np.int32), np.ones(2, np.int32))
    with pytest.raises(
        SpecError, match="uniform: dtype=int32 is not defined, only dtype=float32 or float64"
    ):
        snp.random.uniform(2, seed=1, dtype=np.int32)


def test_G3_7_a_scalar_that_is_nan_is_an_error_of_the_text_that_no_device_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The error has the class of all specification errors, and names the op, scalar and values."""

    def no_device() -> None:
        raise AssertionError("a device was asked")

    monkeypatch.setattr(running, "current", no_device)
    with pytest.raises(SpecError, match=r"adamw: the scalar .*lr \* weight_decay.* lr=inf, w"):
        snp.adamw(X, X, X, X, lr=math.inf, weight_decay=0.0)
    with pytest.raises(SpecError, match=r"trunc_normal: the scalar .* mean=inf, std=1\.0"):
        snp.random.trunc_normal(2, mean=math.inf, b=math.inf, seed=1)
    with pytest.raises(SpecError, match=r"beta1=1\.0 must be from 0 to below 1"):
        snp.adamw(X, X, X, X, beta1=1.0)


def test_A1_5_an_integer_that_no_attribute_holds_is_refused_for_that_reason() -> None:
    with pytest.raises(SpecError, match=r"step=9007199254740992: .* beyond 2\^53 - 1"):
        snp.adamw(X, X, X, X, step=1 << 53)
    with pytest.raises(SpecError, match=r"whole=\(36893488147419103232,\): .* beyond 2\^53 - 1"):
        snp.random.uniform(1, whole=(1 << 65,), seed=1)


def test_an_index_out_of_range_is_refused() -> None:
    for wrong in (np.array([5]), np.array([-1], np.int32)):
        with pytest.raises(SpecError, match=r"^take: .*index"):
            snp.take(X, wrong, axis=0)
    with pytest.raises(SpecError, match=r"^concat: "):
        snp.concat([X, X[:, :1]])
