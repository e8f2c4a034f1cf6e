"""Test prepared calls that draw: one prepared call works for all seeds, bit-identical to `run`."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from samebits.backends.c import backend
from samebits.backends.c.library import widest_device
from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.prepared import prepare_seeded
from samebits.backends.protocol import Array, BackendError, Session
from samebits.backends.tests.test_prepared import Plain
from samebits.spec.catalog import get_op

SEEDS = [(0, 0), (7, 0), (0, 7), (2**32 - 1, 2**31 - 1)]


@pytest.fixture
def session() -> Iterator[CSession]:
    with backend.open(widest_device()) as opened:
        yield opened


def wanted(session: Session, shape: tuple[int, ...], seed: tuple[int, int]) -> Array:
    (result,) = execute(session, get_op("uniform").call([], ["f32"], shape=shape, seed=seed), [])
    return result


@pytest.mark.parametrize("plain", [False, True])
def test_each_seed_has_its_own_bits_in_one_prepared_call(session: CSession, plain: bool) -> None:
    opened: Session = Plain(session) if plain else session
    draw = prepare_seeded(opened, get_op("uniform").call([], ["f32"], shape=(3, 5), seed=(9, 9)))
    for seed in (*SEEDS, *reversed(SEEDS)):
        result = np.zeros((3, 5), np.float32)
        draw(seed, result)
        np.testing.assert_array_equal(result, wanted(session, (3, 5), seed), strict=True)


def test_what_the_extension_leaves_to_python_has_the_same_seed(session: CSession) -> None:
    draw = prepare_seeded(session, get_op("uniform").call([], ["f32"], shape=(4,), seed=(1, 2)))
    memory = np.zeros((4,), np.float32)
    draw((5, 6), memory.view(type("Other", (np.ndarray,), {})))
    np.testing.assert_array_equal(memory, wanted(session, (4,), (5, 6)), strict=True)
    with pytest.raises(BackendError, match="shape"):
        draw((5, 6), np.zeros((5,), np.float32))


def test_threads_that_share_a_prepared_call_keep_their_seeds(session: CSession) -> None:
    shape = (50_000,)  # large, so that Python runs in other threads meanwhile
    draw = prepare_seeded(session, get_op("uniform").call([], ["f32"], shape=shape, seed=(0, 0)))

    def drawn(number: int) -> bytes:
        result = np.zeros(shape, np.float32)
        draw((number, 3), result)
        return result.tobytes()

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(drawn, range(40)))
    assert results == [wanted(session, shape, (n, 3)).tobytes() for n in range(40)]


def test_an_op_without_a_seed_is_refused(session: CSession) -> None:
    with pytest.raises(BackendError, match="the op has no seed; use prepare"):
        prepare_seeded(session, get_op("neg").call(["f32"]))
