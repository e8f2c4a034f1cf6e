"""The host of a backend in Python: `python -m samebits.backends.hosting.serve NAME`.

It reads requests from its standard input and writes answers to its standard output. The backend
does not see these streams: its own output goes to standard error. Anything that the backend raises,
including SystemExit and KeyboardInterrupt, becomes an answer.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import resource
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from samebits.backends import discovery, executor
from samebits.backends.hosting import fenv, settings, wire
from samebits.backends.hosting.children import can_fork
from samebits.backends.hosting.mapped import MappedOperands, MappedResults
from samebits.backends.hosting.messages import (
    HOST_PROTOCOL,
    LENGTH,
    MOST_ANSWER_BYTES,
    MessageError,
    length_of,
    numbered,
    pack,
    parse,
    plain,
)
from samebits.backends.hosting.together import Step, run_together
from samebits.backends.hosting.ways import ANOTHER_SESSION, run_way, ways_of
from samebits.backends.protocol import (
    Array,
    Backend,
    BackendError,
    ConfigurableSession,
    Device,
    ObservedSession,
    Session,
)
from samebits.common.errors import SamebitsError
from samebits.spec.language.call import Call

Answer = Mapping[str, Any]

_MOST_CALLS = 4096
"""Maximal number of calls that are cached."""


class Host:
    """A backend with at most one open session, which answers requests."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._backend: Backend | None = None
        self._session: Session | None = None
        self._second: Session | None = None
        self._device = ""
        self._operands: MappedOperands | None = None
        self._results: MappedResults | None = None
        self._calls: dict[str, Call] = {}
        self._usual: fenv.Environment | None = None
        self._handlers: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
            "hello": self._hello,
            "open": self._open,
            "supports": self._supports,
            "environment": self._environment,
            "condition": self._condition,
            "run": self._run,
            "close": lambda _: self.close(),
        }

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Return the answer to a request: `ok`, or `error` with a one-line text."""
        try:
            handler = self._handlers.get(str(request.get("do")))
            if handler is None:
                raise BackendError(f"the request {request.get('do')!r} is unknown")
            return {"ok": handler(request)}
        except BaseException as error:  # a backend may fail in any way
            lost = getattr(self._session, "is_lost", False)
            return {"error": text_of(error), **({"lost": True} if lost else {})}

    def close(self) -> Answer:
        """Close the session, and the second session if it is open."""
        sessions = self._second, self._session
        self._second = self._session = None
        for session in sessions:
            if session is not None:
                session.__exit__(None, None, None)
        return {}

    def _hello(self, request: Mapping[str, Any]) -> Answer:
        if request["protocol"] != HOST_PROTOCOL:
            raise BackendError(f"this host uses protocol {HOST_PROTOCOL}")
        self._operands = MappedOperands(request["operands"], request["page"])
        self._results = MappedResults(request["results"], request["page"])
        self._backend = discovery.load(self._name)
        with _called(f"{self._name}: devices()"):
            devices = list(self._backend.devices())
        if wrong := [d for d in devices if not isinstance(d, Device)]:
            raise BackendError(
                f"{self._name}: devices() returned a list with {type(wrong[0]).__name__}; "
                "each item "
                "must be a samebits.backends.protocol.Device"
            )
        return {
            "protocol": HOST_PROTOCOL,
            "name": str(self._backend.name),
            "version": str(self._backend.version),
            "devices": [wire.device_to_json(d) for d in devices],
        }

    def _open(self, request: Mapping[str, Any]) -> Answer:
        assert self._backend is not None
        self.close()
        self._device = request["device"]
        with _called(f"{self._name}: open({self._device!r})"):
            opened = self._backend.open(self._device)
            if not hasattr(opened, "__enter__"):
                raise BackendError(
                    f"{self._name}: open({self._device!r}) returned {type(opened).__name__}, "
                    "which is "
                    "not a context manager"
                )
            self._session = opened.__enter__()
        can = ["together", "graphs", "times", ANOTHER_SESSION]
        can += ["threads"] if isinstance(self._session, ConfigurableSession) else []
        can += ["condition"] if isinstance(self._session, ObservedSession) else []
        can += ways_of(self._session)
        if not fenv.unavailable():
            can.append("environment")
            self._usual = fenv.current()
        can += settings.available()
        can += [settings.FORKED] if can_fork(self._session) else []
        return {"abilities": can, "digest": discovery.module_digest(self._name) or ""}

    def _supports(self, request: Mapping[str, Any]) -> Answer:
        session = self._opened()
        answers = []
        for given in request["calls"]:
            call = wire.call_from_json(given)
            try:
                answers.append(wire.support_to_json(session.supports(call)))
            except BaseException as error:  # an error of this call only
                answers.append({"error": f"raised {text_of(error)}"})
        return {"answers": answers}

    def _environment(self, request: Mapping[str, Any]) -> Answer:
        session = self._opened()
        with _called(f"{self._name}: environment()"):
            facts = session.environment()
        if not isinstance(facts, Mapping):
            raise BackendError(
                f"{self._name}: environment() returned {type(facts).__name__}, but must return a "
                "mapping from texts to texts"
            )
        return {"environment": _texts(facts)}

    def _configure(self, threads: int) -> None:
        session = self._opened()
        if not isinstance(session, ConfigurableSession):
            raise BackendError(f"{self._name} cannot set its threads")
        session.configure(threads=threads)

    def _condition(self, request: Mapping[str, Any]) -> Answer:
        session = self._opened()
        if not isinstance(session, ObservedSession):
            raise BackendError(f"{self._name} does not report the condition of its device")
        return {"condition": _texts(session.condition())}

    def _run(self, request: Mapping[str, Any]) -> Answer:
        jobs = self._jobs(request)
        started = time.perf_counter()
        found: dict[str, Any] = {}
        if request.get("together"):
            run_together(jobs)
        elif "environment" in request:
            with fenv.hostile(fenv.Environment.from_json(request["environment"])):
                for step in jobs[0]:
                    step()
                found["environment"] = fenv.current().to_json()
        else:
            for step in jobs[0]:
                self._in_order(step)
        return {"seconds": time.perf_counter() - started, **found}

    def _in_order(self, step: Step) -> None:
        """Make a call, then check that it left the floating-point environment unchanged.

        A changed environment is restored, so that later calls are not blamed for it. Raises
        BackendError if the environment was changed.
        """
        left = None
        try:
            step()
        finally:
            if self._usual is not None and (left := fenv.current()) != self._usual:
                fenv.put(self._usual)
        if left != self._usual:
            raise BackendError(
                f"the call changed the floating-point environment from {self._usual} to {left}: "
                "restore it before the call ends"
            )

    def _jobs(self, request: Mapping[str, Any]) -> Sequence[Sequence[Step]]:
        """Return the jobs of a request, each as a list of functions that make one call."""
        assert self._operands is not None
        assert self._results is not None
        session = self._opened()
        runs = [run for job in request["jobs"] for run in job]
        inputs = iter(self._operands.arrays(request["operand_bytes"], _placed(runs, "operands")))
        outputs = iter(self._results.arrays(request["result_bytes"], _placed(runs, "results")))
        steps = []
        for run in runs:
            given = [next(inputs) for _ in run["operands"]]
            mine = [next(outputs) for _ in run["results"]]
            steps.append(partial(self._step, session, run, given, mine))
        left = iter(steps)
        return [[next(left) for _ in job] for job in request["jobs"]]

    def _step(
        self,
        session: Session,
        run: Mapping[str, Any],
        inputs: Sequence[Array],
        outputs: Sequence[Array],
    ) -> None:
        if "threads" in run:
            self._configure(run["threads"])
        call = self._call(run["call"])
        if run.get("way") == ANOTHER_SESSION:
            step = partial(self._elsewhere, call, inputs, outputs)
        elif "way" in run:
            step = partial(run_way, run["way"], session, call, inputs, outputs)
        elif run.get("graph"):
            step = partial(executor.execute_into, session, call, inputs, outputs)
        else:
            step = partial(session.run, call, inputs, outputs)
        for _ in range(run.get("times", 1)):
            settings.run_in(run.get("settings", ()), step)

    def _elsewhere(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute a call in a second session, which is closed after two calls.

        As a result, the first session makes calls while the second session is open and after it was
        closed.
        """
        assert self._backend is not None
        second, self._second = self._second, None
        if second is not None:
            with second:
                second.run(call, inputs, outputs)
            return
        self._second = self._backend.open(self._device).__enter__()
        self._second.run(call, inputs, outputs)

    def _call(self, given: Mapping[str, Any]) -> Call:
        """Return the call that a message describes.

        Equal calls give the same object, because sessions cache by identity.
        """
        key = repr(given)
        if key not in self._calls:
            if len(self._calls) >= _MOST_CALLS:
                self._calls.clear()
            self._calls[key] = wire.call_from_json(given)
        return self._calls[key]

    def _opened(self) -> Session:
        if self._session is None:
            raise BackendError("no device is open")
        return self._session


