"""Tests that checks for hardware also run on the emulated device, and detect planted faults."""

import sys
from types import SimpleNamespace

import ml_dtypes
import numpy as np
import pytest
from click.testing import CliRunner

from samebits.backends.cuda.compiling import nvrtc, options
from samebits.backends.cuda.lab.suspects import (
    Found,
    NotHere,
    __main__,
    capture,
    on_gpu,
    shared,
    stream_order,
)
from samebits.backends.cuda.lab.suspects.bench import Bench, require_same
from samebits.backends.cuda.lab.suspects.on_emulated import OnEmulated
from samebits.backends.cuda.launching import tables
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt import emulated
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.doubles import NumberedMachine
from samebits.backends.protocol import BackendError
from samebits.spec.formats import FORMATS, from_bits

if emulated.unavailable_reason():
    pytest.fail(emulated.unavailable_reason())

ORDERED = ("stream of the caller", "stream of the session", "two side streams")


def lines(expected):
    ended = CliRunner().invoke(__main__.main, ["--device", "emulated"])
    assert ended.exit_code == expected, ended.output
    return dict(
        line.split(": ok")[0].split(": FAILED: ")
        if "FAILED" in line
        else (line.split(": ok")[0], "ok")
        if ": ok" in line
        else line.rsplit(": ", 1)
        if ": " in line
        else ("", line)
        for line in ended.output.splitlines()
    )


def test_the_emulated_device_passes_and_names_what_needs_a_gpu():
    said = lines(0)
    assert said[""] == "all that could be checked is well"
    for name in (*ORDERED, "threads", "formats", "another type", "memory used again"):
        assert said[f"interface: {name}"] == "ok"
        assert said[f"cupy: {name}"] == "needs a GPU"
    assert said["carve-out"] == "needs a GPU"
    assert said["tables of results"] == "ok"
    assert said["torch: other tensors"] in ("ok", "needs PyTorch")


@pytest.mark.parametrize(
    ("method", "found"),
    [(m, f) for m in ("follow", "precede") for f in ORDERED],
)
def test_a_machine_that_orders_no_streams_is_found_and_the_checks_go_on(monkeypatch, method, found):
    monkeypatch.setattr(EmulatedMachine, method, lambda *_: None)
    said = lines(1)
    wrong = {"follow": "an operand written late", "precede": "a result read early"}
    assert f"{wrong[method]}: 64 of 64 elements are wrong" in said[f"interface: {found}"]
    assert said["interface: formats"] == "ok"
    assert said["interface: captured graph"] == "needs a GPU"
    assert said[""].endswith("checks failed")


def test_streams_that_are_in_order_by_themselves_are_found_to_show_nothing(monkeypatch):
    fill = OnEmulated.fill

    def at_once(self, array, value):
        fill(self, array, value)
        self.get(array)

    monkeypatch.setattr(OnEmulated, "fill", at_once)  # as with CUDA_LAUNCH_BLOCKING
    said = lines(1)
    for name in ORDERED:
        assert said[f"interface: {name}"].startswith("nothing was checked: two streams are in")


def test_the_checks_after_one_that_cost_the_device_are_run_by_another_process(monkeypatch):
    tried, commands = [], []

    def failing(bench):
        raise RuntimeError("CUDA error: an illegal memory access was encountered")

    def machine_fails(self):
        monkeypatch.setattr(EmulatedMachine, "lost", True)
        raise BackendError("GPU 0 could not run the kernels")

    monkeypatch.setattr(
        __main__,
        "checks",
        lambda is_gpu: [("a", tried.append), ("b", failing), ("c", tried.append)],
    )
    with monkeypatch.context() as patch:
        patch.setattr(EmulatedMachine, "synchronize", machine_fails)
        patch.setattr(
            __main__.subprocess, "run", lambda command, **_: commands.append(command[-3:])
        )
        ended = CliRunner().invoke(__main__.main, ["--device", "emulated"])
    assert ended.exit_code == 1
    assert len(tried) == 1
    assert commands == [["emulated", "--after", "b"]]
    assert "b has ended the use of the device: a new process goes on" in ended.output
    ended = CliRunner().invoke(__main__.main, ["--device", "emulated", "--after", "b"])
    assert (ended.exit_code, len(tried)) == (0, 2)


def test_memory_that_is_not_waited_for_is_found_when_it_is_used_again(monkeypatch):
    monkeypatch.setattr(EmulatedMachine, "precede", lambda *_: None)
    with CudaSession("emulated", EmulatedMachine()) as session:
        bench = Bench(session)
        with pytest.raises(Found, match="round 0: .* elements are wrong; number 0 is"):
            stream_order.reuse(bench, bench.library("interface"))


def test_any_exception_of_a_check_is_one_line_of_failure(capsys):
    def check(_):
        raise ValueError("one\ntwo")

    assert not __main__._passes("name", check, None)
    assert capsys.readouterr().out == "name: FAILED: ValueError: one two\n"


def test_a_device_that_is_not_there_is_one_line():
    ended = CliRunner().invoke(__main__.main, ["--device", "gpu77"])
    assert ended.exit_code == 1
    assert "has no device 'gpu77'" in str(ended.exception.code)


def test_bytes_are_compared_and_the_first_that_differs_is_named():
    x = np.array([1, np.nan, -0.0], np.float32)
    require_same(x.copy(), x, "here")
    with pytest.raises(Found, match="here: 1 of 3 elements are wrong; number 2 is 0.0, not -0.0"):
        require_same(np.array([1, np.nan, 0.0], np.float32), x, "here")
    with pytest.raises(Found, match=r"float32\(2,\) is not float32\(3,\)"):
        require_same(x[:2], x, "here")
    with pytest.raises(Found, match="number 0 is 1.0, not 2.0"):
        require_same(np.ones(1, ml_dtypes.bfloat16), np.full(1, 2, ml_dtypes.bfloat16), "x")


