"""Tests of settings of a process: they are active while a step runs, and restored after it."""

import locale
import os
import shutil
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from samebits.backends.hosting import settings
from samebits.backends.hosting.settings import SETTINGS, SMALL_STACK, available, run_in

LINUX = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs affinity")


def test_every_system_has_some_settings():
    assert {"errors_raised", "variables", SMALL_STACK} <= set(available()) <= set(SETTINGS)


@LINUX
def test_one_processor_is_that_of_every_thread_and_they_are_put_back():
    before, inside, ready, done = os.sched_getaffinity(0), [], threading.Event(), threading.Event()

    def other():
        ready.set()
        done.wait(60)

    thread = threading.Thread(target=other)
    thread.start()
    ready.wait(60)

    def step():
        inside.extend(os.sched_getaffinity(t) for t in (0, thread.native_id))

    run_in(["one_processor"], step)
    after = os.sched_getaffinity(thread.native_id)
    done.set()
    thread.join()
    assert [len(processors) for processors in inside] == [1, 1]
    assert (os.sched_getaffinity(0), after) == (before, before)


@LINUX
def test_threads_that_end_or_begin_meanwhile_do_no_harm(monkeypatch):
    """A thread may be listed although it has ended; a new thread gets the caller's processors."""
    mine, listed = os.sched_getaffinity(0), settings._threads
    gone = threading.Thread(target=lambda: None)
    gone.start()
    gone.join()
    monkeypatch.setattr(settings, "_threads", lambda: [gone.native_id, *listed()])
    done, later = threading.Event(), []

    def step():
        later.append(threading.Thread(target=done.wait, args=(60,)))
        later[0].start()

    os.sched_setaffinity(0, {min(mine)})
    try:
        run_in(["one_processor"], step)
        assert os.sched_getaffinity(later[0].native_id) == {min(mine)}
    finally:
        os.sched_setaffinity(0, mine)
        done.set()
        later[0].join()


def test_variables_are_others_inside_and_the_time_zone_too(monkeypatch):
    monkeypatch.setenv("TZ", "UTC0")
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    time.tzset()
    seen = []
    run_in(["variables"], lambda: seen.append((os.environ["OMP_NUM_THREADS"], time.timezone)))
    assert seen == [("3", 41400)]
    assert (os.environ["TZ"], "OMP_NUM_THREADS" in os.environ, time.timezone) == ("UTC0", False, 0)


def test_numpy_raises_inside_in_a_thread_with_a_small_stack_too():
    def overflow():
        np.float32(3e38) * np.full(1, 3e38, np.float32)

    for names in (["errors_raised"], ["errors_raised", SMALL_STACK]):
        with pytest.raises(FloatingPointError):
            run_in(names, overflow)
    before = np.geterr()
    run_in(["errors_raised"], lambda: None)
    assert np.geterr() == before


def test_a_small_stack_is_that_of_another_thread_and_what_it_raises_is_raised():
    seen, usual = [], threading.stack_size()
    run_in([SMALL_STACK], lambda: seen.append(threading.current_thread()))
    assert seen[0] is not threading.main_thread()
    with pytest.raises(ZeroDivisionError):
        run_in([SMALL_STACK], lambda: 1 // 0)
    assert threading.stack_size() == usual


@pytest.mark.skipif(shutil.which("localedef") is None, reason="no localedef makes a locale")
def test_a_locale_with_a_decimal_comma_is_used_where_one_is_installed(tmp_path):
    made = tmp_path / "de_DE.UTF-8"
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", made], capture_output=True)
    if not made.exists():
        pytest.skip("localedef has no German locale")
    program = (
        "import locale\n"
        "from samebits.backends.hosting.settings import available, run_in\n"
        "assert 'decimal_comma' in available()\n"
        "run_in(['decimal_comma'], lambda: print(locale.localeconv()['decimal_point']))\n"
        "print(locale.localeconv()['decimal_point'])\n"
    )
    environment = {**os.environ, "LOCPATH": str(tmp_path)}
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.split() == [",", "."]


def test_without_such_a_locale_there_is_no_decimal_comma(monkeypatch):
    before = locale.setlocale(locale.LC_ALL)
    monkeypatch.setattr(settings, "_COMMAS", ("xx_XX",))
    settings._locale_with_comma.cache_clear()
    try:
        assert "decimal_comma" not in available()
    finally:
        settings._locale_with_comma.cache_clear()
    assert locale.setlocale(locale.LC_ALL) == before
