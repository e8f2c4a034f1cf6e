"""The backend protocol, version 1: the interface of every backend, bundled or plugin.

A backend is any object with the attributes and methods of `Backend`. Inheritance is not required.
Arrays are NumPy arrays (bfloat16 and fp8 by `ml_dtypes`) with any strides and any alignment that
NumPy allows. Inputs are read-only, may be broadcast views (stride 0) and may overlap each other. An
output never overlaps another array. Only a prepared call may overwrite one of its operands. A
*call* is one op of the specification with its attributes and the formats of its operands and
results. The *judge* is the program that tests backends (`samebits certify`).
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
    """An error of a backend: it cannot be found, loaded, opened or run.

    The message says what to do.
    """


class CallError(BackendError):
    """A call that is an error by clause C2: wrong attributes, shapes or indices.

    The backend has written no result.
    """


@dataclass(frozen=True, slots=True)
class Supported:
    """The answer of `supports` that the session can run the call."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The answer of `supports` that the session cannot run the call, with the reason."""

    reason: str

    def __bool__(self) -> bool:
        return False


Support = Supported | Unsupported


@dataclass(frozen=True, slots=True)
class Device:
    """A device of a backend, which is certified separately.

    `name` is unique in the backend (`avx512`, shown as `c:avx512`). An unavailable device is listed
    with its `reason`. A device with `by_name` is judged only if the user names it.
    """

    name: str
    description: str
    available: bool = True
    reason: str = ""
    by_name: bool = False


