"""The names of ops in `samebits.numpy`: the only place where a public name is given.

An op that is not listed here has its name in the specification, and an op that draws is in
`samebits.numpy.random`. A new op therefore needs no line here. Names are taken from the array API
standard (2024.12) if it has the function, else from NumPy. Several ops may be one function, which
chooses among them by its operands.
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
"""Argument names that differ from the operand or attribute; `axes` is always called `axis`."""

DEFAULTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "var": {"correction": 0},
        "std": {"correction": 0},
        "gather": {"axis": -1},
    }
)
"""Defaults of the array API standard that differ from the specification's."""


WHOLE_FLOATS = frozenset({"correction"})
"""Integer arguments that the standard passes as floats; 1.0 counts as 1."""

RESULTS: Mapping[str, tuple[str, ...]] = MappingProxyType({"qr": ("Q", "R")})
"""The standard's names for results, if they differ, by op."""


@dataclass(frozen=True, slots=True)
class Form:
    """An op that a function uses if some arguments are host scalars (R4.5).

    `places` maps each argument to an operand or attribute of the op. A minus before the name of an
    attribute means the negated number.
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
"""The ops with a host scalar that belong to a function of arrays."""

SHARED = frozenset({"bmm", *(form.op for forms in FORMS.values() for form in forms)})
"""Ops without a function of their own; the function of another op computes them."""


def draws(op: Op) -> bool:
    """Check whether an op draws numbers, and so belongs to `samebits.numpy.random`."""
    return any(attribute.name == "seed" for attribute in op.attributes)


def public_name(op: Op) -> str:
    """Return the one name of an op below `samebits.numpy`, such as `exp` or `random.uniform`."""
    return NAMES.get(op.name) or (f"random.{op.name}" if draws(op) else op.name)


def argument_name(op: Op, name: str) -> str:
    """Return the argument name of an operand or attribute."""
    if name == "axes":
        return "axis"
    return ARGUMENTS.get(op.name, {}).get(name, name)
