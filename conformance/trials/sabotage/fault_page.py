"""Make docs/results/saboteurs.md: for each family, caught faults, catching cases, and survivors."""

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

Made by `nox -s record -- sabotage`, which plants faults and runs the judge on them. A fault is the
C backend with one wrong bit in one result of one op and format, which appears only if a condition
holds. The judge runs its cases of that op and format (drawn questions, golden cases and laws,
without real inputs) until one fails. It runs them at level standard, or at level full for the
family *values20* if the function has a certificate. The backend without a fault passes every case
that caught a fault.

A fault counts as caught only if the condition held in the case that failed, and the outcome is
`fail`. If the case ends in another way twice (a time limit, a host that died), the fault is *not
judged*, because such an ending depends on the machine.

A fault is *within reach* if level standard asks for its condition with any seed, or with a
probability above 0.999. Other faults are caught only if a drawn question happens to ask for the
condition. The judge asks every op and format for its sizes, ranks and strides, for numbers of
threads, and for calls after calls of other ops. Each pair of two ops is tried in the usual formats
of both. In other formats an op is tried with a few drawn ops. If no call can show a fault (for
example in the thousandth result of a dot product), its probability is 0."""


def write_page(path: Path, results: Sequence[Judged]) -> None:
    """Write the page. Raises OSError if the file cannot be written."""
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
        f"{caught:,} were caught. {len(within):,} are within reach; {len(missed):,} of them were "
        "not caught. "
        f"Not judged: {sum(r.outcome == NOT_JUDGED for r in results):,}.",
        *_families(),
        *_by_class(results),
        *_by_kind(results),
        *_survivors(results),
    ]
    return "\n\n".join(parts) + "\n"


def _places() -> int:
    """Return the number of pairs of an op and a format."""
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
    heads = ("family", "condition", "probability that one call shows it")
    lines = [heads, ("---",) * 3, *rows]
    said = "The argument of a fault is in place of the dots."
    return ["## Families", said, "\n".join(f"| {' | '.join(line)} |" for line in lines)]


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
    return ["## Caught faults by class of op", _table(heads, rows)]


def _by_kind(results: Sequence[Judged]) -> list[str]:
    caught = [r for r in results if r.caught_by]
    found = _grouped(caught, _family)
    rows = []
    for name in FAMILIES:
        kinds = Counter(r.kind for r in found.get(name, ()))
        shown = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        if shown:
            rows.append(f"| {name} | {shown} |")
    head = "| family | kinds of the first case that failed, with the number of faults |\n|---|---|"
    return ["## Cases that caught them", "\n".join([head, *rows])]


def _survivors(results: Sequence[Judged]) -> list[str]:
    left = [r for r in results if not r.caught_by]
    parts = [
        "## Not caught",
        "Each line names a family and its argument, then the ops and formats. The probability is "
        "that a run with a random seed catches such a fault. It is *computed* from the drawn "
        "questions, or *estimated*: some faults of the line were judged again with other seeds. "
        "*held* is the number of calls in which the condition held, of all calls: 0 means that the "
        "judge never asked for it.",
    ]
    missed = [r for r in left if r.within]
    if missed:
        rows = [
            (f"`{r.fault}`", str(fault_named(r.fault)), f"{r.held} of {r.calls}", probability([r]))
            for r in missed
        ]
        parts += ["### Within reach", _table(("fault", "condition", "held", "probability"), rows)]
    parts.append("### Not within reach")
    groups = _grouped([r for r in left if not r.within], group_of)
    parts += [_line(name, group) for name, group in sorted(groups.items())]
    return parts


def group_of(result: Judged) -> str:
    """Return the row of the page to which a fault belongs: its family and argument.

    The argument is omitted if it is drawn (a pattern, or the op of the previous call).
    """
    fault = fault_named(result.fault)
    alike = fault.kind.probability is not None
    return fault.family if alike else f"{fault.family}:{fault.argument}"


def _line(name: str, group: Sequence[Judged]) -> str:
    held = sum(r.held > 0 for r in group)
    odd = f"; for {held} of them the condition held in some call" if held else ""
    places = ", ".join(f"`{_place(r)}`" for r in sorted(group, key=lambda r: r.fault))
    return f"**{name}**, {len(group)} faults, probability {probability(group)}{odd}: {places}."


def probability(group: Sequence[Judged]) -> str:
    """Return the computed probability, or the share of other seeds whose runs caught the faults."""
    known = [p for r in group if (p := computed(r)) is not None]
    if known:
        least, most = f"{min(known):.3f}", f"{max(known):.3f}"
        return f"{least if least == most else f'{least} to {most}'} (computed)"
    tried, again = sum(r.tried for r in group), sum(r.again for r in group)
    return f"{again / tried:.2f} (estimated: {again} of {tried} runs)" if tried else "not tried"


def computed(result: Judged) -> float | None:
    """Return the probability, computed from drawn questions, or None if there is no formula."""
    fault = fault_named(result.fault)
    chance = fault.kind.probability
    return chance(fault.op, fault.label, fault.argument) if chance is not None else None
