"""Tests of the diagnosis of a broken law: the law's name, a race, or unwritten elements."""

import numpy as np
import pytest

from samebits.backends.protocol import Device
from samebits.conformance.calls.subject import Subject
from samebits.conformance.judging.lawwork import judge_law
from samebits.conformance.laws.law import Bench
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.laws.running import NeverWrittenError
from samebits.conformance.tests import fakes
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of


def judged(session, law, op, seed=""):
    backend = fakes.FakeBackend(type(session))
    subject = Subject("fake", backend, Device("cpu", "a fake"), session)
    return judge_law(subject, LawCase(law, op, "f32"), seed)


class NowAndThen(fakes.RightSession):
    """A session that returns a wrong result in every fifth call, as in a race."""

    def __init__(self):
        self.calls = 0

    def value(self, call, inputs):
        self.calls += 1
        return super().value(call, inputs) + np.float32(self.calls % 5 == 0)


class Counting(NowAndThen):
    """A session that counts its calls like `NowAndThen`, and can be opened in a new host."""

    def another(self):
        return type(self)()


class Racing(Counting):
    """A session in which every call is wrong by a random amount, without regard to history."""

    draws = np.random.default_rng(3)

    def value(self, call, inputs):
        return fakes.RightSession.value(self, call, inputs) + np.float32(self.draws.random())


class LengthMinded(fakes.RightSession):
    """A session that leaves the last element unwritten for some lengths.

    These are length 1, and lengths that are 15 modulo 16.
    """

    def run(self, call, inputs, outputs):
        kept = outputs[0].reshape(-1)[-1:].copy()
        super().run(call, inputs, outputs)
        if outputs[0].size % 16 == 15 or outputs[0].size == 1:
            outputs[0].reshape(-1)[-1:] = kept


@pytest.mark.parametrize("law", ["threads", "strides", "batch", "alignment", "run_to_run"])
def test_what_comes_and_goes_is_unsteady_whatever_law_met_it(law):
    session = NowAndThen()
    session.configure = lambda *, threads=None, stream=None: None
    result = judged(session, law, "mul")
    assert (result.outcome, result.diagnosis.name) == ("fail", "unsteady")
    assert result.diagnosis.text.startswith("comes and goes")


@pytest.mark.parametrize("law", ["threads", "strides", "run_to_run"])
@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        (Counting, "history", "repeats with its history: two new hosts"),
        (Racing, "race", "comes and goes: a race, or a read of memory"),
    ],
)
def test_a_race_is_told_from_history_by_two_new_hosts(law, kind, name, text):
    session = kind()
    session.configure = kind.configure = lambda *_, threads=None, stream=None: None
    result = judged(session, law, "mul")
    assert (result.outcome, result.diagnosis.name) == ("fail", name)
    assert result.diagnosis.text.startswith(text)


def test_a_law_broken_alike_each_time_is_blamed_by_its_name():
    class Backwards(fakes.RightSession):
        def value(self, call, inputs):
            right = super().value(call, inputs)
            return right if inputs[0].flags.c_contiguous else right + np.float32(1)

    found = judged(Backwards(), "strides", "mul").diagnosis
    assert (found.name, found.confirmed) == ("law:strides", True)
    assert found.details["when repeated"] == "the same bits differ in all of 5 times"


def test_a_result_left_unwritten_is_called_so_by_a_law_that_is_about_something_else():
    result = judged(LengthMinded(), "batch", "add")
    assert (result.outcome, result.diagnosis.name) == ("fail", "unwritten")
    assert "never written" in result.reason
    assert result.examples[0].got == "ffffffff"
    assert result.wrong == 1


def test_a_bench_tells_what_was_never_written_and_from_a_result_equal_to_the_poison():
    call = get_op("add").call(["f32", "f32"])
    x = np.ones(15, np.float32)
    with pytest.raises(NeverWrittenError, match="1 of 15 elements of result 0"):
        Bench(LengthMinded()).run(call, [x, x])

    class Poisonous(fakes.RightSession):
        def run(self, call, inputs, outputs):
            bits_of(outputs[0])[...] = 0xFFFFFFFF

    assert (Bench(Poisonous()).run(call, [x, x])[0] == 0xFFFFFFFF).all()


def test_a_result_that_equals_the_poison_and_does_not_come_again_is_unsteady():
    class Tiring(fakes.RightSession):
        calls = 0

        def run(self, call, inputs, outputs):
            self.calls += 1
            bits = np.full(outputs[0].shape, 0xFFFFFFFF, np.uint32)
            bits.reshape(-1)[-1] = self.calls
            outputs[0][...] = bits.view(np.float32)

    result = judged(Tiring(), "order", "add")
    assert (result.outcome, result.diagnosis.name) == ("fail", "unsteady")
    assert "have other bits when the call is made again" in result.reason


def test_another_seed_draws_other_operands_and_the_report_names_it():
    (case,) = (LawCase("strides", "add", "f32"),)
    (first, *_), (second, *_) = case.specimens(1), case.specimens(2)
    assert not np.array_equal(bits_of(first.operands()[0]), bits_of(second.operands()[0]))
    assert str(first).endswith("with seed 1")
    assert judged(fakes.RightSession(), "strides", "add", seed="7").outcome == "pass"
