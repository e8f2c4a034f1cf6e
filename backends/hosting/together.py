"""Run several lists of calls simultaneously in one session, each list in its own thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

Step = Callable[[], None]


def run_together(jobs: Sequence[Sequence[Step]]) -> None:
    """Run every job in its own thread, and the steps of a job in order.

    All jobs start at the same time. Raises the error of the first job in `jobs` that failed.
    """
    barrier = Barrier(len(jobs))

    def work(steps: Sequence[Step]) -> None:
        barrier.wait()
        for step in steps:
            step()

    with ThreadPoolExecutor(len(jobs)) as pool:
        for _ in pool.map(work, jobs):
            pass
