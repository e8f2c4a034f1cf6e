"""Progress of long work that is counted: a bar on a terminal, else a line for each tenth."""

from __future__ import annotations

import time
from types import TracebackType

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
"""Lines where there is no terminal, if there are as many things to do."""


class Watch:
    """Shows how much of `total` is done, `done` of it from before; a context manager."""

    def __init__(self, title: str, total: int, console: Console, done: int = 0) -> None:
        self._title, self._total, self._finished = title, total, done
        self._console = console
        self._step = done * STEPS // total if total else STEPS
        self._began = time.monotonic()
        self._bars = Progress(
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
        self._bar = self._bars.add_task(title, total=total, completed=done)

    def __enter__(self) -> Watch:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def advance(self, what: str = "") -> None:
        """One thing more is done; `what` it was stands beside the bar."""
        self.reach(self._finished + 1, what)

    def reach(self, finished: int, what: str = "") -> None:
        """So much is done."""
        self._finished = finished
        self._bars.update(self._bar, completed=finished, description=what or self._title)
        step = finished * STEPS // self._total if self._total else STEPS
        if self._bars.disable and self._total >= STEPS and step != self._step:
            self._step = step
            minutes, seconds = divmod(round(time.monotonic() - self._began), 60)
            text = f"{self._title}: {finished} of {self._total}, {minutes}:{seconds:02d} min"
            self._console.print(Text(text))
