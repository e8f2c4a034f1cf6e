"""The probe of a device: it passes on the emulated one, and names what fails."""

import pytest
from click.testing import CliRunner

from samebits.backends.cuda import probe
from samebits.backends.cuda.machines import emulated
from samebits.backends.cuda.session import CudaSession
from samebits.backends.protocol import BackendError

if emulated.unavailable_reason():
    pytest.fail(emulated.unavailable_reason())


def test_the_emulated_device_answers_in_every_way(monkeypatch):
    monkeypatch.setattr(probe, "SHAPES", {"add": ((40,), (40,)), "sum": ((3, 300),)})
    ended = CliRunner().invoke(probe.main, ["--device", "emulated"])
    assert ended.exit_code == 0, ended.output
    assert "add: host " in ended.output
    assert ", thread " in ended.output


def test_other_bytes_and_errors_are_named(monkeypatch):
    monkeypatch.setattr(probe, "SHAPES", {"add": ((40,), (40,)), "sum": ((3, 300),)})
    right, seen = CudaSession.run, []

    def run(self, call, inputs, outputs):
        seen.append(call.op)
        if call.op == "sum":
            raise BackendError("an illegal address was met")
        right(self, call, inputs, outputs)
        outputs[0][0] += len(seen) == 2

    monkeypatch.setattr(CudaSession, "run", run)
    ended = CliRunner().invoke(probe.main, ["--device", "emulated"])
    assert ended.exit_code == 1
    assert "OTHER BYTES: host again" in ended.output
    assert "sum: host: an illegal address was met" in ended.output


def test_a_device_that_is_not_there_is_one_line():
    ended = CliRunner().invoke(probe.main, ["--device", "gpu77"])
    assert ended.exit_code == 1
    assert "has no device 'gpu77'" in str(ended.exception.code if ended.exception else ended.output)
