"""The hostile environment really is hostile, and is put back."""

import threading

import numpy as np
import pytest

from samebits.backends.hosting import fenv

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
