"""Error messages of refused calls: the reason, the location, and what to use instead."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from samebits.backends.protocol import CallError
from samebits.common.errors import SamebitsError
from samebits.torch.diagnosis import account
from samebits.torch.errors import NoCanonicalDefinition, Reason, WrongCall, wrong

FILE = Path(__file__).with_name("substitutes.toml")

_LET_THROUGH = (
    "Or open the block with strict=False: PyTorch then computes the call, and its bits may differ "
    "between machines."
)
_LISTS = "samebits' page docs/results/torch-coverage.md lists the ops that have a definition"


@dataclass(frozen=True, slots=True)
class Family:
    """Refused ops with the same substitute, as listed in substitutes.toml.

    `ops` are names or patterns; `reasons` are words in the reason of a refusal. `refused` and
    `works` are Python expressions: an example of a refused call, and its replacement.
    """

    name: str
    instead: str
    ops: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    refused: str = ""
    works: str = ""


@cache
def families() -> tuple[Family, ...]:
    """Return the families of substitutes.toml, in the order of the file."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Family(
            name,
            table["instead"],
            tuple(table.get("ops", ())),
            tuple(table.get("reasons", ())),
            table.get("refused", ""),
            table.get("works", ""),
        )
        for name, table in tables.items()
    )


def family_of(overload: str, reason: str = "") -> Family | None:
    """Return the family of a refused overload (`_linalg_det.result`), or None.

    A family that matches words of the reason takes precedence over one that matches the op's name.
    """
    op = overload.removeprefix("aten::").partition(".")[0]
    names = {op, op if op.endswith("__") else op.removesuffix("_")}
    by_reason = (f for f in families() if any(words in reason for words in f.reasons))
    by_name = (
        f for f in families() if any(fnmatchcase(n, pattern) for n in names for pattern in f.ops)
    )
    return next(by_reason, None) or next(by_name, None)


def refusal(overload: str, reason: Reason) -> SamebitsError:
    """Return the error of a refused call: NoCanonicalDefinition, or WrongCall for a CallError.

    The message names the op, the reason, the location, and a substitute if there is one.
    """
    if isinstance(reason, CallError):
        return wrong_call(overload, None, reason)
    family = family_of(overload, str(reason))
    instead = family.instead.removesuffix(".") if family else _LISTS
    return NoCanonicalDefinition(
        f"{_full(overload)} has no canonical definition here: {reason} ({account()}). {instead}. "
        f"{_LET_THROUGH}"
    )


def wrong_call(overload: str, said: Exception | None, reason: CallError) -> WrongCall:
    """Return the error of an invalid call, with the class of the error that PyTorch raises for it.

    Its message is PyTorch's message, followed by the reason. If PyTorch raises no error, the result
    is a RuntimeError whose message says how to let PyTorch compute the call.
    """
    where = f"({_full(overload)}, {account()})"
    found = re.sub(r"^\w+:\w+: ", "", str(reason))  # without the name of the device, `c:avx2: `
    if said is None:
        return wrong(RuntimeError, f"{found} {where}. {_LET_THROUGH}")
    return wrong(type(said), f"{str(said).rstrip('.')}: {found} {where}")


def _full(overload: str) -> str:
    return overload if "::" in overload else f"aten::{overload}"
