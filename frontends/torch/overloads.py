"""The overloads of ATen in each reviewed release of PyTorch, and in the installed one.

`overloads.txt` has a line for each overload and schema: its kind, the releases that have it (if not
all do), and the schema. `python -m samebits.torch.tools.freeze` writes it from the table of
lowerings and the reviewed lists of moves.py, in a separate environment for each release. An
overload of the installed PyTorch is unreviewed if no reviewed release has it with this schema, or
if it now has a kernel of its own although its kind says that it has none. An unreviewed overload is
refused if a floating-point number is involved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import torch

from samebits.torch.versions import is_final, order, release, series_of

FILE = Path(__file__).resolve().with_suffix(".txt")
COMPOSITE_KEYS = (
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
    "CompositeImplicitAutograd",
)
"""Dispatch keys of kernels that compute by calling other overloads."""


class Kind(StrEnum):
    """How an overload is handled inside a block."""

    CANONICAL = "canonical"
    """A lowering or a composition computes it. If neither is installed, it is refused."""
    MEMORY = "memory"
    """PyTorch's kernel stays: it makes tensors, views and copies of the same format."""
    MOVE = "move"
    """PyTorch's kernel runs if all floating-point tensors have one dtype."""
    INTEGERS = "integers"
    """PyTorch's kernel stays: it draws integers from a Mersenne Twister."""
    COMPOSITE = "composite"
    """PyTorch's kernel stays: it computes by calling other overloads through the dispatcher."""
    REFUSED = "refused"
    """PyTorch's kernel runs if no floating-point number is involved."""
    ABSENT = "absent"
    """There is no kernel for dense CPU tensors."""


class Line(NamedTuple):
    """A line of overloads.txt: a schema, its kind, and the series of PyTorch that have it."""

    schema: str
    kind: Kind
    series: frozenset[str]

    @property
    def name(self) -> str:
        """Return the name of the overload, for example `mul.Tensor`."""
        return name_in(self.schema)


def name_in(schema: str) -> str:
    """Return the name of an overload in the text of a schema, such as `mul.Tensor` or `relu`."""
    return schema.partition("(")[0].removeprefix("aten::")


_HEAD = "# torch "


@cache
def reviewed() -> Mapping[str, str]:
    """Return the reviewed release of each series, oldest first, for example 2.12.1 for 2.12."""
    with FILE.open(encoding="utf-8") as lines:
        releases = lines.readline().removeprefix(_HEAD).split()
    return MappingProxyType({series_of(one): one for one in releases})


@cache
def lines() -> tuple[Line, ...]:
    """Return the lines of overloads.txt, in the order of the file."""
    every = frozenset(reviewed())
    found = []
    for text in FILE.read_text(encoding="utf-8").splitlines():
        if not text.startswith("#"):
            before, _, schema = text.partition("aten::")
            kind, *series = before.split()
            found.append(Line(f"aten::{schema}", Kind(kind), frozenset(series) or every))
    return tuple(found)


def written(releases: Iterable[str], given: Iterable[Line]) -> str:
    """Return the text of overloads.txt with these lines, for these reviewed releases."""
    known = sorted(releases, key=order)
    every = [series_of(one) for one in known]
    texts = []
    for line in sorted(given, key=lambda one: (one.schema, one.kind)):
        some = [one for one in every if one in line.series]
        texts.append(" ".join([line.kind, *(some if some != every else []), line.schema]))
    return "\n".join([_HEAD + " ".join(known), *texts, ""])


def base() -> str:
    """Return the reviewed series with which the installed release is compared.

    It is the release's own series if it was reviewed, or else the newest reviewed series before it.
    """
    own = series_of(release())
    older = [series for series in reviewed() if order(series) <= order(own)]
    return older[-1] if older else next(iter(reviewed()))


def frozen() -> Mapping[str, tuple[Kind, str]]:
    """Return kind and schema of every overload of the series `base()`, by its name."""
    return frozen_of(base())


