"""Command `python -m samebits.conformance.trials.graph_mutants.hunt`.

For each mutant that no golden case detects, the command draws calls until one detects the mutant.
It makes this call smaller and stores it in `vectors/told/NAME.json`. Then `nox -s vectors -- --op
NAME` turns the call into a golden case. An interrupted run continues after the last drawn call. The
exit status is 1 if a mutant remains undetected.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.progress import Watch
from samebits.conformance.trials.graph_mutants import graph_record as record
from samebits.conformance.trials.graph_mutants.draw import draw_call
from samebits.conformance.trials.graph_mutants.fates import ALIVE, digest, fates, graph_ops
from samebits.conformance.trials.graph_mutants.graph_trial import Situation, Trial
from samebits.conformance.trials.graph_mutants.smaller import smaller
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.tests.graphs.mutants import Mutant, mutants_of
from samebits.vectors.reader import Vectors
from samebits.vectors.told.told_calls import (
    FOLDER,
    MOST_ELEMENTS,
    Told,
    told_of,
    write,
)

Array = Any

STATE = Path(".samebits/hunt")
"""A folder, relative to the current folder, that stores how many calls were drawn for each op."""

SECONDS = 120

SMALL = 64
"""The usual limit for the number of elements in all operands of a call.

A larger call is stored only if no smaller call detects the mutant.
"""

_REFUSED = (SamebitsError, ValueError)


class Hunt:
    """The mutants of an op that no golden case detects, and calls that detect them."""

    def __init__(self, op: Op, wanted: Sequence[str], state: Path, folder: Path = FOLDER) -> None:
        self.op, self._folder = op, folder
        every = {mutant.name: mutant for mutant in mutants_of(op.name)}
        self._known = every
        self.kept = [each for each in map(self._checked, told_of(op.name, folder)) if each.tells]
        told = {name for each in self.kept for name in each.tells}
        self.left = [every[name] for name in wanted if name not in told]
        graph = hashlib.sha256(repr(op.graph).encode()).hexdigest()[:16]
        self._state, self._graph = state / f"{op.name}.json", graph
        self.drawn = self._read()
        self._large: dict[str, Told] = {}

    def _checked(self, each: Told) -> Told:
        """Return a stored call.

        It lists only mutants that it detects in the present declaration.
        """
        names = [name for name in each.tells if name in self._known]
        trial = self._trial(each.call, each.inputs())
        tells = [name for name in names if trial and trial.tells(self._known[name])]
        return Told(tuple(tells), each.call, each.shapes, each.bits)

    def _trial(self, call: Call, inputs: Sequence[Array]) -> Trial | None:
        try:
            return Trial(Situation(self.op, call, [x.shape for x in inputs]), inputs)
        except _REFUSED:
            return None

    def draw(self) -> list[Mutant]:
        """Draw the next call, try it on many operands, and return the mutants that it detects.

        A mutant is removed from `left` when a small call detects it.
        """
        number, self.drawn = self.drawn, self.drawn + 1
        try:
            drawn = draw_call(self.op, number)
            situation = Situation(self.op, drawn.call, drawn.shapes)
        except _REFUSED:
            return []
        found: list[Mutant] = []
        for _ in range(drawn.times):
            asked = [m for m in self.left if m not in found and situation.reaches(m)]
            if not asked:
                break
            inputs = drawn.operands(self.op)
            try:
                trial = Trial(situation, inputs)
            except _REFUSED:
                continue
            told = [mutant for mutant in asked if trial.tells(mutant)]
            for mutant in told:
                # a call stored for an earlier mutant may have detected this mutant, too
                if mutant in self.left:
                    self._keep(mutant, drawn.call, inputs)
            found += told
        return found

    def _keep(self, mutant: Mutant, call: Call, inputs: Sequence[Array]) -> None:
        def tells(changed: Sequence[Array], other: Call = call) -> bool:
            trial = self._trial(other, changed)
            return trial is not None and trial.tells(mutant)

        inputs = smaller(inputs, call.inputs, tells)
        for attribute in self.op.attributes:
            others = {k: v for k, v in call.attributes.items() if k != attribute.name}
            try:
                usual = self.op.call(call.inputs, call.outputs, **others)
            except _REFUSED:
                continue
            if usual != call and tells(inputs, usual):
                call = usual
        trial = self._trial(call, inputs)
        assert trial is not None  # the call was just found to detect the mutant, so it is valid
        told = Told.of([each.name for each in self.left if trial.tells(each)], call, inputs)
        if told.elements > SMALL:
            known = self._large.get(mutant.name)
            if told.elements <= MOST_ELEMENTS and (not known or told.elements < known.elements):
                self._large[mutant.name] = told
            return
        self._take(told)

    def _take(self, told: Told) -> None:
        self.left = [each for each in self.left if each.name not in told.tells]
        self.kept.append(told)
        self.save()

    def take_large(self) -> None:
        """Store the smallest known call for each mutant that no small call detects."""
        for name, told in self._large.items():
            if name in [mutant.name for mutant in self.left]:
                self._take(told)

    def save(self) -> None:
        """Store the calls that were found and the number of draws."""
        write(self.op.name, self.kept, self._folder)
        text = json.dumps({"graph": self._graph, "drawn": self.drawn})
        write_atomically(self._state, f"{text}\n".encode())

    def _read(self) -> int:
        """Return how many calls earlier runs have drawn for this declaration, or 0 if unknown."""
        try:
            found = json.loads(self._state.read_text(encoding="utf-8"))
            return int(found["drawn"]) if found["graph"] == self._graph else 0
        except (OSError, ValueError, TypeError, KeyError):
            return 0


def not_noticed(name: str, vectors: Vectors) -> list[str]:
    """Return the mutants of an op that no golden case detects.

    They are read from the record if it is current, and computed otherwise.
    """
    known = record.read().get(name)
    if known and known["digest"] == digest(name, vectors):
        return list(known[ALIVE])
    print(f"{name}: the golden cases are asked first, which mutants they notice")
    return [fate.mutant for fate in fates(name, vectors) if fate.word == ALIVE]


@click.command()
@click.option("--op", "ops", multiple=True, help="Only this op; repeatable.")
@click.option("--seconds", type=click.IntRange(1), default=SECONDS, help="The most for one op.")
def main(ops: tuple[str, ...], seconds: int) -> None:
    """Draw calls to detect the mutants that no golden case detects."""
    console, vectors, left = Console(stderr=True), Vectors.open(), 0
    if unknown := sorted(set(ops) - set(graph_ops())):
        raise click.ClickException(
            f"{unknown[0]} is not an op whose declaration is a list of nodes"
        )
    for name in ops or graph_ops():
        hunt = Hunt(get_op(name), not_noticed(name, vectors), STATE)
        hunt.save()
        if not hunt.left:
            continue
        print(f"{name}: {len(hunt.left)} mutants are hunted, from call {hunt.drawn} on")
        try:
            _run(hunt, seconds, console)
            hunt.take_large()
        finally:
            hunt.save()
        for mutant in hunt.left:
            print(f"  not told by {hunt.drawn} calls: {mutant.name}")
        left += len(hunt.left)
    sys.exit(1 if left else 0)


def _run(hunt: Hunt, seconds: int, console: Console) -> None:
    """Draw calls for `seconds` seconds, or until all mutants are detected."""
    start = time.monotonic()
    with Watch(hunt.op.name, seconds, console) as watch:
        while hunt.left and time.monotonic() < start + seconds:
            for mutant in hunt.draw():
                console.print(f"  call {hunt.drawn - 1} tells: {mutant.name}", markup=False)
            watch.reach(min(seconds, int(time.monotonic() - start)))


if __name__ == "__main__":
    main()
