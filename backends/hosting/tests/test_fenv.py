"""Tests that a hostile floating-point environment takes effect, and is restored."""

import threading
from contextlib import nullcontext

import numpy as np
import pytest

from samebits.backends.hosting import fenv
from samebits.backends.hosting.messages import MessageError

pytestmark = pytest.mark.skipif(fenv.unavailable() is not None, reason=f"{fenv.unavailable()}")
TINY = np.array([2.0**-149, 2.0**-126], np.float32)


def test_S5_flush_to_zero_changes_what_numpy_computes():
    with fenv.hostile(fenv.Environment(flush=True, daz=True)):
        flushed = TINY * np.float32(0.5)
    assert not flushed.any()
    assert (TINY[1:] * np.float32(0.5)).all()


@pytest.mark.parametrize(
    ("rounding", "pattern"),
    [("nearest", 0x3F800000), ("down", 0x3F800000), ("up", 0x3F800001), ("zero", 0x3F800000)],
)
def test_S5_the_rounding_mode_changes_what_numpy_computes(rounding, pattern):
    one, little = np.array([1], np.float32), np.array([2.0**-30], np.float32)
    with fenv.hostile(fenv.Environment(rounding=rounding)):
        inside = fenv.current()
        total = one + little
    assert inside.rounding == rounding
    assert total.view(np.uint32)[0] == pattern


def test_the_environment_is_put_back_even_after_an_error():
    before = fenv.control_word()

    def leave():
        with fenv.hostile(fenv.Environment(flush=True, rounding="zero")):
            raise ValueError

    with pytest.raises(ValueError):
        leave()
    assert fenv.control_word() == before


def test_other_threads_keep_theirs():
    seen = []
    with fenv.hostile(fenv.Environment(rounding="up")):
        pass
    thread = threading.Thread(target=lambda: seen.append(fenv.current()))
    thread.start()
    thread.join()
    assert seen == [fenv.Environment()]


def test_an_environment_says_what_it_is():
    assert str(fenv.Environment()) == "default"
    assert str(fenv.Environment(True, True, "up")) == "FTZ+DAZ+rounding up"


def test_an_environment_set_in_another_clears_every_bit_of_it():
    before = fenv.control_word()
    outer = fenv.Environment(True, True, "zero")
    with fenv.hostile(outer):
        assert fenv.current() == outer
        for inner in (fenv.Environment(), fenv.Environment(daz=True), fenv.Environment(flush=True)):
            with fenv.hostile(inner):
                assert fenv.current() == inner
            assert fenv.current() == outer
    assert fenv.control_word() == before


X86 = fenv.Layout(28, 4, 1 << 15, 1 << 6, dict(fenv._X86), "MXCSR")
ARM = {"flush": 1 << 24, "daz": 1 << 24, "rounding": dict(fenv._ARM), "register": "FPCR"}


@pytest.mark.parametrize(
    ("system", "machine", "layout"),
    [
        ("Linux", "x86_64", X86),
        ("Linux", "AMD64", X86),
        ("Linux", "aarch64", fenv.Layout(0, 4, **ARM)),
        ("Linux", "arm64", fenv.Layout(0, 4, **ARM)),
        ("Darwin", "arm64", fenv.Layout(8, 8, **ARM)),
        ("Darwin", "x86_64", None),
        ("Windows", "AMD64", None),
        ("Windows", "ARM64", None),
        ("Linux", "riscv64", None),
    ],
)
def test_each_known_platform_has_the_control_word_of_its_processor(
    monkeypatch, system, machine, layout
):
    monkeypatch.setattr(fenv.platform, "system", lambda: system)
    monkeypatch.setattr(fenv.platform, "machine", lambda: machine)
    assert fenv._layout() == layout
    if layout is None:
        why = fenv.unavailable.__wrapped__()
        assert why == f"no known fenv_t for {system} on {machine}"
        with pytest.raises(OSError, match="cannot be reached on this platform"):
            fenv.control_word()


