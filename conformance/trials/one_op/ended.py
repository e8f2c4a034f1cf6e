"""Record which steps succeeded in a tree, so that an interrupted run does not repeat them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from samebits.common.files import write_atomically
from samebits.conformance.trials.one_op.scratch_tree import Tree


class Ended:
    """The steps that succeeded, each with a digest of the rooms that it reads and a count.

    They are stored in the tree's `build/ended.json`, which is rewritten after each step.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree, self._path = tree, tree.folder / "build" / "ended.json"
        self._steps: dict[str, dict[str, str | int]] = {}
        if self._path.exists():
            self._steps = json.loads(self._path.read_text(encoding="utf-8"))

    def found(self, step: str, rooms: Sequence[str]) -> int | None:
        """Return the stored count of a step, or None if the step is new or outdated."""
        kept = self._steps.get(step)
        if kept is None or kept["digest"] != self._tree.digest(rooms):
            return None
        return int(kept["found"])

    def keep(self, step: str, rooms: Sequence[str], found: int = 0) -> None:
        """Record that a step succeeded, with a count and the digest of its rooms after the step."""
        self._steps[step] = {"digest": self._tree.digest(rooms), "found": found}
        write_atomically(self._path, (json.dumps(self._steps, indent=1) + "\n").encode())
