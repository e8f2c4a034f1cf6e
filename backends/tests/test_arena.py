"""Test arenas: a block returns to its arena when its last user is gone, and not before."""

from __future__ import annotations

import gc
import os
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from samebits.backends.arena import LEAST, Arena, size_class
from samebits.spec.formats import FORMATS


def place(x: np.ndarray) -> int:
    return x.ctypes.data


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (5, 7), (LEAST,), (3, LEAST, 2)])
def test_an_array_has_the_form_that_was_asked_for(shape: tuple[int, ...], name: str) -> None:
    x = Arena().empty(shape, FORMATS[name].dtype)
    assert (x.shape, x.dtype) == (shape, FORMATS[name].dtype)
    assert x.flags.c_contiguous
    assert x.flags.writeable
    x.fill(1)
    assert (x == np.ones((), x.dtype)).all()


def test_a_block_is_used_again_once_all_views_are_gone() -> None:
    arena = Arena()
    x = arena.empty((LEAST,), np.float32)
    first, view = place(x), x[5:].reshape(-1, 1)
    del x
    assert arena.kept() == 0
    assert place(arena.empty((LEAST,), np.float32)) != first
    view[...] = 3
    held = memoryview(view)
    del view
    assert place(arena.empty((LEAST,), np.float32)) != first
    del held
    assert arena.kept() == 2 * size_class(4 * LEAST)
    again = [arena.empty((LEAST - 5,), np.float32) for _ in range(2)]  # another size, same class
    assert first in map(place, again)
    assert arena.kept() == 0


def test_small_arrays_are_no_blocks() -> None:
    arena = Arena()
    arena.empty((LEAST - 1,), np.uint8)
    assert arena.kept() == 0
    arena.empty((LEAST,), np.uint8)
    assert arena.kept() == LEAST


def test_a_tensor_returns_its_block() -> None:
    torch = pytest.importorskip("torch", reason="no PyTorch: its tensors are not tried")
    arena = Arena()
    made = (
        lambda: torch.frombuffer(arena.block(4 * LEAST), dtype=torch.float32, count=LEAST),
        lambda: torch.from_numpy(arena.empty((LEAST,), np.float32)),
        lambda: torch.from_dlpack(arena.empty((LEAST,), np.float32)),
    )
    for make in made:
        tensor = make()
        view = tensor[7:].view(2, -1) if (len(tensor) - 7) % 2 == 0 else tensor[7:]
        del tensor
        gc.collect()
        assert arena.kept() == 0
        view.fill_(2)
        del view
        gc.collect()
        assert arena.kept() == 4 * LEAST


def test_what_is_kept_is_bounded_and_that_of_old_sizes_goes_first() -> None:
    arena = Arena(limit=4 * LEAST)
    for size in (LEAST, 2 * LEAST, LEAST):
        arena.block(size)
    assert arena.kept() == 3 * LEAST
    arena.block(3 * LEAST)
    assert arena.kept() == 4 * LEAST  # the least recently used block, of 2 * LEAST, is gone
    many = [arena.block(LEAST) for _ in range(9)]
    assert arena.kept() == 3 * LEAST
    del many
    assert arena.kept() == 4 * LEAST
    arena.block(5 * LEAST)
    assert arena.kept() == 0


def test_release_gives_back_what_nobody_uses() -> None:
    arena = Arena()
    used = arena.empty((LEAST,), np.float32)
    arena.block(LEAST)
    arena.release()
    assert arena.kept() == 0
    used.fill(1)
    del used
    assert arena.kept() == 4 * LEAST


def test_classes_are_whole_pages_and_at_most_a_quarter_larger() -> None:
    for size in (*range(1, 9000, 7), *range(LEAST, 9 * LEAST, 12345), 51_000_000, (1 << 40) + 1):
        rounded = size_class(size)
        assert size_class(rounded) == rounded
        assert rounded % os.sysconf("SC_PAGESIZE") == 0
        assert size <= rounded < max(size * 5 / 4, size + os.sysconf("SC_PAGESIZE"))


def test_threads_at_once_never_get_one_block_twice() -> None:
    arena = Arena(limit=8 * LEAST)

    def work(number: int) -> bool:
        held = []
        for turn in range(200):
            x = arena.empty((LEAST + turn % 3,), np.uint8)
            x.fill(number)
            held.append(x)
            if len(held) == 4 and not all((y == number).all() for y in held):
                return False
            held = held[-3:]
        return True

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(work, range(6)))
    assert arena.kept() <= arena.limit


def test_a_block_that_goes_while_the_lock_is_held_is_kept_later() -> None:
    arena = Arena()
    block = arena.block(LEAST)
    with arena._lock:
        del block  # as garbage collection may do within the arena
    assert arena.kept() == LEAST


def test_a_forked_child_is_not_stopped_by_a_lock_of_its_parent() -> None:
    if not hasattr(os, "fork"):
        pytest.skip("this system has no fork")
    arena = Arena()
    used = arena.empty((LEAST,), np.uint8)
    used.fill(1)
    arena.block(LEAST)
    locked, over = threading.Event(), threading.Event()

    def hold() -> None:
        with arena._lock:
            locked.set()
            over.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    locked.wait()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer Pythons warn about a fork in a process with threads
        child = os.fork()
    if child == 0:
        right = arena.kept() == 0 and (used == 1).all()
        arena.empty((LEAST,), np.uint8).fill(2)
        os._exit(0 if right and arena.kept() == LEAST else 3)
    over.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert arena.kept() == LEAST
