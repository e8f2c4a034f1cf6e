"""A session in a host process. The judge uses it like a session in its own process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from samebits.backends.hosting import wire
from samebits.backends.hosting.fenv import Environment
from samebits.backends.hosting.link import START_SECONDS, Deadline, Link, RefusedError
from samebits.backends.hosting.messages import MessageError, plain
from samebits.backends.hosting.placing import (
    KeptResults,
    OperandPlacer,
    PlacedOperands,
    PlacedResults,
    ResultPlacer,
)
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.settings import SETTINGS
from samebits.backends.hosting.ways import ANOTHER_SESSION, WAYS
from samebits.backends.protocol import Array, BackendError, Support
from samebits.spec.language.call import Call

_MOST_CALLS = 2000
"""The maximum number of calls in one `supports` request."""

ABILITIES = (
    *("threads", "together", "environment", "condition", "graphs", "times"), *SETTINGS, *WAYS,
    ANOTHER_SESSION,
)  # fmt: skip
"""Optional features of a host.

A host may be able to set threads, to run several calls simultaneously, and to run a call in a
chosen floating-point environment. It may report the condition of its device, run graphs node by
node, and repeat a call many times. It may also run calls in changed settings of its process, in the
ways of ways.py, and in a second session.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One call with its operands and results, and how to make it.

    `threads` sets the number of threads for this run and the runs after it. `graph` asks for a run
    node by node, for a call that the session does not support as a whole. `way` names a way of
    ways.py or a second session. `settings` names settings of the process for this run only. The
    call is made `times` times in a row.
    """

    call: Call
    inputs: Sequence[Array]
    outputs: Sequence[Array]
    threads: int | None = None
    graph: bool = False
    settings: Sequence[str] = ()
    times: int = 1
    way: str = ""


class RemoteSession:
    """A device that is open in a host process.

    If a host dies or does not answer in time, the current call raises HostError and the next call
    starts a new host. `kills` counts the hosts that SIGKILL ended. `within` sets a time limit for
    all requests. `configure`, `condition` and `run_graph` exist only if the host has the ability.
    """

    def __init__(self, command: Sequence[str], device: str, link: Link | None = None) -> None:
        self._command = tuple(command)
        self._device = device
        self._threads: int | None = None
        self._is_pending = False
        self._is_known = False
        self._kept: list[KeptResults] = []
        self._deadline = Deadline.of(0)
        self._answers: dict[Call, Support | str] = {}
        self._link: Link | None = link or Link(command)
        self.abilities: frozenset[str] = frozenset()
        self.digest = ""
        self.kills = 0
        self._open()
        if "threads" in self.abilities:
            self.configure: Callable[..., None] = self._configure
        if "condition" in self.abilities:
            self.condition: Callable[[], Mapping[str, str]] = self._condition
        if "graphs" in self.abilities:
            self.run_graph: Callable[[Call, Sequence[Array], Sequence[Array]], None] = (
                self._run_graph
            )

    def __enter__(self) -> RemoteSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._link is not None:
            with suppress(BackendError):
                self._link.ask({"do": "close"}, Deadline.of(START_SECONDS))
            self._drop()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Limit the time of the block to `seconds` from now (0: no limit).

        A later answer is an error.
        """
        before = self._deadline
        self._deadline = Deadline.of(seconds)
        try:
            yield
        finally:
            self._deadline = before

    def supports(self, call: Call) -> Support:
        """Return whether the session can run the call.

        The host is asked only once for each call. Raises BackendError if the host cannot answer.
        """
        if call not in self._answers:
            self.ask_support([call])
        answer = self._answers[call]
        if isinstance(answer, str):
            raise BackendError(f"supports({call}) {answer}")
        return answer

    def ask_support(self, calls: Sequence[Call]) -> None:
        """Ask the host about many calls in a few messages.

        `supports` then returns the stored answers.
        """
        left = [call for call in dict.fromkeys(calls) if call not in self._answers]
        for start in range(0, len(left), _MOST_CALLS):
            part = left[start : start + _MOST_CALLS]
            request = {"do": "supports", "calls": [wire.call_to_json(call) for call in part]}
            answers = wire.items(self._ask(request).get("answers"), "answers", _MOST_CALLS)
            if len(answers) != len(part):
                raise BackendError(f"the host answered {len(answers)} of {len(part)} questions")
            for call, answer in zip(part, answers, strict=True):
                self._answers[call] = wire.support_from_json(answer)

    def environment(self) -> Mapping[str, str]:
        """Return the facts about the host's environment that a report states."""
        return wire.texts(self._ask({"do": "environment"}).get("environment"), "environment")

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call in the host.

        Raises BackendError: ViolationError, HostError or RefusedError. After a RefusedError the
        outputs hold whatever the host wrote before it refused.
        """
        self._run([[Run(call, inputs, outputs)]], {})

    def _run_graph(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self._run([[Run(call, inputs, outputs, graph=True)]], {})

    def run_in_order(self, runs: Sequence[Run]) -> None:
        """Make the runs one after the other, with one message."""
        self._run([runs], {})

    def run_together(self, jobs: Sequence[Sequence[Run]]) -> None:
        """Run each job in its own thread of the host. All jobs start at the same time."""
        self._run(jobs, {"together": True})

    def run_in(
        self,
        environment: Environment,
        call: Call,
        inputs: Sequence[Array],
        outputs: Sequence[Array],
    ) -> Environment:
        """Compute the call in a thread with this floating-point environment.

        Returns the environment in which the call left the thread.
        """
        answer = self._run([[Run(call, inputs, outputs)]], {"environment": environment.to_json()})
        return Environment.from_json(answer.get("environment"))

    def _run(self, jobs: Sequence[Sequence[Run]], more: Mapping[str, Any]) -> Mapping[str, Any]:
        link = self._ready()
        kept, self._kept = self._kept, []
        for left in kept:
            left.check()
        operands, results = OperandPlacer(link.operands), ResultPlacer(link.results)
        given: list[PlacedOperands] = []
        placed = []
        described: list[list[dict[str, Any]]] = []
        for job in jobs:
            described.append([])
            for run in job:
                given.append(operands.place(run.inputs, run.call.op))
                placed.append(results.place(run.outputs, run.call.op))
                described[-1].append(
                    {
                        "call": wire.call_to_json(run.call),
                        "operands": [p.to_json() for p in given[-1].placements],
                        "results": [p.to_json() for p in placed[-1].placements],
                    }
                )
                if run.graph:
                    described[-1][-1]["graph"] = True
                if run.times > 1:
                    described[-1][-1]["times"] = run.times
                if run.settings:
                    described[-1][-1]["settings"] = list(run.settings)
                if run.way:
                    described[-1][-1]["way"] = run.way
                if run.threads is not None:
                    self._threads = described[-1][-1]["threads"] = run.threads
        if self._is_pending:
            described[0][0].setdefault("threads", self._threads)
        sizes = {"operand_bytes": link.operands.size, "result_bytes": link.results.size}
        try:
            answer = self._ask({"do": "run", "jobs": described, **sizes, **more})
        except RefusedError as refusal:
            if not refusal.lost:  # also fetch what was written before a refusal
                _collect(given, placed)
            raise
        self._is_pending = False
        _collect(given, placed)
        self._kept = [every.keep() for every in placed]
        return answer

    def restart(self) -> None:
        """End the host. The next request starts a new one."""
        self._drop()

    def another(self) -> RemoteSession:
        """Open the same device in a new host, with the same threads and deadline.

        Raises BackendError if it does not open.
        """
        found = RemoteSession(self._command, self._device)
        found._deadline = Deadline.of(self._deadline.seconds)
        if self._threads is not None and "threads" in found.abilities:
            found._configure(threads=self._threads)
        return found

    def _configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        if stream is not None:
            raise BackendError(
                "a stream belongs to the process that created it, so it cannot be used in a host"
            )
        # Sent with the next run, to save a message.
        self._threads, self._is_pending = threads or 0, True

    def _condition(self) -> Mapping[str, str]:
        return wire.texts(self._ask({"do": "condition"}).get("condition"), "condition")

    def _ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        link = self._ready()
        deadline = self._deadline
        if deadline.at is None and request["do"] != "run":  # only a computation may have no limit
            deadline = Deadline.of(START_SECONDS)
        try:
            return link.ask(request, deadline)
        except MessageError as error:
            self._drop()
            raise HostError("error", f"the host broke the protocol: {error}") from error
        except RefusedError as error:
            if error.lost:
                self._drop()
            raise
        # This includes Ctrl-C: a late answer must not be taken for the answer to the next request.
        except BaseException as error:
            self.kills += isinstance(error, HostError) and error.killed
            self._drop()
            raise

    def _ready(self) -> Link:
        """Return a host in which the device is open.

        A new host is started if the last one has ended.
        """
        if self._link is None:
            try:
                self._link = Link(self._command)
                self._open()
                # The time limit of the request does not include the start of a new host.
                self._deadline = Deadline.of(self._deadline.seconds)
            except HostError as error:
                self.kills += error.killed
                raise
        return self._link

    def _open(self) -> None:
        assert self._link is not None
        try:
            answer = self._link.ask(
                {"do": "open", "device": self._device}, Deadline.of(START_SECONDS)
            )
            abilities = wire.items(answer.get("abilities", []), "abilities", 100)
            found = frozenset(a for a in ABILITIES if a in abilities)
            digest = plain(answer.get("digest", ""))
            if self._is_known and (found, digest) != (self.abilities, self.digest):
                raise HostError("error", "a new host of the backend has other abilities or sources")
            self.abilities, self.digest, self._is_known = found, digest, True
            self._is_pending = self._threads is not None and "threads" in self.abilities
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        link, self._link = self._link, None
        self._kept = []
        if link is not None:
            link.close()


def _collect(given: Sequence[PlacedOperands], placed: Sequence[PlacedResults]) -> None:
    """Check that the operands are unchanged, then fetch the results. Raises ViolationError."""
    for each in given:
        each.check()
    for every in placed:
        every.fetch()
