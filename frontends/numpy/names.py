"""The names of ops in `samebits.numpy`: the only file in which a public name is set.

An op that is not listed here has the same name as in the specification, and an op that draws random
numbers is in `samebits.numpy.random`. A new op therefore needs no line here. A name is taken from
the array API standard (2024.12) if it has the function, else from NumPy. One function may stand for
several ops; its operands decide which op computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from samebits.spec.language.declare import Op

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "sub": "subtract",
        "mul": "multiply",
        "div": "divide",
        "neg": "negative",
        "eq": "equal",
        "ne": "not_equal",
        "lt": "less",
        "le": "less_equal",
        "gt": "greater",
        "ge": "greater_equal",
        "round_half_even": "round",
        "cast": "astype",
        "cat": "concat",
        "repeat": "tile",
        "gather": "take_along_axis",
        "index_select": "take",
        "cumsum": "cumulative_sum",
        "cumprod": "cumulative_prod",
        "norm": "linalg.vector_norm",
        "qr": "linalg.qr",
        "outer": "linalg.outer",
        "bmm": "matmul",
        "clamp": "clip",
        "clamp_tensor": "clip",
        "lerp_tensor": "lerp",
        "add_scalar": "add",
        "rsub_scalar": "subtract",
        "mul_scalar": "multiply",
        "div_scalar": "divide",
        "rdiv_scalar": "divide",
        "pow_scalar": "pow",
        "rpow_scalar": "pow",
    }
)
"""Public names that differ from the op's own name."""

ARGUMENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "gather": {"index": "indices"},
        "index_select": {"index": "indices"},
        "repeat": {"repeats": "repetitions"},
        "roll": {"shifts": "shift"},
        "linspace": {"end": "stop", "steps": "num"},
        "arange": {"end": "stop"},
        "tril": {"diagonal": "k"},
        "triu": {"diagonal": "k"},
        "clamp_tensor": {"least": "min", "most": "max"},
    }
)
"""Argument names that differ from the name of the operand or attribute. `axes` is always `axis`."""

DEFAULTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "var": {"correction": 0},
        "std": {"correction": 0},
        "gather": {"axis": -1},
    }
)
"""Default values of the array API standard that differ from the defaults in the specification."""


WHOLE_FLOATS = frozenset({"correction"})
"""Integer arguments that the standard passes as floats; 1.0 means 1."""

RESULTS: Mapping[str, tuple[str, ...]] = MappingProxyType({"qr": ("Q", "R")})
"""Names of results in the standard that differ from the names in the specification, by op."""


@dataclass(frozen=True, slots=True)
class Form:
    """An op that a function uses if some of its arguments are host scalars (R4.5).

    `places` maps each argument to an operand or attribute of the op. A minus sign before the name
    of an attribute means that the number is negated.
    """

    op: str
    places: Mapping[str, str]


FORMS: Mapping[str, tuple[Form, ...]] = MappingProxyType(
    {
        "add": (
            Form("add_scalar", {"a": "x", "b": "value"}),
            Form("add_scalar", {"a": "value", "b": "x"}),
        ),
        "sub": (
            Form("add_scalar", {"a": "x", "b": "-value"}),
            Form("rsub_scalar", {"a": "value", "b": "x"}),
        ),
        "mul": (
            Form("mul_scalar", {"a": "x", "b": "value"}),
            Form("mul_scalar", {"a": "value", "b": "x"}),
        ),
        "div": (
            Form("div_scalar", {"a": "x", "b": "value"}),
            Form("rdiv_scalar", {"a": "value", "b": "x"}),
        ),
        "pow": (
            Form("pow_scalar", {"x": "x", "y": "exponent"}),
            Form("rpow_scalar", {"x": "base", "y": "x"}),
        ),
        "lerp_tensor": (Form("lerp", {"x": "x", "end": "end", "weight": "weight"}),),
        "clamp_tensor": (Form("clamp", {"x": "x", "min": "min", "max": "max"}),),
    }
)
"""The ops that take host scalars, for each function that also works on arrays only."""

SHARED = frozenset({"bmm", *(form.op for forms in FORMS.values() for form in forms)})
"""Ops without a function of their own. The function of another op computes them."""


def draws(op: Op) -> bool:
    """Check whether an op draws random numbers, and so belongs to `samebits.numpy.random`."""
    return any(attribute.name == "seed" for attribute in op.attributes)


def public_name(op: Op) -> str:
    """Return the public name of an op below `samebits.numpy`, such as `exp` or `random.uniform`."""
    return NAMES.get(op.name) or (f"random.{op.name}" if draws(op) else op.name)


def argument_name(op: Op, name: str) -> str:
    """Return the argument name of an operand or attribute."""
    if name == "axes":
        return "axis"
    return ARGUMENTS.get(op.name, {}).get(name, name)