def _placed(runs: Sequence[Mapping[str, Any]], which: str) -> list[wire.Placement]:
    """Return the placements (`which`: "operands" or "results") of all runs."""
    return [wire.Placement.from_json(p) for run in runs for p in run[which]]


@contextlib.contextmanager
def _called(what: str) -> Iterator[None]:
    """Turn any error of the backend's code into a BackendError that names the called method."""
    try:
        yield
    except SamebitsError:
        raise
    except BaseException as error:  # a backend may fail in any way
        raise BackendError(f"{what} raised {text_of(error)}") from error


def _texts(facts: Mapping[Any, Any]) -> dict[str, str]:
    return {str(k): str(v) for k, v in facts.items()}


def text_of(error: BaseException) -> str:
    """Return an error in one line. The type precedes the message, except for errors of samebits."""
    try:
        text = str(error)
    except BaseException:  # converting it to text may fail in any way too
        text = "(it has no text)"
    line = plain(text)
    if isinstance(error, SamebitsError):
        return line
    return f"{type(error).__name__}: {line}" if line else type(error).__name__


def serve(name: str, requests: int, answers: int) -> None:
    """Answer requests until the input ends."""
    host = Host(name)
    with os.fdopen(requests, "rb") as incoming:
        while True:
            head = incoming.read(LENGTH.size)
            if len(head) < LENGTH.size:
                break
            request = parse(incoming.read(length_of(head)))
            left = memoryview(packed(host.answer(request), request.get("number")))
            while left:
                left = left[os.write(answers, left) :]
    with contextlib.suppress(BaseException):
        host.close()


def packed(answer: Answer, number: object) -> bytes:
    """Return the answer as a message. If it cannot be encoded, return an error that says why."""
    try:
        return pack(numbered(answer, number), MOST_ANSWER_BYTES)
    except (ValueError, TypeError, MessageError) as error:  # the backend chose the contents
        text = f"the answer cannot be sent: {text_of(error)}"
        return pack(numbered({"error": text}, number))


def take_over() -> tuple[int, int]:
    """Return private copies of the descriptors of standard input and output.

    Afterwards standard input is empty, and standard output goes to standard error.
    """
    requests, answers = os.dup(0), os.dup(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    os.close(empty)
    return requests, answers


def main(name: str) -> None:
    """Serve the backend of this name, then end the process."""
    requests, answers = take_over()
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    # Ctrl-C is for the judge, which ends its hosts.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")  # warnings of the backend are not part of its results
    serve(name, requests, answers)
    os._exit(0)  # do not wait for threads of the backend


if __name__ == "__main__":
    main(sys.argv[1])