def test_the_rounding_modes_of_each_processor_are_those_of_its_manual():
    """Sources: Intel SDM volume 1, 10.2.3 (bits 13 and 14); Arm ARM, FPCR (RMode, bits 22, 23)."""
    assert X86.rounding == {"nearest": 0, "down": 1 << 13, "up": 2 << 13, "zero": 3 << 13}
    assert ARM["rounding"] == {"nearest": 0, "up": 1 << 22, "down": 2 << 22, "zero": 3 << 22}
    assert X86.rounding_mask == 3 << 13


class Library:
    def __init__(self, status):
        self.fegetenv = self.fesetenv = lambda buffer: status


def test_the_functions_are_found_in_the_process_or_in_the_mathematics_library(monkeypatch):
    tried = []

    def load(name):
        tried.append(name)
        if name is None:
            return object()
        raise OSError("no such library")

    monkeypatch.setattr(fenv.ctypes, "CDLL", load)
    assert fenv._functions.__wrapped__() is None
    assert tried == [None, "libm.so.6"]
    found = Library(0)
    monkeypatch.setattr(fenv.ctypes, "CDLL", lambda name: found if name else object())
    assert fenv._functions.__wrapped__() == (found.fegetenv, found.fesetenv)


def test_a_c_library_without_them_says_so(monkeypatch):
    monkeypatch.setattr(fenv, "_functions", lambda: None)
    assert fenv.unavailable.__wrapped__() == "the C library offers no fesetenv"
    with pytest.raises(OSError, match="cannot be reached"):
        fenv.control_word()


def test_functions_that_fail_are_errors_and_set_nothing(monkeypatch):
    failing = Library(1)
    monkeypatch.setattr(fenv, "_functions", lambda: (failing.fegetenv, failing.fesetenv))
    with pytest.raises(OSError, match="^fegetenv failed$"):
        fenv.control_word()
    with pytest.raises(OSError, match="^fesetenv failed$"):
        fenv._write(None)


USUAL, SET = fenv.Environment(), fenv.Environment(True, True, "up")


@pytest.mark.parametrize(
    ("found", "works"),
    [
        ([USUAL, SET, USUAL], True),
        ([USUAL, USUAL, USUAL], False),
        ([USUAL, fenv.Environment(True, False, "up"), USUAL], False),
        ([USUAL, fenv.Environment(False, True, "up"), USUAL], False),
        ([USUAL, fenv.Environment(True, True, "down"), USUAL], False),
        ([USUAL, SET, SET], False),
    ],
)
def test_an_environment_that_is_not_set_or_not_put_back_is_unavailable(monkeypatch, found, works):
    asked = iter(found)
    monkeypatch.setattr(fenv, "current", lambda: next(asked))
    monkeypatch.setattr(fenv, "hostile", lambda environment: nullcontext())
    why = fenv.unavailable.__wrapped__()
    assert why == (None if works else f"fesetenv does not set {fenv._layout().register} here")


@pytest.mark.parametrize(
    "odd",
    [
        None, [], {}, {"flush": True, "daz": True}, {"flush": 1, "daz": True, "rounding": "up"},
        {"flush": True, "daz": 0, "rounding": "up"}, {"flush": 1, "daz": 1, "rounding": "up"},
        {"flush": True, "daz": True, "rounding": "odd"}, {**SET.to_json(), "more": 1},
        {"flush": True, "daz": True, "rounding": ["up"]},
    ],
)  # fmt: skip
def test_an_environment_is_read_strictly(odd):
    with pytest.raises(MessageError, match="^its floating-point environment is not flush, daz and"):
        fenv.Environment.from_json(odd)
    for right in (USUAL, SET, fenv.Environment(daz=True), fenv.Environment(flush=True)):
        assert fenv.Environment.from_json(right.to_json()) == right
