"""All functions of the profile `math` in binary64, by the name of their op.

`FUNCTIONS[name]` takes the bit patterns of the operands and then those of the op's real attributes,
in the order of the declaration, each a number of binary64 that is not rounded further; it gives the
bit pattern of the result, where a NaN is the canonical one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from samebits.common.modules import modules_of
from samebits.spec.correctly_rounded import functions


def _collected() -> Mapping[str, Callable[..., int]]:
    """The functions of every file; each name stands in one file alone."""
    found: dict[str, Callable[..., int]] = {}
    for file, load in modules_of(functions):
        given: Mapping[str, Callable[..., int]] = load().FUNCTIONS
        twice = found.keys() & given.keys()
        if twice:
            raise ValueError(f"functions/{file}.py: {', '.join(sorted(twice))} is in another file")
        found.update(given)
    return MappingProxyType(dict(sorted(found.items())))


FUNCTIONS = _collected()
