"""Show the progress of a certification.

On a terminal there is a bar for each device, otherwise a line for each tenth of the work.
"""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress as Bars,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from samebits.certifying.launch import Progress
from samebits.common.progress import duration
from samebits.reports.outcomes import BAD

_STEPS = 10


class Display:
    """A display of the progress of devices by name, as a context manager."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[state]}"),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._steps: dict[str, int] = {}

    def __enter__(self) -> Display:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def update(self, name: str, progress: Progress) -> None:
        """Show the progress of a device."""
        if self._bars.disable:
            self._print_step(name, progress)
            return
        if name not in self._tasks:
            self._tasks[name] = self._bars.add_task(escape(name), total=None, state="")
        self._bars.update(
            self._tasks[name],
            total=progress.planned or None,
            completed=progress.done,
            state=state(progress),
        )

    def end(self, name: str) -> None:
        """Show that a device has ended."""
        if name in self._tasks:
            self._bars.stop_task(self._tasks[name])

    def _print_step(self, name: str, progress: Progress) -> None:
        step = int(progress.share * _STEPS)
        if step != self._steps.get(name):
            self._steps[name] = step
            done = f"{progress.done} of {progress.planned} cases, " if progress.planned else ""
            self._console.print(Text(f"{name}: {done}{state(progress)}"))


def state(progress: Progress) -> str:
    """Return the state as text: `planning`, or the number of bad cases, such as `3 bad`.

    For exhaustive cases, the share of judged inputs and the remaining time are added.
    """
    if not progress.planned:
        return "planning"
    bad = sum(n for outcome, n in progress.counts.items() if outcome in BAD)
    found = f"{bad} bad" if bad else "none bad so far"
    if not progress.inputs:
        return found
    found += f", {100 * progress.share:.0f}% of {progress.inputs:.3g} inputs"
    left = progress.seconds_left()
    return found if left is None else f"{found}, {duration(left)} left"
