"""The overloads of ATen, frozen: schema and kind of each, and what the installed PyTorch has.

`overloads.txt` is written by `python -m samebits.torch.tools.freeze` from the table of lowerings
and the reviewed lists of moves.py. An overload of the installed PyTorch that does not stand there,
or stands there with another schema, is refused where a floating-point number takes part, until it
has been reviewed.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType

import torch

FILE = Path(__file__).resolve().with_suffix(".txt")


class Kind(StrEnum):
    """What happens to an overload inside a block; CANONICAL says that the table has it."""

    CANONICAL = "canonical"
    """A lowering computes it, or one puts it together anew; in a table without, it is refused."""
    MEMORY = "memory"
    """Its kernel stays: it makes tensors, views and copies of the same format."""
    MOVE = "move"
    """Its kernel runs where all floating-point tensors have one dtype."""
    INTEGERS = "integers"
    """Its kernel stays: it draws integers from PyTorch's Mersenne Twister."""
    COMPOSITE = "composite"
    """Its kernel stays: it computes by calling other overloads through the dispatcher."""
    REFUSED = "refused"
    """Its kernel runs where no floating-point number takes part."""
    ABSENT = "absent"
    """It has no kernel for dense CPU tensors."""


def name_in(schema: str) -> str:
    """`mul.Tensor` of the text of its schema, `relu` of a default overload."""
    return schema.partition("(")[0].removeprefix("aten::")


@cache
def frozen() -> Mapping[str, tuple[Kind, str]]:
    """Kind and schema of every reviewed overload by its name."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        if not line.startswith("#"):
            kind, _, schema = line.partition(" ")
            found[name_in(schema)] = Kind(kind), schema
    return MappingProxyType(found)


def frozen_for() -> str:
    """The version of PyTorch whose overloads were reviewed."""
    with FILE.open(encoding="utf-8") as lines:
        return lines.readline().removeprefix("# torch ").strip()


@cache
def installed() -> Mapping[str, str]:
    """The text of the schema of every overload of ATen that the installed PyTorch has."""
    found = {}
    for full in torch._C._dispatch_get_all_op_names():
        namespace, _, name = full.partition("::")
        if namespace == "aten":
            packet, _, overload = name.partition(".")
            found[name] = str(torch._C._get_schema(f"aten::{packet}", overload))
    return MappingProxyType(found)


@cache
def unreviewed() -> Mapping[str, str]:
    """The installed overloads that are new or changed, each with the reason for its refusal."""
    known = frozen()
    found = {}
    for name, schema in installed().items():
        if name not in known:
            found[name] = f"torch {torch.__version__} has it and {_REVIEWED} has not"
        elif known[name][1] != schema:
            found[name] = f"its schema in torch {torch.__version__} is not that of {_REVIEWED}"
    return MappingProxyType(found)


def kind_of(name: str) -> Kind:
    """The kind of an installed overload; refused for one that was not reviewed."""
    return Kind.REFUSED if name in unreviewed() else frozen()[name][0]


_REVIEWED = f"torch {frozen_for()}, which was reviewed," if FILE.exists() else "nothing"


__all__ = [
    "FILE",
    "Kind",
    "frozen",
    "frozen_for",
    "installed",
    "kind_of",
    "name_in",
    "unreviewed",
]
