"""Every public name of NumPy exists in samebits.numpy, or the error suggests a substitute."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.numpy.elsewhere import MOVES, SUBSTITUTES


def resolved(root: Any, full: str) -> Any:
    for part in full.split("."):
        root = getattr(root, part)
    return root


ASKED = [
    (home, name)
    for home, module in (("", np), ("linalg", np.linalg), ("random", np.random))
    for name in module.__all__
    if not name.startswith("_")
]


def answer(home: str, name: str) -> str:
    """Return the end of the error for a name of NumPy, or "" if samebits.numpy has this name."""
    place: Any = getattr(snp, home) if home else snp
    try:
        getattr(place, name)
    except AttributeError as error:
        return str(error).split(": ", 1)[1]
    return ""


@pytest.mark.parametrize(("home", "name"), sorted(ASKED))
def test_every_public_name_of_numpy_is_there_or_has_an_answer(home: str, name: str) -> None:
    said = answer(home, name)
    if not said:
        return
    full = f"{home}.{name}" if home else name
    if named := re.findall(r"snp\.([\w.]+)", said):
        assert all(resolved(snp, one) is not None for one in named)
    elif said.startswith(f"use numpy.{full},"):
        found = getattr(resolved(np, home) if home else np, name)
        is_scalar_type = isinstance(found, type) and issubclass(found, np.generic)
        computes = callable(found) or isinstance(found, ModuleType)
        assert full in MOVES or is_scalar_type or not computes
    else:
        assert said.startswith("the specification defines no such op")


def test_a_table_names_only_what_numpy_has_and_samebits_lacks() -> None:
    older = {"row_stack", "random.random_integers", "random.ranf", "random.sample"}
    for full in {*SUBSTITUTES, *MOVES} - older:
        home, _, name = full.rpartition(".")
        assert answer(home, name), f"samebits.numpy has {full}"
    assert not {*SUBSTITUTES} & MOVES


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("absolute", r"use snp\.abs$"),
        ("power", r"use snp\.pow$"),
        ("concatenate", r"use snp\.concat$"),
        ("deg2rad", r"use snp\.multiply$"),
        ("array", r"use numpy\.array, which does no floating-point arithmetic$"),
        (
            "kron",
            "defines no such op; numpy.kron exists, but its bits may differ between machines$",
        ),
        ("lstsq", "has no 'lstsq': the specification defines no such op$"),
    ],
)
def test_an_answer_is_one_of_meaning_and_not_of_letters(name: str, says: str) -> None:
    with pytest.raises(AttributeError, match=says):
        getattr(snp, name)


def test_repeat_is_the_function_of_numpy_and_not_the_op_of_that_name() -> None:
    x = np.float32([1, 2])
    assert snp.repeat(x, 2).tolist() == [1, 1, 2, 2]
    assert snp.tile(x, 2).tolist() == [1, 2, 1, 2]
