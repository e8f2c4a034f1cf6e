"""The device of a context: its choice and restoration, one per thread, and no effect on bits."""

from __future__ import annotations

import asyncio
import contextvars
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.backends import discovery, protocol
from samebits.backends.c.library import widest_device
from samebits.backends.protocol import BackendError
from samebits.numpy import devices, running
from samebits.spec.formats import bits_of

X = np.linspace(-4, 4, 4099, dtype=np.float32)


def test_auto_is_the_widest_of_the_c_backend() -> None:
    assert str(snp.device()) == f"c:{widest_device()}"
    assert str(snp.device("auto")) == str(snp.device("c")) == f"c:{widest_device()}"


def test_a_choice_holds_until_the_next() -> None:
    chosen = snp.device("c:baseline", threads=1)
    assert snp.device() is chosen
    assert repr(chosen) == "device('c:baseline', threads=1)"
    assert chosen == snp.device("c:baseline", threads=1)
    assert snp.device(threads=2).threads == 2
    assert str(snp.device()) == "c:baseline"
    assert chosen.session().environment()["threads"] == "1"
    assert snp.device().session().environment()["threads"] == "2"


def test_a_block_gives_the_choice_before_it_back() -> None:
    first = snp.device("c:baseline")
    with snp.device("c:baseline", threads=2) as inner:
        assert snp.device() is inner
        with snp.device("c:baseline", threads=1) as last:
            assert snp.device() is last
        assert snp.device() is inner
        with first, first:
            assert snp.device() is first
        assert snp.device() is inner
    assert snp.device() is first
    with pytest.raises(RuntimeError), snp.device("c:baseline", threads=2):
        raise RuntimeError
    assert snp.device() is first
    kept = snp.device("c:baseline", threads=2)
    with first:
        pass
    assert snp.device() is kept


def test_C1_3_no_device_and_no_number_of_threads_changes_a_bit() -> None:
    wanted = None
    for listed in discovery.load("c").devices():
        for threads in (1, 2) if listed.available else ():
            with snp.device(f"c:{listed.name}", threads=threads):
                found = snp.digest(snp.exp(X), snp.sum(X), snp.softmax(X), snp.sort(X))
            wanted = wanted or found
            assert found == wanted
    assert wanted


def test_each_thread_and_each_task_has_its_own_choice() -> None:
    snp.device("c:baseline")
    seen = []
    thread = threading.Thread(target=lambda: seen.append(str(snp.device())))
    thread.start()
    thread.join()
    context = contextvars.copy_context()
    thread = threading.Thread(target=lambda: seen.append(context.run(lambda: str(snp.device()))))
    thread.start()
    thread.join()
    assert seen == [f"c:{widest_device()}", "c:baseline"]

    async def task(threads: int) -> int | None:
        with snp.device("c:baseline", threads=threads):
            await asyncio.sleep(0)
            return snp.device().threads

    async def both() -> list[int | None]:
        return await asyncio.gather(task(2), task(1))

    assert asyncio.run(both()) == [2, 1]


def test_many_threads_compute_the_same_bits() -> None:
    wanted = snp.digest(snp.layer_norm(X[:4096].reshape(64, 64)).y, snp.multiply(X, 0.1))

    def work(number: int) -> str:
        with snp.device(("c:baseline", "c")[number % 2], threads=1 + number % 3):
            y = snp.layer_norm(X[:4096].reshape(64, 64)).y
            return snp.digest(y, snp.multiply(X, 0.1))

    with ThreadPoolExecutor(8) as pool:
        assert {*pool.map(work, range(64))} == {wanted}


