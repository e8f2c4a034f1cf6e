"""Remove each entry from the table, one at a time: a call of it must raise an error that names it.

    python -m samebits.torch.tests.removed [--record]

No other entry, composite function or PyTorch kernel may compute the call instead. With `--record`
the counts and the digest of the table are written to removed.json.
"""

from __future__ import annotations

import argparse
import json
import warnings
from pathlib import Path
from typing import Any

import torch

from samebits.common.files import write_atomically
from samebits.torch import NoCanonicalDefinition
from samebits.torch.table import compositions, overload_of, table, table_digest
from samebits.torch.tests.reaching import Arguments, arguments, reached, table_of
from samebits.torch.tests.small_calls import small_calls

RECORD = Path(__file__).with_name("removed.json")

COMPUTES_NOTHING = {"index_fill_.int_Scalar", "masked_fill_.Scalar"}
"""Entries that refuse calls in which PyTorch's kernel would round, and leave all others to it."""


def calls() -> dict[str, Arguments]:
    """Return a call of each entry."""
    return {**reached(), **{name: small_calls()[name] for name in COMPUTES_NOTHING}}


def refused(name: str, call: Arguments) -> bool:
    """Check whether a call is refused with its overload's name.

    The call may write to its arguments.
    """
    args, kwargs = call
    try:
        overload_of(name)(*args, **kwargs)
    except NoCanonicalDefinition as error:
        return str(error).startswith(f"aten::{name} has no canonical definition here")
    return False


def without(name: str, call: Arguments) -> bool:
    """Check whether a call of an entry is refused if only this entry is missing in the table."""
    lowerings = {n: entry for n, entry in table().items() if n != name}
    composed = {n: function for n, function in compositions().items() if n != name}
    given = arguments(call)
    with torch.no_grad(), table_of(lowerings, composed):
        return refused(name, given)


def as_record(removed: list[str], computed: list[str]) -> dict[str, Any]:
    """Return the record: the number of removed entries, and calls that were still computed."""
    version = torch.__version__.partition("+")[0]
    found = {"torch": version, "sources": table_digest(), "entries": len(removed)}
    return {**found, "computed": computed}


def main() -> int:
    """Remove each entry, print and write the record; return 1 if a call was still computed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    found = calls()
    computed = []
    for number, name in enumerate(sorted(found)):
        if not without(name, found[name]):
            computed.append(name)
            print(f"{name} is computed without its entry", flush=True)
        if number % 100 == 0:
            print(f"{number} of {len(found)}", flush=True)
    record = as_record(sorted(found), computed)
    print(f"{record['entries']} entries removed, {len(computed)} computed without")
    if options.record:
        write_atomically(RECORD, (json.dumps(record, indent=1) + "\n").encode())
    return 1 if computed else 0


if __name__ == "__main__":
    raise SystemExit(main())
