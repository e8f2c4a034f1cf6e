"""Settings of a process and its threads, which must not change the bits of any call.

Real programs have these settings: a container with one processor, a locale with a decimal comma,
NumPy that raises at overflow, a thread with a small stack, changed environment variables, a forked
child.
"""

from __future__ import annotations

import locale
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Thread, get_native_id, stack_size
from types import MappingProxyType

import numpy as np

from samebits.backends.hosting.children import run_in_a_child

SMALL_STACK, FORKED = "small_stack", "forked_child"

STACK_BYTES = 256 << 10
"""Size of a small stack in bytes. musl gives threads half of it, macOS twice as much."""

VARIABLES = {"TZ": "XYZ11:30", "OMP_NUM_THREADS": "3", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR"}

_COMMAS = ("de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "pl_PL", "ru_RU", "pt_BR", "tr_TR")
"""Names of common locales with a decimal comma."""


@contextmanager
def _one_processor() -> Iterator[None]:
    """Restrict every thread of the process to one processor (Linux).

    After the block, a thread that was started within it gets the processors of the calling thread.
    """
    allowed = {}
    for thread in _threads():
        with suppress(OSError):  # the thread has ended
            allowed[thread] = os.sched_getaffinity(thread)
            os.sched_setaffinity(thread, {min(allowed[thread])})
    usual = allowed[get_native_id()]
    try:
        yield
    finally:
        for thread in _threads():
            with suppress(OSError):
                os.sched_setaffinity(thread, allowed.get(thread, usual))


def _threads() -> list[int]:
    return [int(thread.name) for thread in Path("/proc/self/task").iterdir()]


@contextmanager
def _decimal_comma() -> Iterator[None]:
    """Make the C library read and write numbers with a decimal comma."""
    before = locale.setlocale(locale.LC_ALL)
    locale.setlocale(locale.LC_ALL, _locale_with_comma())
    try:
        yield
    finally:
        locale.setlocale(locale.LC_ALL, before)


@cache
def _locale_with_comma() -> str:
    """Return the name of an installed locale with a decimal comma, or "" if none is installed."""
    before = locale.setlocale(locale.LC_ALL)
    try:
        for name in (f"{name}{form}" for name in _COMMAS for form in (".UTF-8", "")):
            with suppress(locale.Error):
                locale.setlocale(locale.LC_ALL, name)
                if locale.localeconv()["decimal_point"] == ",":
                    return name
    finally:
        locale.setlocale(locale.LC_ALL, before)
    return ""


@contextmanager
def _variables() -> Iterator[None]:
    """Change environment variables that libraries read, and the time zone."""
    before = {name: os.environ.get(name) for name in VARIABLES}
    os.environ.update(VARIABLES)
    time.tzset()
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        time.tzset()


def _errors_raised() -> AbstractContextManager[None]:
    """Make NumPy raise at overflow, underflow, division by zero and invalid operations."""
    return np.errstate(all="raise")


_SETTINGS: Mapping[str, Callable[[], AbstractContextManager[None]]] = MappingProxyType(
    {
        "one_processor": _one_processor,
        "decimal_comma": _decimal_comma,
        "errors_raised": _errors_raised,
        "variables": _variables,
    }
)

SETTINGS = (*_SETTINGS, SMALL_STACK, FORKED)
"""The names of all settings."""


def available() -> list[str]:
    """Return the settings that this system offers for any session.

    A forked child is not included, for two reasons. Its results are visible only in shared memory,
    and not every session can compute in a forked child.
    """
    lacking = {FORKED} if hasattr(os, "sched_setaffinity") else {FORKED, "one_processor"}
    lacking |= set() if _locale_with_comma() else {"decimal_comma"}
    return [name for name in SETTINGS if name not in lacking]


def run_in(names: Sequence[str], step: Callable[[], None]) -> None:
    """Run a step while these settings are active.

    Raises the step's error, or BackendError for an error in a forked child.
    """
    if FORKED in names:
        others = [name for name in names if name != FORKED]
        run_in_a_child(partial(run_in, others, step))
        return

    def work() -> None:
        with ExitStack() as stack:
            for name in names:
                if name != SMALL_STACK:
                    stack.enter_context(_SETTINGS[name]())
            step()

    if SMALL_STACK in names:
        _on_a_small_stack(work)
    else:
        work()


def _on_a_small_stack(work: Callable[[], None]) -> None:
    """Run `work` in a new thread with a small stack, and raise its error if it fails."""
    raised: list[BaseException] = []

    def caught() -> None:
        try:
            work()
        except BaseException as error:  # a backend may raise anything
            raised.append(error)

    before = stack_size(STACK_BYTES)
    try:
        thread = Thread(target=caught)
        thread.start()
    finally:
        stack_size(before)
    thread.join()
    if raised:
        raise raised[0]
