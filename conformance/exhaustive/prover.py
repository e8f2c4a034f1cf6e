"""Comparison of a backend with the oracles on every input, block by block, in many threads.

Each thread has a session of its own. It asks the oracles for a block, hashes their answer, runs the
backend on the block and compares every byte. The digests come from the oracles' answers, so a
backend has no influence on a certificate. The native code of both sides and the hash run without
the interpreter's lock.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import numpy as np

from samebits.backends.hosting.link import RefusedError
from samebits.backends.protocol import Session
from samebits.common.errors import SamebitsError
from samebits.conformance.errors import JudgeError, one_line
from samebits.conformance.exhaustive.blocks import BlockRunner
from samebits.vectors.answers import Route
from samebits.vectors.certificate import HARDEST
from samebits.vectors.digests import bits_digest
from samebits.vectors.domain import Domain

MAX_WRONG = 8
"""The number of wrong inputs of a block that are stored as examples."""

_POLL = 0.2
"""Seconds between two checks for Ctrl-C while no block is ready."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """An input at which the backend is wrong: its index, the right bits and the returned bits."""

    input: int
    wanted: int
    got: int


@dataclass(frozen=True, slots=True)
class BlockResult:
    """The result of one block.

    `digest` is the digest of the oracles' bits. `near`, `ties` and `hardest` describe inputs that
    are hard to round. `wrong` is the number of wrong inputs, and `examples` has the first of them.
    """

    block: int
    digest: str
    near: int
    ties: int
    hardest: tuple[tuple[float, int], ...]
    wrong: int
    examples: tuple[Wrong, ...]


Opener = Callable[[], AbstractContextManager[Session]]
"""A function that opens a session for one thread."""


def prove_block(runner: BlockRunner, domain: Domain, route: Route, block: int) -> BlockResult:
    """Compare the backend with the oracles on one block, and hash the oracles' bits.

    Raises SamebitsError, also for errors of either side.
    """
    call = domain.call
    first, count = domain.span(block)
    with blaming(f"{call}: the oracles"):
        answer = route.answer(call, first, count)
    with blaming(f"{call}: the backend"):
        got = runner.bits(first, count)
    wrong, examples = 0, []
    if not np.array_equal(got, answer.bits):
        where = np.flatnonzero(got != answer.bits)
        wrong = int(where.size)
        examples = [
            Wrong(first + int(i), int(answer.bits[i]), int(got[i])) for i in where[:MAX_WRONG]
        ]
    hardest = tuple(answer.hardest[:HARDEST])
    digest = bits_digest(answer.bits)
    return BlockResult(block, digest, answer.near, answer.ties, hardest, wrong, tuple(examples))


@contextmanager
def blaming(who: str) -> Iterator[None]:
    """Turn any error within the block, even SystemExit, into a JudgeError that names `who`."""
    try:
        yield
    except RefusedError as error:  # the host reports an error that the backend raised
        raise JudgeError(f"{who} raised {error}") from error
    except SamebitsError:
        raise
    except BaseException as error:  # a plugin may fail in any way
        raise JudgeError(f"{who} raised {one_line(error)}") from error


def prove_blocks(
    domain: Domain, route: Route, opener: Opener, blocks: Iterable[int], threads: int
) -> Generator[BlockResult, None, None]:
    """Yield the results of the blocks as they finish, in any order.

    Raises SamebitsError, also for any error of an oracle or the backend. If the iterator is closed,
    each thread stops after its present block.
    """
    todo: queue.SimpleQueue[int] = queue.SimpleQueue()
    left = 0
    for block in blocks:
        todo.put(block)
        left += 1
    done: queue.SimpleQueue[BlockResult | BaseException] = queue.SimpleQueue()
    stop = threading.Event()

    def work() -> None:
        try:
            with blaming(f"{domain.call}: the backend, being opened,"), opener() as session:
                runner = BlockRunner(session, domain)
                while not stop.is_set():
                    try:
                        block = todo.get_nowait()
                    except queue.Empty:
                        return
                    done.put(prove_block(runner, domain, route, block))
        except BaseException as error:  # passed on to the waiting thread
            done.put(error)

    pool = [threading.Thread(target=work, daemon=True) for _ in range(min(threads, left))]
    for thread in pool:
        thread.start()
    try:
        while left:
            try:
                found = done.get(timeout=_POLL)
            except queue.Empty:
                continue
            if isinstance(found, BaseException):
                raise found
            left -= 1
            yield found
    finally:
        stop.set()
        for thread in pool:
            thread.join()