def test_a_call_that_is_not_refused_or_in_other_words_is_found():
    with CudaSession("emulated", EmulatedMachine()) as session:
        bench, x = Bench(session), np.ones(3, np.float32)
        with pytest.raises(Found, match="was not refused"):
            bench.expect_refusal(stream_order.ADD, [x, x], [x.copy()], "some words")
        with pytest.raises(Found, match="the refusal is .*, but it must contain 'some words'"):
            bench.expect_refusal(stream_order.ADD, [x, x[:2]], [x.copy()], "some words")


@pytest.mark.parametrize("name", FORMATS)
def test_torch_takes_and_gives_the_bits_of_every_format(name, monkeypatch):
    pytest.importorskip("torch")
    library = on_gpu.OnTorch(0)
    monkeypatch.setattr(library, "_device", "cpu")
    form = FORMATS[name]
    rng = np.random.default_rng(1)
    patterns = rng.integers(0, 2 if name == "bool" else 1 << form.bits, (3, 5), form.bits_dtype)
    for values in (from_bits(patterns, name), from_bits(patterns[:1, 0].reshape(()), name)):
        there = library.put(values)
        assert str(there.dtype) == f"torch.{form.dtype.name}"
        require_same(library.get(there), values, name)
        require_same(library.get(there.t()), values.T, name)
    x = library.full(4, 1)
    library.fill(x, 3)
    assert library.get(library.copy(x)).tolist() == [3] * 4


def test_the_slow_kernel_compiles():
    pytest.importorskip("cupy")
    assert "stall" in nvrtc.translate(on_gpu._WAIT, "stall", options.for_machine_code(90)).ptx


@pytest.fixture
def graphs(monkeypatch):
    """Return a bench of GPU 0 that records graphs. To launch a graph is to repeat its calls."""
    machine = NumberedMachine()

    def record(run, stream):
        machine.captured = {stream}
        with library.on(stream):
            run()
        machine.captured = set()

        def launch():
            with library.on(stream):
                run()
            capture._wait()

        return launch

    monkeypatch.setattr(capture, "_by_torch", record)
    waiting = machine._streams._waiting
    monkeypatch.setattr(
        capture, "_wait", lambda: [machine._streams.run(stream) for stream in list(waiting)]
    )
    monkeypatch.setattr(capture, "_COUNT", 64)
    library = OnEmulated(machine)
    library.name = "torch"
    with CudaSession("gpu0", machine) as session:
        yield Bench(session), library


def test_a_captured_call_works_or_is_refused(graphs):
    said = capture.captured(*graphs)
    for stream in ("default", "captured"):
        assert f"session on the {stream} stream: add works, sum refused (" in said
    assert said.count("it needs memory besides its operands)") == 2


def test_a_sum_that_a_graph_would_do_wrongly_is_found(graphs, monkeypatch):
    monkeypatch.setattr(CudaSession, "_require_no_capture", lambda *_: None)
    with pytest.raises(Found, match="was captured, whose launches could overwrite it"):
        capture.captured(*graphs)


def test_other_words_within_a_capture_are_found(graphs, monkeypatch):
    def fail(*_):
        raise BackendError("operation would make the legacy stream depend on a capturing one")

    bench, library = graphs
    run = CudaSession.run
    monkeypatch.setattr(
        CudaSession,
        "run",
        lambda self, *given: (fail if self.machine.captured else run)(self, *given),
    )
    with pytest.raises(Found, match="within a capture: operation would make"):
        capture.captured(bench, library)


@pytest.mark.parametrize("works", [True, False])
def test_the_carve_out_is_asked_of_the_driver(monkeypatch, works):
    percent = {40: -1}

    class Prepared(tuple):
        launch = (40,)

    class Machine(NumberedMachine):
        def prepare(self, kernel, shape, sizes):
            if shape.shared and works:
                percent[40] = 100
            return Prepared(super().prepare(kernel, shape, sizes))

    driver = SimpleNamespace(
        funcGetAttribute=lambda attribute, f: percent[f] if attribute == 9 else 0
    )
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(cuda=SimpleNamespace(driver=driver)))
    with CudaSession("gpu0", Machine()) as session:
        if works:
            assert "[-1, 100, 100] percent" in shared.carve_out(Bench(session))
        else:
            with pytest.raises(Found, match=r"\[-1, -1, -1\] percent"):
                shared.carve_out(Bench(session))


def test_tables_of_which_one_is_wrong_or_none_is_used_are_found(monkeypatch):
    class Turned(EmulatedMachine):
        def upload(self, memory, offset, data):
            is_patterns = data.nbytes == 2 << 16 and memory.size == data.nbytes
            super().upload(memory, offset, data[::-1].copy() if is_patterns else data)

    with (
        CudaSession("emulated", Turned()) as session,
        pytest.raises(Found, match="exp of f16: .* elements are wrong"),
    ):
        shared.tables(Bench(session))
    monkeypatch.setattr(tables, "LEAST_COPIED", 1 << 40)
    with (
        CudaSession("emulated", EmulatedMachine()) as session,
        pytest.raises(Found, match="elements of f16 were not looked up"),
    ):
        shared.tables(Bench(session))


def test_without_a_gpu_libraries_say_what_they_need():
    with CudaSession("emulated", EmulatedMachine()) as session:
        for name in ("torch", "cupy"):
            with pytest.raises(NotHere, match="needs a GPU"):
                Bench(session).library(name)
