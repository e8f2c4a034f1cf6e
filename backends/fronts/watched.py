"""A session that records every call that reaches the session below it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType

from samebits.backends.prepared import in_turn, with_seed
from samebits.backends.protocol import (
    Array,
    ConfigurableSession,
    ListCall,
    ListingSession,
    PreparedCall,
    PreparingSession,
    SeededCall,
    SeedingSession,
    Session,
    Support,
)
from samebits.spec.language.call import Call


class WatchedSession:
    """A session that computes in the session below it and can record the calls.

    `noting` yields the list of calls that a block makes. Front ends keep prepared calls, so a
    prepared call is recorded whenever it runs. Each thread has its own list.
    """

    def __init__(self, below: Session) -> None:
        self.below = below
        self._noted = threading.local()

    @contextmanager
    def noting(self) -> Iterator[list[Call]]:
        """Yield a list to which every call of this thread in the block is appended."""
        before = getattr(self._noted, "calls", None)
        calls: list[Call] = []
        self._noted.calls = calls
        try:
            yield calls
        finally:
            self._noted.calls = before

    def _note(self, call: Call) -> None:
        calls = getattr(self._noted, "calls", None)
        if calls is not None:
            calls.append(call)

    def supports(self, call: Call) -> Support:
        """Return the answer of the session below."""
        return self.below.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Record the call and compute it in the session below."""
        self._note(call)
        self.below.run(call, inputs, outputs)

    def prepare(
        self, call: Call, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall:
        """Prepare the call in the session below, so that front ends take their usual path."""
        if not isinstance(self.below, PreparingSession) or not self.supports(call):
            return otherwise  # the front end then uses `run`, which records the call
        run = self.below.prepare(call, otherwise, broadcast=broadcast)

        def noted(*operands: object) -> None:
            self._note(call)
            run(*operands)

        return noted

    def prepare_seeded(self, call: Call, otherwise: SeededCall) -> SeededCall:
        """Prepare the call in the session below. Each draw is recorded with its own seed."""
        if not isinstance(self.below, SeedingSession) or not self.supports(call):
            return otherwise
        run = self.below.prepare_seeded(call, otherwise)

        def noted(seed: tuple[int, int], *operands: object) -> None:
            self._note(with_seed(call, seed))
            run(seed, *operands)

        return noted

    def prepare_list(self, call: Call, one: PreparedCall) -> ListCall | None:
        """Prepare the list in the session below, or return a loop over `one`."""
        together = (
            self.below.prepare_list(call, one) if isinstance(self.below, ListingSession) else None
        )
        if together is None:
            return in_turn(one)
        run = together

        def noted(sets: Sequence[Sequence[object]]) -> None:
            for _ in sets:
                self._note(call)
            run(sets)

        return noted

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set the number of threads of the session below."""
        if isinstance(self.below, ConfigurableSession):
            self.below.configure(threads=threads, stream=stream)

    def environment(self) -> Mapping[str, str]:
        """Return the facts of the session below."""
        return self.below.environment()

    def __enter__(self) -> WatchedSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.below.__exit__(kind, value, trace)