@cache
def frozen_of(series: str) -> Mapping[str, tuple[Kind, str]]:
    """Return kind and schema of every overload of a reviewed series, by its name."""
    return MappingProxyType(
        {line.name: (line.kind, line.schema) for line in lines() if series in line.series}
    )


@cache
def schemas_of(name: str) -> tuple[str, ...]:
    """Return all different schemas of an overload in the reviewed releases."""
    return tuple(dict.fromkeys(line.schema for line in lines() if line.name == name))


@cache
def installed() -> Mapping[str, str]:
    """Return the schema text of every overload of ATen in the installed PyTorch, by name."""
    return MappingProxyType(_installed())


def _installed() -> dict[str, str]:
    found = {}
    for full in torch._C._dispatch_get_all_op_names():
        namespace, _, name = full.partition("::")
        if namespace == "aten":
            packet, _, overload = name.partition(".")
            found[name] = str(torch._C._get_schema(f"aten::{packet}", overload))
    return found


def registrations() -> Mapping[str, frozenset[str]]:
    """Return the overloads of ATen that have a kernel, for each key that dense CPU tensors use."""
    return {
        key: frozenset(
            full.removeprefix("aten::")
            for full in torch._C._dispatch_get_registrations_for_dispatch_key(key)
            if full.startswith("aten::")
        )
        for key in ("CPU", *COMPOSITE_KEYS)
    }


@cache
def _kinds() -> Mapping[str, Kind]:
    """Return the kinds of installed overloads whose schema was reviewed, in any release."""
    by_schema: dict[str, Kind] = {}
    for line in sorted(lines(), key=lambda one: max(map(order, one.series))):
        by_schema[line.schema] = line.kind
    own = {schema: kind for kind, schema in frozen().values()}
    both = {**by_schema, **own}
    return MappingProxyType(
        {name: both[schema] for name, schema in installed().items() if schema in both}
    )


@cache
def changed() -> Mapping[str, str]:
    """Return the installed overloads with a schema of no reviewed release, and the reasons."""
    found, kinds, known = {}, _kinds(), {line.name for line in lines()}
    for name in installed():
        if name not in known:
            found[name] = f"it is new in torch {torch.__version__} and was not reviewed"
        elif name not in kinds:
            found[name] = f"its schema in torch {torch.__version__} was not reviewed"
    return MappingProxyType(found)


@cache
def unreviewed() -> Mapping[str, str]:
    """Return the installed overloads that are refused as unreviewed, each with the reason.

    Their schema is new or changed, or they have a kernel of their own although they had none in the
    reviewed releases. A different library may have registered this kernel.
    """
    found = dict(changed())
    registered = registrations()
    composite = frozenset().union(*(registered[key] for key in COMPOSITE_KEYS))
    for name, kind in _kinds().items():
        if kind is Kind.COMPOSITE and name in registered["CPU"]:
            found[name] = "it has a kernel of its own here, where reviewed releases have none"
        elif kind is Kind.ABSENT and name in registered["CPU"] | composite:
            found[name] = "it has a kernel for CPU tensors here, and reviewed releases have none"
    return MappingProxyType(found)


def is_known() -> bool:
    """Check whether the installed PyTorch is a release of a reviewed series."""
    return is_final(release()) and series_of(release()) in reviewed()


def is_reviewed() -> bool:
    """Check whether the installed release and all of its schemas were reviewed."""
    return is_known() and not changed()


def kind_of(name: str) -> Kind:
    """Return the kind of an installed overload, which is REFUSED if it was not reviewed."""
    return Kind.REFUSED if name in unreviewed() else _kinds()[name]


__all__ = [
    "COMPOSITE_KEYS",
    "FILE",
    "Kind",
    "Line",
    "base",
    "changed",
    "frozen",
    "frozen_of",
    "installed",
    "is_known",
    "is_reviewed",
    "kind_of",
    "lines",
    "name_in",
    "registrations",
    "reviewed",
    "schemas_of",
    "unreviewed",
    "written",
]
