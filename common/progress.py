"""A progress display for long work: a bar on a terminal, otherwise a line for each tenth."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

STEPS = 10
"""The number of lines that are printed without a terminal.

Work with fewer items prints no lines.
"""


class Watch(Progress):
    """A progress display for `total` items, as a context manager.

    `done` items are finished already.
    """

    def __init__(self, title: str, total: int, console: Console, done: int = 0) -> None:
        super().__init__(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._title, self._total, self._finished = title, total, done
        self._bar = self.add_task(title, total=total, completed=done)

    def count(self, what: str = "") -> None:
        """Add one finished item. The bar shows its name, `what`."""
        self.reach(self._finished + 1, what)

    def reach(self, finished: int, what: str = "") -> None:
        """Set the number of finished items. The bar shows the name of the last item, `what`."""
        before, self._finished = self._finished, finished
        self.update(self._bar, completed=finished, description=what or self._title)
        tenth, told = (n * STEPS // self._total if self._total else 0 for n in (finished, before))
        if self.disable and self._total >= STEPS and tenth != told:
            time = duration(self.tasks[0].elapsed or 0)
            text = f"{self._title}: {finished} of {self._total}, {time}"
            self.console.print(Text(text))


def duration(seconds: float) -> str:
    """Return a duration as readable text: `9 s`, `5:24 min`, `2:05 h`."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60}:{minutes % 60:02} h"
    return f"{minutes}:{rest:02} min" if minutes else f"{rest} s"
