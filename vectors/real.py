"""The set `real`: inputs made at run time from installed packages, with frozen digests.

A recipe reads bits from a package's files and applies ops of the specification by the NumPy route.
That needs only the base dependencies. If the package is missing, or its data differ, the cases give
a reason and count as `not_run`. They never pass in this state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.common.modules import modules_of
from samebits.spec.formats import bits_of, format_of
from samebits.vectors import recipes as recipes_package
from samebits.vectors.digests import bits_digest
from samebits.vectors.errors import VectorError
from samebits.vectors.schema import Input, Real

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """A package that recipes read. Each module in `recipes/` defines one as `SOURCE`.

    `recipes` are functions without arguments, by name (`minilm/scores`). `tested` is the version
    from which the digests were frozen. `reader` is the module that reads the package's files, if
    one is needed.
    """

    package: str
    tested: str
    recipes: Mapping[str, Callable[[], Array]]
    reader: str = ""


@cache
def sources() -> tuple[Source, ...]:
    """Return every source, sorted by the name of the module."""
    modules = [load() for _, load in modules_of(recipes_package)]
    return tuple(module.SOURCE for module in modules if hasattr(module, "SOURCE"))


def packages() -> Mapping[str, str]:
    """Return the packages of the set `real`, with the versions from which digests were frozen."""
    return MappingProxyType({source.package: source.tested for source in sources()})


def missing_packages() -> list[str]:
    """Return the packages of the set `real`, and readers of their files, that are missing."""
    packages = [source.package for source in sources() if not _installed(source)]
    readers = {s.reader for s in sources() if s.reader and find_spec(s.reader) is None}
    return [*packages, *sorted(readers)]


def source_of(recipe: str) -> Source:
    """Return the source of a recipe. Raises VectorError if the recipe is unknown."""
    for source in sources():
        if recipe in source.recipes:
            return source
    raise VectorError(f"unknown recipe {recipe!r}; these vectors need a newer samebits")


@cache
def make(recipe: str) -> Array:
    """Return the read-only array of a recipe. Raises VectorError if its package cannot be read."""
    source = source_of(recipe)
    try:
        array = np.ascontiguousarray(source.recipes[recipe]())
    except (OSError, KeyError, ValueError) as error:
        raise VectorError(
            f"{source.package} {_installed(source)} is not as expected: {error}"
        ) from error
    array.flags.writeable = False
    return array


def freeze(recipe: str) -> Real:
    """Return an input by recipe, with the digest of its present content. Only plans use it."""
    array = make(recipe)
    return Real(recipe, tuple(array.shape), bits_digest(bits_of(array)))


def rebuild(source: Real, format_name: str, where: str) -> Array:
    """Return the bits of an input by recipe.

    Raises VectorError if the input is unavailable or has another shape or format.
    """
    reason = _problem(source)
    if reason:
        raise VectorError(f"{where}: {reason}")
    array = make(source.recipe)
    if format_of(array).name != format_name or tuple(array.shape) != source.shape:
        raise VectorError(f"{where}: recipe {source.recipe} gives {array.dtype}{array.shape}")
    return bits_of(array)


def unavailable(inputs: Sequence[Input]) -> str | None:
    """Return the reason why a case with these inputs cannot run here, or None if it can."""
    problems = (_problem(source) for source in inputs if isinstance(source, Real))
    return next((problem for problem in problems if problem), None)


@cache
def _problem(source: Real) -> str | None:
    origin = source_of(source.recipe)
    found = _installed(origin)
    if not found:
        return f"package {origin.package} is not installed (frozen from {origin.tested})"
    if origin.reader and find_spec(origin.reader) is None:
        return f"package {origin.reader}, which reads {origin.package}, is not installed"
    try:
        digest = bits_digest(bits_of(make(source.recipe)))
    except VectorError as error:
        return str(error)
    if digest == source.sha256:
        return None
    return (
        f"{source.recipe} from {origin.package} {found} is not what was frozen "
        f"from {origin.tested}: install that version"
    )


def _installed(source: Source) -> str:
    """Return the installed version of the package, or "" if it is not installed."""
    try:
        return version(source.package)
    except PackageNotFoundError:
        return ""
