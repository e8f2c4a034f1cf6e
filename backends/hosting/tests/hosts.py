"""Backends for tests of hosts. Their names are py:samebits.backends.hosting.tests.hosts:NAME."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np

from samebits.backends.hosting import fenv
from samebits.backends.protocol import PROTOCOL_VERSION, BackendError, Device, Supported

NAME = "py:samebits.backends.hosting.tests.hosts:"


class Session:
    """A session that adds its operands.

    The attribute `misdeed` of a call selects a fault (MISDEEDS).
    """

    is_lost = False

    def __init__(self):
        self.threads = 0
        self.kept = []

    def supports(self, call):
        if call.op == "mul":
            raise KeyboardInterrupt("at once")
        if call.op == "div":
            time.sleep(3600)
        return True if call.op == "sub" else Supported()

    def configure(self, *, threads=None, stream=None):
        self.threads = threads

    def condition(self):
        return {"threads": f"{self.threads}", "odd": "\ud800"}

    def environment(self):
        return {"pytest": ",".join(k for k in os.environ if k.startswith("PYTEST"))}

    def run(self, call, inputs, outputs):
        misdeed = MISDEEDS.get(call.attributes.get("misdeed"))
        with np.errstate(all="ignore"):
            outputs[0][...] = inputs[0] + inputs[1]
        if misdeed:
            misdeed(self, inputs, outputs)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class _Plain:
    """A session that cannot set its threads."""

    def __init__(self):
        self.threads, self.kept = 0, []

    supports, environment, run = Session.supports, Session.environment, Session.run
    __enter__, __exit__ = Session.__enter__, Session.__exit__


def _raise(error):
    def misdeed(session, inputs, outputs):
        raise error

    return misdeed


def _lose(session, inputs, outputs):
    session.is_lost = True
    raise BackendError("the device is lost")


def _write(where, count=1):
    def misdeed(session, inputs, outputs):
        ctypes.memset(where(inputs, outputs), 0x11, count)

    return misdeed


def _behind(inputs, outputs):
    return outputs[0].ctypes.data + outputs[0].nbytes


def _print(session, inputs, outputs):
    print("a backend that talks", flush=True)
    os.write(1, b"and writes\n")


def _late(session, inputs, outputs):
    def later():
        time.sleep(0.3)
        session.kept[0][...] = 0

    session.kept.append(outputs[0])
    threading.Thread(target=later, daemon=True).start()


def _longer(session, inputs, outputs):
    """Enlarge every shared memory of the judge: open it again for writing and extend it."""
    for descriptor in Path("/proc/self/fd").iterdir():
        if "memfd:samebits" in str(descriptor.readlink()):
            os.truncate(descriptor, descriptor.stat().st_size + 4096)


def _hang(session, inputs, outputs):
    import faulthandler

    faulthandler.cancel_dump_traceback_later()
    ctypes.PyDLL(None).sleep(3600)


FATE = "SAMEBITS_TEST_FATE"
"""The environment variable that names a file: it says where the hosts of `fated` die."""

MISDEEDS = {
    "raise": _raise(RuntimeError("no\nsum")),
    "exit": _raise(SystemExit(0)),
    "interrupt": _raise(KeyboardInterrupt()),
    "surrogate": _raise(RuntimeError("odd \ud800 text")),
    "lose": _lose,
    "leave": lambda *_: os._exit(0),
    "abort": lambda *_: os.abort(),
    "kill": lambda *_: os.kill(os.getpid(), signal.SIGKILL),
    "signal": lambda *_: os.kill(os.getpid(), signal.SIGINT),
    "hang": _hang,
    "operand": _write(lambda inputs, outputs: inputs[0].ctypes.data),
    "before": _write(lambda inputs, outputs: outputs[0].ctypes.data - 1),
    "behind": _write(_behind),
    "far": _write(lambda inputs, outputs: _behind(inputs, outputs) + 3 * 4096, 8),
    "gap": _write(lambda inputs, outputs: outputs[0].ctypes.data + 4),
    "print": _print,
    "late": _late,
    "round": lambda *_: fenv.put(fenv.Environment(flush=True, rounding="up")),
    "longer": _longer,
}


class Backend:
    name, version, protocol = "hosted", "7", PROTOCOL_VERSION

    def devices(self):
        return [Device("cpu", "a fake"), Device("gone", "sold", False, "it was sold")]

    def open(self, device):
        return Session()


class _Open(Backend):
    def __init__(self, action):
        self._action = action

    def open(self, device):
        self._action()


class _Devices(_Open):
    def devices(self):
        self._action()


class _Fated(Backend):
    """A backend whose host is ended by SIGKILL as long as the file named by FATE has lines.

    Each line names a method, `devices` or `open`. The host that is in this method removes the line
    and dies.
    """

    def devices(self):
        self._meet("devices")
        return super().devices()

    def open(self, device):
        self._meet("open")
        return super().open(device)

    def _meet(self, place):
        file = Path(os.environ[FATE])
        first, _, rest = file.read_text().partition("\n")
        if first == place:
            file.write_text(rest)
            os.kill(os.getpid(), signal.SIGKILL)


class _Forgetful(Backend):
    """A backend whose hosts can set threads unless an environment variable prevents it."""

    def open(self, device):
        return _Plain() if os.environ.get(FATE) == "forgetful" else Session()


good = Backend()
forgetful = _Forgetful()
fated = _Fated()
open_raises = _Open(lambda: 1 / 0)
open_leaves = _Open(lambda: os._exit(0))
open_exits = _Open(lambda: sys.exit(0))
devices_exit = _Devices(lambda: sys.exit(0))
devices_leave = _Devices(lambda: os._exit(0))
