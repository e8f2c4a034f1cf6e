"""Tests of the probe: it passes on the emulated device, and reports errors and differing bytes."""

import pytest
from click.testing import CliRunner

from samebits.backends.cuda import probe
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt import emulated
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.language.shapes import elementwise, reduction

if emulated.unavailable_reason():
    pytest.fail(emulated.unavailable_reason())


SMALL = ((elementwise, ((40,), (40,))), (reduction, ((3, 300),)))


def test_an_op_of_each_rule_for_shapes_is_tried():
    rules = [rule for rule, _ in probe.SHAPES]
    assert [get_op(op).shape_rule for op in probe.tried()] == rules
    assert probe.tried(["exp", "topk"]) == {"exp": ((1000,),)}


def test_the_emulated_device_answers_in_every_way(monkeypatch):
    monkeypatch.setattr(probe, "SHAPES", SMALL)
    ended = CliRunner().invoke(probe.main, ["--device", "emulated"])
    assert ended.exit_code == 0, ended.output
    assert "add: host " in ended.output
    assert ", thread " in ended.output


def test_other_bytes_and_errors_are_named(monkeypatch):
    monkeypatch.setattr(probe, "SHAPES", SMALL)
    right, seen = CudaSession.run, []

    def run(self, call, inputs, outputs):
        seen.append(call.op)
        if call.op == "sum":
            raise BackendError("an illegal address was met")
        right(self, call, inputs, outputs)
        outputs[0][0] += len(seen) == 2

    monkeypatch.setattr(CudaSession, "run", run)
    words = ["--device", "emulated", "--op", "add", "--op", "sum"]
    ended = CliRunner().invoke(probe.main, words)
    assert ended.exit_code == 1
    assert "OTHER BYTES: host again" in ended.output
    assert "sum: host: an illegal address was met" in ended.output


def test_a_device_that_is_not_there_is_one_line():
    ended = CliRunner().invoke(probe.main, ["--device", "gpu77"])
    assert ended.exit_code == 1
    assert "has no device 'gpu77'" in str(ended.exception.code if ended.exception else ended.output)
