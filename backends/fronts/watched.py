"""A session that records every call that reaches its underlying session."""

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
    """A session that passes calls to an underlying session and can record them.

    `noting` yields the list of calls that a block makes. Front ends keep prepared calls, so a
    prepared call is recorded whenever it runs. Each thread has its own list.
    """

    def __init__(self, below: Session) -> None:
        self.below = below
        self._noted = threading.local()

    @contextmanager
    def noting(self) -> Iterator[list[Call]]:
        """Yield a list to which every call that this thread makes in the block is appended."""
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
        """Return whether the underlying session supports the call."""
        return self.below.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Record the call, and run it in the underlying session."""
        self._note(call)
        self.below.run(call, inputs, outputs)

    def prepare(
        self, call: Call, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall:
        """Prepare the call in the underlying session, so that front ends take their usual path."""
        if not isinstance(self.below, PreparingSession) or not self.supports(call):
            return otherwise  # the front end then calls `run`, which records
        run = self.below.prepare(call, otherwise, broadcast=broadcast)

        def noted(*operands: object) -> None:
            self._note(call)
            run(*operands)

        return noted

    def prepare_seeded(self, call: Call, otherwise: SeededCall) -> SeededCall:
        """Prepare the call in the underlying session. Each draw is recorded with its seed."""
        if not isinstance(self.below, SeedingSession) or not self.supports(call):
            return otherwise
        run = self.below.prepare_seeded(call, otherwise)

        def noted(seed: tuple[int, int], *operands: object) -> None:
            self._note(with_seed(call, seed))
            run(seed, *operands)

        return noted

    def prepare_list(self, call: Call, one: PreparedCall) -> ListCall | None:
        """Prepare calls for a list in the underlying session, or return a loop over `one`."""
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
        """Set the number of threads of the underlying session."""
        if isinstance(self.below, ConfigurableSession):
            self.below.configure(threads=threads, stream=stream)

    def environment(self) -> Mapping[str, str]:
        """Return the facts of the underlying session."""
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
