"""The backend protocol, version 1: what anybody's backend implements, the bundled ones included.

A backend is an object with the attributes and methods of `Backend`; nothing has to be inherited.
Arrays are NumPy arrays (bfloat16 and fp8 by `ml_dtypes`) with any strides and any alignment that
NumPy allows; inputs are read-only, may be broadcast views (stride 0) and may overlap each other,
outputs never overlap anything. Only the prepared calls of a session may write over an operand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, runtime_checkable

import numpy as np

from samebits.common.errors import SamebitsError
from samebits.spec.language.call import Call

PROTOCOL_VERSION = 1

Array = np.ndarray[Any, Any]


class BackendError(SamebitsError):
    """A backend cannot be found, loaded, opened or run; the message says what to do."""


class CallError(BackendError):
    """A call is an error by its clause (C2): of attribute, shape or index. Nothing is written."""


@dataclass(frozen=True, slots=True)
class Supported:
    """The session runs the call."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The session does not run the call, and why."""

    reason: str

    def __bool__(self) -> bool:
        return False


Support = Supported | Unsupported


@dataclass(frozen=True, slots=True)
class Device:
    """One thing that a backend can run on, certified by itself.

    `name` is unique in the backend (`avx512`; shown as `c:avx512`); an unavailable device is listed
    with the reason. One `by_name` is judged only where somebody asks for it.
    """

    name: str
    description: str
    available: bool = True
    reason: str = ""
    by_name: bool = False


@runtime_checkable
class Session(Protocol):
    """An open device.

    It may have a property `is_lost`, true once an error of the device has ended what this process
    can compute on it: the judge then goes on in a new process. It may have a method `condition`,
    as in `ObservedSession`.
    """

    def supports(self, call: Call) -> Support:
        """Whether `run` accepts the call. Asked for every planned case before anything runs."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call and write every element of every output; outputs come poisoned.

        Raises, before anything is written, where the call is an error (clause C2): as such, on
        these arrays, or by an index (`checks.py` tells). The judge sees to that.
        """

    def environment(self) -> Mapping[str, str]:
        """Facts that a report states: compiler, flags, driver, instruction set, and as
        `source_digest` what tells one state of the sources from another. A run is continued only
        where all of them are the same.
        """

    def __enter__(self) -> Session: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


@runtime_checkable
class ConfigurableSession(Session, Protocol):
    """A session whose settings can change between runs; none of them may change a bit."""

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set the number of threads (0 = all) or the stream of the following runs.

        The number of threads applies to the session; the stream, by its handle, to the runs of the
        thread that sets it, for the order on a stream is that of who asks.
        """


class LimitedSession(ConfigurableSession, Protocol):
    """A session of a device with memory of its own, of which it takes no more than it may.

    Only a type checker tells it from others.
    """

    def configure(
        self, *, threads: int | None = None, stream: int | None = None, memory: int | None = None
    ) -> None:
        """As of a ConfigurableSession; `memory` applies to the session.

        It is the number of bytes that its calls may have at one time besides arrays that lie on the
        device, 0 for any; what needs more is refused before it runs, with what it needs.
        """


@runtime_checkable
class ResidentSession(Session, Protocol):
    """A session that computes on tensors where they lie, in memory of its own device."""

    @property
    def tensor_device(self) -> str:
        """PyTorch's name of that device, as `cuda:0`; PyTorch need not have one of that name."""

    def borrow(
        self,
        allocate: Callable[[int, int], int],
        release: Callable[[int], None],
        trim: Callable[[], None],
    ) -> None:
        """Take memory that calls need from somebody else's allocator.

        `allocate` takes a number of bytes and the handle of a stream and returns an address;
        `release` takes it back; `trim` gives the driver back what is kept for reuse. A session may
        go on with its own.
        """


class PreparedCall(Protocol):
    """A call that is ready to be made again and again; `samebits.backends.prepared` makes them."""

    def __call__(self, *operands: object) -> None:
        """Compute on the inputs, then the outputs, each a NumPy array or a tensor on the CPU.

        Raises BackendError.
        """


@runtime_checkable
class PreparingSession(Session, Protocol):
    """A session that has a quicker way to a call than `run` on NumPy arrays."""

    def prepare(
        self, call: Call, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall:
        """A call that does what `otherwise` does, which it may call, or `otherwise` itself.

        With `broadcast` the inputs take the shape of the first output.
        """


class SeededCall(Protocol):
    """A prepared call of an op that draws: the seed comes with each call."""

    def __call__(self, seed: tuple[int, int], *operands: object) -> None:
        """Compute the call with this seed in place of its own."""


@runtime_checkable
class SeedingSession(Session, Protocol):
    """A session that keeps a prepared call whose seed changes."""

    def prepare_seeded(self, call: Call, otherwise: SeededCall) -> SeededCall:
        """A call that does what `otherwise` does, which it may call, or `otherwise` itself."""


class ListCall(Protocol):
    """A prepared call on many sets of operands; `samebits.backends.prepared` makes them."""

    def __call__(self, sets: Sequence[Sequence[object]]) -> None:
        """Compute each set, the inputs and then the outputs, as if one followed the other.

        Raises BackendError; the sets before the one that is wrong have been computed.
        """


@runtime_checkable
class ListingSession(Session, Protocol):
    """A session that computes many sets of operands of one call at less cost than one by one."""

    def prepare_list(self, call: Call, one: PreparedCall) -> ListCall | None:
        """What computes many sets, or None where it is a loop over `one`, which it may call."""


@runtime_checkable
class GraphSession(Session, Protocol):
    """A session that runs graphs of which it has no kernel itself, node by node, where it lives."""

    def run_graph(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute a call that is a graph by its nodes (G1), each of which the session supports.

        As `run` besides.
        """


@runtime_checkable
class ForkingSession(Session, Protocol):
    """A session that, where `forks` is true, computes in a forked child of its process too.

    Worker processes of data loaders are such children. A driver of a GPU does not allow it.
    """

    forks: bool


@runtime_checkable
class ObservedSession(Session, Protocol):
    """A session that can tell how its device is at this moment."""

    def condition(self) -> Mapping[str, str]:
        """Clocks, power limit, counted memory errors and the like, by name.

        A report states them at its beginning and at its end. They may change at any time, so they
        decide nothing: not the verdict, not whether a run is continued.
        """


@runtime_checkable
class Backend(Protocol):
    """A named maker of sessions.

    It may have an attribute `promises_bits`. True declares that every result has the bits of the
    specification; `samebits.torch` and `samebits.numpy` compute on such backends alone. A library
    that is judged as it is leaves it out.
    """

    @property
    def name(self) -> str:
        """Short name, as in `--backend NAME`."""

    @property
    def version(self) -> str:
        """Version of the backend."""

    @property
    def protocol(self) -> int:
        """Version of this protocol that it implements (PROTOCOL_VERSION)."""

    def devices(self) -> Sequence[Device]:
        """All devices, the unavailable ones included."""

    def open(self, device: str) -> Session:
        """Open a device by name. Raises BackendError with one clear line."""
