"""Test that the default floating-point environment is recognised, set and restored."""

from __future__ import annotations

import threading

import pytest

from samebits.backends import environment
from samebits.backends.hosting import fenv
from samebits.backends.protocol import BackendError

pytestmark = pytest.mark.skipif(fenv.unavailable() is not None, reason=f"{fenv.unavailable()}")

ENVIRONMENTS = [
    fenv.Environment(flush, daz, rounding)
    for flush in (False, True)
    for daz in (False, True)
    for rounding in ("nearest", "down", "up", "zero")
]
HOSTILE = [e for e in ENVIRONMENTS if e != fenv.Environment()]


@pytest.mark.parametrize("found", ENVIRONMENTS, ids=str)
def test_every_environment_but_the_default_one_is_noticed(found):
    with fenv.hostile(found):
        usual = environment.is_usual()
    assert usual is (found == fenv.Environment())


@pytest.mark.parametrize("found", HOSTILE, ids=str)
def test_a_block_has_the_default_environment_and_leaves_the_one_before(found):
    with fenv.hostile(found):
        with environment.usual_environment():
            inside = fenv.current()
            computed = 5e-324 * 1.0, 2.0**-1022 * 0.5
        after = fenv.current()
    assert inside == fenv.Environment()
    assert computed == (5e-324, 2.0**-1023)
    assert after == found


def test_an_error_in_the_block_leaves_the_environment_before():
    found = fenv.Environment(True, True, "up")

    def leave():
        with environment.usual_environment():
            raise ValueError

    with fenv.hostile(found):
        with pytest.raises(ValueError):
            leave()
        after = fenv.current()
    assert after == found


def test_exceptions_are_masked_in_the_default_environment():
    """If exceptions were not masked, dividing zero by zero would end this process."""
    libm = fenv.ctypes.CDLL("libm.so.6")
    if not hasattr(libm, "feenableexcept"):
        pytest.skip("this C library has no feenableexcept")
    done = []

    def divide():
        libm.feenableexcept(0x3D)
        with environment.usual_environment():
            done.append(float("inf") * 0.0)
            done.append(libm.fegetexcept())

    thread = threading.Thread(target=divide)
    thread.start()
    thread.join()
    assert done[1] == 0


def test_where_the_environment_cannot_be_set_the_default_one_is_accepted(monkeypatch):
    monkeypatch.setattr(fenv, "_functions", lambda: None)
    with environment.usual_environment():
        assert environment.is_usual()


def test_where_the_environment_cannot_be_set_another_one_is_an_error(monkeypatch):
    monkeypatch.setattr(fenv, "put_default", lambda: False)
    with (
        fenv.hostile(fenv.Environment(flush=True)),
        pytest.raises(BackendError, match="flushes subnormal numbers to zero"),
        environment.usual_environment(),
    ):
        pass