def test_a_forked_child_computes() -> None:
    if not hasattr(os, "fork"):
        pytest.skip("this system has no fork")
    program = """
import os, warnings
import numpy as np
import samebits.numpy as snp
warnings.simplefilter("ignore")  # newer Pythons warn of any fork beside threads
x = np.linspace(-1, 1, 1 << 20, dtype=np.float32)
snp.device("c", threads=2)
wanted = snp.digest(snp.exp(x))
snp.numpy_lock = __import__("samebits.numpy.devices", fromlist=["x"])._LOCK
with snp.numpy_lock:  # as if another thread opened a session meanwhile
    child = os.fork()
if not child:
    with snp.device("c:baseline"):
        same = snp.digest(snp.exp(x)) == wanted
    os._exit(0 if same and snp.digest(snp.exp(x)) == wanted else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert snp.digest(snp.exp(x)) == wanted
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("see", "unknown backend 'see'"),
        ("c:avx1024", "backend c has no device 'avx1024'; known: baseline, avx2, avx512"),
        ("exec:./program", "a front end needs a backend in Python"),
        ("numpy", "backend 'numpy' does not promise the bits of the specification"),
        ("torch:cpu", "backend 'torch' does not promise the bits"),
        (f"py:{__name__}:Unpromised", "does not promise the bits"),
        ("py:module", "does not have the form py:module:object"),
        ("py:no_such_module:backend", "failed to load"),
    ],
)
def test_what_cannot_be_opened_is_refused_and_nothing_is_chosen(name: str, says: str) -> None:
    before = snp.device()
    with pytest.raises(BackendError, match=says):
        snp.device(name)
    assert snp.device() is before


class OnlyExp:
    """A backend with one op, like a user's first backend."""

    name, version, protocol = "only", "1", protocol.PROTOCOL_VERSION
    promises_bits = True

    def devices(self) -> Sequence[protocol.Device]:
        return [protocol.Device("gone", "", False, "unplugged"), protocol.Device("cpu", "")]

    def open(self, device: str) -> OnlyExp:
        return self

    def supports(self, call: object) -> protocol.Support:
        op = call.op  # type: ignore[attr-defined]
        return protocol.Supported() if op == "exp" else protocol.Unsupported("it has exp alone")

    def run(self, call: object, inputs: object, outputs: Sequence[np.ndarray]) -> None:
        outputs[0][...] = 7

    def environment(self) -> dict[str, str]:
        return {}

    def __enter__(self) -> OnlyExp:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Unpromised(OnlyExp):
    """A backend that does not declare `promises_bits`."""

    promises_bits = False


def test_any_backend_that_promises_the_bits_computes_and_says_what_it_lacks() -> None:
    with snp.device(f"py:{__name__}:OnlyExp") as chosen:
        assert (chosen.backend, chosen.name) == (f"py:{__name__}:OnlyExp", "cpu")
        assert snp.exp(np.float32(0)) == 7
        with pytest.raises(BackendError, match="log: .*:cpu does not support this call: it has"):
            snp.log(np.float32(1))
        with pytest.raises(BackendError, match="softmax: .* node"):
            snp.softmax(np.ones(3, np.float32))
        with pytest.raises(BackendError, match="has no thread setting"):
            snp.device(threads=2)
    assert np.array_equal(bits_of(snp.exp(np.float32(0))), bits_of(np.float32(1).reshape(())))


class Naive(OnlyExp):
    """A backend that writes its result before it has read its operand."""

    def run(
        self, call: object, inputs: Sequence[np.ndarray], outputs: Sequence[np.ndarray]
    ) -> None:
        outputs[0][...] = 0
        outputs[0][...] += inputs[0]


class Failing(OnlyExp):
    """A backend whose device fails when it computes."""

    def run(self, call: object, inputs: object, outputs: object) -> None:
        raise BackendError("the device has fallen off the bus")


def test_an_error_of_the_device_is_passed_on() -> None:
    with (
        snp.device(f"py:{__name__}:Failing"),
        pytest.raises(BackendError, match="fallen off the bus"),
    ):
        snp.exp(X)


def test_out_may_be_an_operand_on_a_backend_that_does_not_care() -> None:
    with snp.device(f"py:{__name__}:Naive"):
        x = X.copy()
        assert snp.exp(x, out=x) is x
        assert np.array_equal(x, X)
        assert np.array_equal(snp.exp(x[::-1], out=x), X[::-1])


def test_what_is_remembered_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_MOST_KNOWN", 4)
    monkeypatch.setattr(running, "_KNOWN", {})
    for k in range(20):
        snp.add(X[:2], float(k))
        assert len(running._KNOWN) <= 4
    assert len(devices._SESSIONS) < 20
