"""A function that has a name of the array API standard has the standard's signature."""

from __future__ import annotations

import inspect
from inspect import Parameter
from typing import Any

import pytest

import samebits.numpy as snp
from samebits.numpy.tests.standard import ABSENT, SIGNATURES

POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
NAMED = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def found(name: str) -> Any:
    place: Any = snp
    for part in name.split("."):
        place = getattr(place, part)
    return place


@pytest.mark.parametrize("name", sorted({*SIGNATURES} - ABSENT))
def test_a_call_of_the_standard_is_a_call_here(name: str) -> None:
    mine = inspect.signature(found(name)).parameters
    listed, unused = list(mine.values()), dict(mine)
    for place, wanted in enumerate(SIGNATURES[name].parameters.values()):
        if wanted.kind is Parameter.VAR_POSITIONAL:
            own = listed[place]
            assert own.kind is Parameter.VAR_POSITIONAL
        elif wanted.kind in POSITIONAL:
            own = listed[place]
            assert own.kind in POSITIONAL, f"{wanted} cannot be given by position"
        if wanted.kind in NAMED:
            assert wanted.name in mine, f"{wanted} cannot be given by its name"
            own = mine[wanted.name]
            assert own.kind in NAMED, f"{wanted} cannot be given by its name"
        if wanted.default is not Parameter.empty:
            assert own.default == wanted.default, f"{own} is {wanted} in the standard"
        del unused[own.name]
    for more in unused.values():
        assert more.default is not Parameter.empty, f"{more} is required, and not in the standard"


def test_what_is_absent_is_absent() -> None:
    assert {*SIGNATURES} >= ABSENT
    for name in ABSENT:
        with pytest.raises(AttributeError):
            found(name)


def test_the_standard_is_whole() -> None:
    assert len(SIGNATURES) == 171
    assert len(SIGNATURES) - len(ABSENT) == 141
