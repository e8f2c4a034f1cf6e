"""docs/results/saboteurs.md: caught faults of each family, what caught them, and the survivors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.conformance.trials.sabotage.bench import NOT_JUDGED
from samebits.conformance.trials.sabotage.judged import Judged
from samebits.conformance.trials.sabotage.named_faults import FAMILIES, fault_named
from samebits.spec.catalog import all_ops

_CLASSES = ("round", "tree", "graph", "move")
_INTRODUCTION = """\
# Saboteurs by program

Made by `nox -s record -- sabotage`, which plants faults before the judge. Each is the C backend in
a host as any other, spoilt in one bit of one result of one op and format, only where a predicate
holds. The judge puts its cases of that op and format (drawn questions, golden vectors, laws) until
one fails, at level standard (*values20* of functions with a certificate: full). The honest backend
passes all cases that have caught a fault. Real inputs are left out.

A fault counts as caught only where the predicate held in the case that failed, and the outcome is
`fail`. Where a case ends otherwise (a deadline that passed, a host that died), twice, the fault is
*not judged*: that tells of the machine, not of the judge.

*Within reach* is what the judge asks whatever its seed, or with a probability above 0.999; the rest
is caught where a draw or another case happens to ask it. Sizes, rows, sides, ranks, strides,
threads one by one and calls after calls of other ops are asked of every op and format; each pair of
two ops is put in the usual format of both, and other formats meet a few ops that are drawn. What no
call can show (the thousandth result of a dot product) has the probability 0."""


def write_page(path: Path, results: Sequence[Judged]) -> None:
    """Write the page of these results. Raises OSError."""
    write_atomically(path, page(results).encode())


def page(results: Sequence[Judged]) -> str:
    """Return the page in Markdown."""
    caught = sum(bool(r.caught_by) for r in results)
    within = [r for r in results if r.within]
    missed = [r for r in within if not r.caught_by]
    seeds = ", ".join(sorted({r.seed for r in results}))
    parts = [
        _INTRODUCTION,
        f"{len(results):,} faults of {len({_op(r) for r in results})} of the {len(all_ops())} ops "
        f"and {len({_place(r) for r in results}):,} of the {_places():,} pairs of op and format "
        f"(seed `{seeds}`): "
        f"{caught:,} were caught. Of {len(within):,} within reach {len(missed):,} were not. "
        f"Not judged: {sum(r.outcome == NOT_JUDGED for r in results):,}.",
        *_families(),
        *_by_class(results),
        *_by_kind(results),
        *_survivors(results),
    ]
    return "\n\n".join(parts) + "\n"


def _places() -> int:
    """Return the number of pairs of op and format."""
    return sum(len(op.labels()) for op in all_ops().values())


def _op(result: Judged) -> str:
    return result.fault.split("/")[0]


def _place(result: Judged) -> str:
    return "/".join(result.fault.split("/")[:2])


def _family(result: Judged) -> str:
    return fault_named(result.fault).family


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _families() -> list[str]:
    rows = [(f.name, f.says.format("..."), f.chance) for f in FAMILIES.values()]
    heads = ("family", "wrong where there is", "probability that one call shows it")
    lines = [heads, ("---",) * 3, *rows]
    return ["## Families", "\n".join(f"| {' | '.join(line)} |" for line in lines)]


def _grouped(results: Sequence[Judged], key: Callable[[Judged], str]) -> dict[str, list[Judged]]:
    found: dict[str, list[Judged]] = defaultdict(list)
    for result in results:
        found[key(result)].append(result)
    return found


def _share(results: Sequence[Judged]) -> str:
    return f"{sum(bool(r.caught_by) for r in results)} of {len(results)}" if results else "-"


def _by_class(results: Sequence[Judged]) -> list[str]:
    found = _grouped(results, _family)
    rows = [
        (
            name,
            *(_share([r for r in found[name] if r.op_class == c]) for c in _CLASSES),
            _share(found[name]),
            _share([r for r in found[name] if r.within]),
        )
        for name in FAMILIES
        if name in found
    ]
    heads = ("family", *_CLASSES, "all", "within reach")
    return ["## Caught, by class of op", _table(heads, rows)]


def _by_kind(results: Sequence[Judged]) -> list[str]:
    caught = [r for r in results if r.caught_by]
    found = _grouped(caught, _family)
    rows = []
    for name in FAMILIES:
        kinds = Counter(r.kind for r in found.get(name, ()))
        shown = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        if shown:
            rows.append(f"| {name} | {shown} |")
    head = "| family | kind of the first case that failed, and how many faults |\n|---|---|"
    return ["## What caught them", "\n".join([head, *rows])]


def _survivors(results: Sequence[Judged]) -> list[str]:
    left = [r for r in results if not r.caught_by]
    parts = [
        "## Not caught",
        "*held* counts the calls in which the predicate held, of those that were made: 0 says that "
        "the judge never asked. The probability is that of being caught in a run with any seed: "
        "*computed* from the questions that are drawn, or *estimated* by putting some faults of a "
        "line before the judge with other seeds.",
    ]
    missed = [r for r in left if r.within]
    if missed:
        rows = [
            (f"`{r.fault}`", str(fault_named(r.fault)), f"{r.held} of {r.calls}", probability([r]))
            for r in missed
        ]
        parts += ["### Within reach", _table(("fault", "wrong where", "held", "probability"), rows)]
    parts.append("### Beyond what the judge is bound to ask")
    groups = _grouped([r for r in left if not r.within], group_of)
    parts += [_line(name, group) for name, group in sorted(groups.items())]
    return parts


def group_of(result: Judged) -> str:
    """Return the line of the page for a fault: its family and argument.

    The line omits the argument if that is a drawn pattern or the op before the call.
    """
    fault = fault_named(result.fault)
    alike = fault.kind.probability is not None
    return fault.family if alike else f"{fault.family}:{fault.argument}"


def _line(name: str, group: Sequence[Judged]) -> str:
    held = sum(r.held > 0 for r in group)
    odd = f"; in {held} the predicate held" if held else ""
    places = ", ".join(f"`{_place(r)}`" for r in sorted(group, key=lambda r: r.fault))
    return f"**{name}**, {len(group)} faults, probability {probability(group)}{odd}: {places}."


def probability(group: Sequence[Judged]) -> str:
    """Return the computed probability, or the share of other seeds that caught the faults."""
    known = [p for r in group if (p := computed(r)) is not None]
    if known:
        least, most = f"{min(known):.3f}", f"{max(known):.3f}"
        return f"{least if least == most else f'{least} to {most}'} (computed)"
    tried, again = sum(r.tried for r in group), sum(r.again for r in group)
    return f"{again / tried:.2f} (estimated: {again} of {tried} runs)" if tried else "not tried"


def computed(result: Judged) -> float | None:
    """Return the probability from the drawn questions, if the family has a formula."""
    fault = fault_named(result.fault)
    chance = fault.kind.probability
    return chance(fault.op, fault.label, fault.argument) if chance is not None else None