@runtime_checkable
class Session(Protocol):
    """An open device.

    A session may have a property `is_lost`. The property is true after a device error that makes
    this process unable to compute on the device. The judge then continues in a new process. A
    session may also have a method `condition`, as in `ObservedSession`.
    """

    def supports(self, call: Call) -> Support:
        """Return whether `run` accepts the call.

        The judge asks about all planned calls before it runs the first one.
        """

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call and write every element of every output.

        The judge fills outputs with poison before each run. If the call is an error (clause C2),
        the method must raise an error before anything is written. The mistake may be in the call
        itself, in the shapes or formats of these arrays, or in an index. `checks.py` finds these
        mistakes. The judge tests that a session raises the error.
        """

    def environment(self) -> Mapping[str, str]:
        """Return facts that a report states, such as compiler, flags, driver and instruction set.

        The fact `source_digest` changes whenever the sources change. The judge continues an
        interrupted run only if all facts are unchanged.
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
    """A session whose settings can change between runs. No setting may change a result bit."""

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set the number of threads (0 = all) or the stream of the following runs.

        The number of threads applies to the whole session. `stream` is the handle of a stream. It
        applies only to the runs of the calling thread, because each thread chooses the order of its
        own work on streams.
        """


class LimitedSession(ConfigurableSession, Protocol):
    """A session of a device with its own memory that calls may use up to a limit.

    This protocol is not `runtime_checkable`: only type checkers distinguish it from
    ConfigurableSession.
    """

    def configure(
        self, *, threads: int | None = None, stream: int | None = None, memory: int | None = None
    ) -> None:
        """Set `threads` and `stream` as in ConfigurableSession, and the session's memory limit.

        `memory` is the number of bytes that simultaneous calls may use together, 0 for no limit.
        Arrays that are already on the device do not count. A call that needs more is refused before
        it runs, and the error states the needed size.
        """


@runtime_checkable
class ResidentSession(Session, Protocol):
    """A session that computes on tensors in the memory of its own device, without copying them."""

    @property
    def tensor_device(self) -> str:
        """The name of this device in PyTorch, such as `cuda:0`.

        The name is valid even if PyTorch itself cannot use the device.
        """

    def borrow(
        self,
        allocate: Callable[[int, int], int],
        release: Callable[[int], None],
        trim: Callable[[], None],
    ) -> None:
        """Take the memory for calls from the caller's allocator.

        `allocate` takes a number of bytes and the handle of a stream and returns an address.
        `release` takes that address and frees the memory. `trim` returns cached memory to the
        driver. A session may ignore this request and keep its own allocator.
        """


class PreparedCall(Protocol):
    """A call that is ready to be made many times; `samebits.backends.prepared` creates it."""

    def __call__(self, *operands: object) -> None:
        """Compute the call on its inputs and write its outputs.

        The operands are the inputs, followed by the outputs. Each of them is a NumPy array or a
        tensor on the CPU. Raises BackendError for a wrong operand.
        """


@runtime_checkable
class PreparingSession(Session, Protocol):
    """A session with prepared calls of its own, which are faster than `run` on NumPy arrays."""

    def prepare(
        self, call: Call, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall:
        """Return a faster call with the same effect as `otherwise`, or `otherwise` itself.

        The returned call may call `otherwise`. With `broadcast` the inputs are broadcast to the
        shape of the first output.
        """


class SeededCall(Protocol):
    """A prepared call of an op that draws random numbers. Its first argument is the seed."""

    def __call__(self, seed: tuple[int, int], *operands: object) -> None:
        """Compute the call with this seed instead of the seed in its attributes."""


@runtime_checkable
class SeedingSession(Session, Protocol):
    """A session that can prepare a call once and run it with a different seed each time."""

    def prepare_seeded(self, call: Call, otherwise: SeededCall) -> SeededCall:
        """Return a faster call with the same effect as `otherwise`, or `otherwise` itself.

        The returned call may call `otherwise`.
        """


class ListCall(Protocol):
    """A prepared call on many sets of operands; `samebits.backends.prepared` creates it."""

    def __call__(self, sets: Sequence[Sequence[object]]) -> None:
        """Compute the sets one after the other. Each set contains the inputs, then the outputs.

        Raises BackendError for a wrong set, after the sets before it have been computed.
        """


@runtime_checkable
class ListingSession(Session, Protocol):
    """A session that computes one call on many sets of operands faster than one by one."""

    def prepare_list(self, call: Call, one: PreparedCall) -> ListCall | None:
        """Return a function that computes many sets of operands, or None if a loop is faster.

        For None the caller loops over `one`. The returned function may call `one`.
        """


@runtime_checkable
class GraphSession(Session, Protocol):
    """A session that can run a graph op node by node in its own process (G1)."""

    def run_graph(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute a call node by node in its graph (G1). The session must support each node.

        Arguments, results and errors are the same as in `run`.
        """


@runtime_checkable
class ForkingSession(Session, Protocol):
    """A session that also computes in a forked child of its process, if `forks` is true.

    Worker processes of data loaders are forked children. GPU drivers do not allow computing in
    them.
    """

    forks: bool


@runtime_checkable
class ObservedSession(Session, Protocol):
    """A session that can report the present state of its device."""

    def condition(self) -> Mapping[str, str]:
        """Return clocks, power limit, counts of memory errors and similar facts, by name.

        A report states them for the beginning and for the end of the run. They may change at any
        time, so they influence neither the verdict nor whether an interrupted run can be continued.
        """


@runtime_checkable
class Backend(Protocol):
    """A named factory of sessions.

    It may have an attribute `promises_bits`. True guarantees that every result has the bits of the
    specification. `samebits.torch` and `samebits.numpy` accept only backends with this guarantee.
    An external library that is judged in its unchanged form leaves the attribute out.
    """

    @property
    def name(self) -> str:
        """Name of the backend, as in `--backend NAME`."""

    @property
    def version(self) -> str:
        """Version of the backend."""

    @property
    def protocol(self) -> int:
        """The version of this protocol that the backend implements (PROTOCOL_VERSION)."""

    def devices(self) -> Sequence[Device]:
        """Return all devices, including the unavailable ones."""

    def open(self, device: str) -> Session:
        """Open a device by name. Raises BackendError with a one-line message."""
