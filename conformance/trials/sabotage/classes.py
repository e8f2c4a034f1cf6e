"""Draw faults from the classes of mistakes that kernel authors make, and write their page.

A class is a set of families (`Family.group`). There are classes for sizes and contents of layers,
attributes missing in the key of a plan, history, callers, memory, kinds of calls, and the machine.
Class, op, format, family and argument are drawn in this order, so that ops with many possible
faults are not drawn more often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.trials.sabotage.bench import NOT_JUDGED
from samebits.conformance.trials.sabotage.judged import Judged
from samebits.conformance.trials.sabotage.named_faults import FAMILIES, Fault, fault_named
from samebits.spec.catalog import all_ops

_INTRODUCTION = """\
# Saboteurs as kernel authors make them

Made by `nox -s record -- sabotage_classes`. The class of a fault is a kind of mistake that authors
of kernels make. Class, op, format, family and argument of each fault are drawn at random. A fault
is planted and judged like [the other saboteurs by program](saboteurs.md), at level standard. It
counts as caught only if its condition held in the case that failed. In the table, the argument of a
fault is in place of the dots."""


def classes() -> list[str]:
    """Return the classes that have families."""
    return sorted({family.group for family in FAMILIES.values() if family.group})


def draw_of_classes(count: int, seed: str) -> list[Fault]:
    """Return `count` different faults, equally many from each class."""
    draws = Draws(seed, "sabotage of classes")
    places = [(op, label) for op, declared in all_ops().items() for label in declared.labels()]
    kinds = {name: [f for f in FAMILIES.values() if f.group == name] for name in classes()}
    found: dict[Fault, None] = {}
    while len(found) < count:
        name = classes()[len(found) % len(kinds)]
        op, label = draws.choice(places)
        fitting = [(f, arguments) for f in kinds[name] if (arguments := f.arguments(op, label))]
        if fitting:
            family, arguments = draws.choice(fitting)
            found.setdefault(Fault(op, label, family.name, draws.choice(arguments)))
    return list(found)


def write_page(path: Path, results: Sequence[Judged]) -> None:
    """Write the page. Raises OSError if the file cannot be written."""
    write_atomically(path, page(results).encode())


def page(results: Sequence[Judged]) -> str:
    """Return the page in Markdown."""
    caught = sum(bool(r.caught_by) for r in results)
    seeds = ", ".join(sorted({r.seed for r in results}))
    lost = sum(r.outcome == NOT_JUDGED for r in results)
    parts = [
        _INTRODUCTION,
        f"{len(results):,} faults of {len({fault_named(r.fault).op for r in results})} ops, drawn "
        f"and judged with seed `{seeds}`: {caught:,} were caught. Not judged: {lost:,}.",
        "| class | family | condition | caught | caught by |\n"
        "| --- | --- | --- | ---: | --- |\n" + "\n".join(_rows(results)),
        *_of_kinds([r for r in results if r.spent]),
        "## Not caught",
        "A fault is *within reach* if level standard asks for its condition with any seed, and "
        "*met* if the condition held in a call.",
        "\n\n".join(_survivors(results)) or "None.",
    ]
    return "\n\n".join(parts) + "\n"


def _rows(results: Sequence[Judged]) -> list[str]:
    rows = []
    for family in sorted(FAMILIES.values(), key=lambda f: (f.group, f.name)):
        mine = [r for r in results if fault_named(r.fault).family == family.name]
        if mine:
            kinds = Counter(r.kind for r in mine if r.caught_by)
            by = ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())
            share = f"{sum(bool(r.caught_by) for r in mine)} of {len(mine)}"
            says = family.says.format("...")
            rows.append(f"| {family.group} | {family.name} | {says} | {share} | {by} |")
    return rows


def _of_kinds(results: Sequence[Judged]) -> list[str]:
    """Return a table with the number of caught faults and the time, for each kind of case."""
    if not results:
        return []
    spent: Counter[str] = Counter()
    for result in results:
        spent.update(result.spent)
    catching = Counter(kind for r in results for kind in r.catching)
    alone = Counter(r.catching[0] for r in results if len(r.catching) == 1)
    whole = sum(spent.values())
    rows = [
        f"| {kind} | {catching[kind]} | {alone[kind]} | {100 * seconds / whole:.1f} % |"
        for kind, seconds in spent.most_common()
    ]
    return [
        "## What each kind of case catches",
        f"The judge ran every case of the op and format for {len(results)} of these faults, the "
        "first that were drawn. *only one* counts the faults that no other kind of case caught. "
        "The time is the time of judge and backend together, with the right answers.",
        "| kind of case | catches | only one | share of the time |\n| --- | ---: | ---: | ---: |\n"
        + "\n".join(rows),
    ]


def _survivors(results: Sequence[Judged]) -> list[str]:
    left = sorted((r for r in results if not r.caught_by), key=lambda r: r.fault)
    lines = []
    for family in sorted({fault_named(r.fault).family for r in left}):
        mine = [r for r in left if fault_named(r.fault).family == family]
        within = sum(r.within for r in mine)
        held = sum(r.held > 0 for r in mine)
        names = ", ".join(f"`{r.fault}`" for r in mine)
        lines.append(
            f"**{family}**, {len(mine)} faults, {within} within reach; {held} were met: {names}."
        )
    return lines
