"""Which steps have ended well in a tree: a run that was interrupted does not repeat them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from samebits.common.files import write_atomically
from samebits.conformance.trials.one_op.scratch_tree import Tree


class Ended:
    """The steps that ended well, each with the digest of what it read and made, and what it found.

    They are kept in the tree's `build/ended.json`, which is written whole after each.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree, self._path = tree, tree.folder / "build" / "ended.json"
        self._steps: dict[str, dict[str, str | int]] = {}
        if self._path.exists():
            self._steps = json.loads(self._path.read_text(encoding="utf-8"))

    def found(self, step: str, rooms: Sequence[str]) -> int | None:
        """What a step found; None where it is to run: for the first time, or its rooms changed."""
        kept = self._steps.get(step)
        if kept is None or kept["digest"] != self._tree.digest(rooms):
            return None
        return int(kept["found"])

    def keep(self, step: str, rooms: Sequence[str], found: int = 0) -> None:
        """A step has ended well. The digest is of the end, as most steps write into their rooms."""
        self._steps[step] = {"digest": self._tree.digest(rooms), "found": found}
        write_atomically(self._path, (json.dumps(self._steps, indent=1) + "\n").encode())
