"""Command `python -m samebits.conformance.trials.graph_mutants`.

The exit status is 1 if a mutant is neither detected nor proven to change nothing.
"""

from __future__ import annotations

import sys

import click

from samebits.conformance.trials.graph_mutants import graph_record as record
from samebits.conformance.trials.graph_mutants.fates import ALIVE, digest, fates, graph_ops
from samebits.vectors.reader import Vectors


@click.command()
@click.option("--op", "ops", multiple=True, help="Only this op; repeatable.")
@click.option("--fresh", is_flag=True, help="Try those again whose sources have not changed.")
def main(ops: tuple[str, ...], fresh: bool) -> None:
    """Change every declared graph by program, and report which golden case detects each change."""
    vectors, rows = Vectors.open(), record.read()
    every = graph_ops()
    rows = {name: found for name, found in rows.items() if name in every}
    if unknown := sorted(set(ops) - set(every)):
        raise click.ClickException(
            f"{unknown[0]} is not an op whose declaration is a list of nodes"
        )
    for number, name in enumerate(ops or every, 1):
        now = digest(name, vectors)
        if name in rows and rows[name]["digest"] == now and not fresh:
            continue
        found = list(fates(name, vectors))
        rows[name] = record.row(now, found)
        # write after each op, so that no finished work is lost if the run is interrupted
        record.write(rows)
        print(f"{number} of {len(ops or every)}, {name}: {len(found)} changed")
        for each in found:
            if each.word == ALIVE:
                print(f"  not noticed: {each.mutant}")
    record.write(rows)
    alive = sum(len(found[ALIVE]) for found in rows.values())
    print(f"{record.PAGE.name}: {alive} not noticed")
    sys.exit(1 if alive else 0)


if __name__ == "__main__":
    main()
