"""Several calls at once in one session, each list of them in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

Step = Callable[[], None]


def run_together(jobs: Sequence[Sequence[Step]]) -> None:
    """Run every job in a thread, its steps one after the other; all begin at the same moment.

    Raises what the first of them raised.
    """
    barrier = Barrier(len(jobs))

    def work(steps: Sequence[Step]) -> None:
        barrier.wait()
        for step in steps:
            step()

    with ThreadPoolExecutor(len(jobs)) as pool:
        for _ in pool.map(work, jobs):
            pass
