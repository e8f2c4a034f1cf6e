"""Tests of laws about repeated calls, threads and the caller's environment."""

import os
import threading
import time
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from samebits.backends.hosting import fenv
from samebits.conformance.laws import concurrent, history
from samebits.conformance.laws.law import Bench
from samebits.conformance.laws.law_catalog import LawCase, all_laws, law_cases_of
from samebits.conformance.laws.numbers_of_a_law import Drawn
from samebits.conformance.scenes.scene import all_scenes
from samebits.conformance.scenes.specimens import specimens
from samebits.conformance.tests import fakes
from samebits.conformance.tests.lawful import assert_found, findings
from samebits.conformance.trials.saboteurs.base import right_session
from samebits.spec.catalog import all_ops, get_op


class Threaded(fakes.RightSession):
    """A session whose last bits are wrong with 7 threads."""

    def __init__(self):
        self.threads = 1

    def configure(self, *, threads=None, stream=None):
        self.threads = threads

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right * np.float32(1 + 2.0**-20) if self.threads == 7 else right


class Sharing(fakes.RightSession):
    """A session that computes slowly in one buffer that all calls share."""

    def __init__(self):
        self.buffer = np.zeros(1 << 20, dtype=np.float32)

    def value(self, call, inputs):
        result = super().value(call, inputs)
        place = self.buffer[: result.size]
        place[...] = result.reshape(-1)
        time.sleep(0.001)
        return place.reshape(result.shape).copy()


class Naive(fakes.RightSession):
    """A session that computes in the floating-point environment of its caller."""

    def run(self, call, inputs, outputs):
        with np.errstate(all="ignore"):
            outputs[0][...] = fakes.canonical(self.value(call, inputs))


class Unrestoring(fakes.RightSession):
    """A session that leaves its caller with the default floating-point environment."""

    def run(self, call, inputs, outputs):
        super().run(call, inputs, outputs)
        layout = fenv._layout()
        saved = bytearray(fenv._read().raw)
        saved[layout.offset : layout.offset + 4] = (0x1F80).to_bytes(4, "little")
        fenv._write(fenv.ctypes.create_string_buffer(bytes(saved), 256))


class Thousandth(fakes.RightSession):
    """A session whose results are wrong from the 1000th call with the same shape on."""

    def __init__(self):
        self.calls = Counter()

    def value(self, call, inputs):
        self.calls[call.op, inputs[0].shape] += 1
        late = self.calls[call.op, inputs[0].shape] >= 1000
        return super().value(call, inputs) + np.float32(late)


class AfterRefusal(fakes.RightSession):
    """A session whose mul is wrong immediately after a refused call of another op."""

    refused = ""

    def run(self, call, inputs, outputs):
        before, self.refused = self.refused, call.op
        super().run(call, inputs, outputs)
        self.refused = ""
        if call.op == "mul" and before not in ("", "mul"):
            outputs[0][...] += np.float32(1)


class Raising(fakes.RightSession):
    """A session whose results are wrong if NumPy raises an error at an underflow."""

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right * np.float32(2) if self.raises else right

    def run(self, call, inputs, outputs):
        self.raises = np.geterr()["under"] == "raise"
        super().run(call, inputs, outputs)


class OfThisThread(fakes.RightSession):
    """A session whose results are wrong on all threads except the main thread."""

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right if threading.current_thread() is threading.main_thread() else right * 2


class Variable(fakes.RightSession):
    """A session whose results are wrong if an environment variable requests three threads."""

    def value(self, call, inputs):
        three = os.environ.get("OMP_NUM_THREADS") == "3"
        return super().value(call, inputs) + np.float32(three)


class Preparing(fakes.RightSession):
    """A session whose prepared calls have one fault; its plain calls are right."""

    way = "prepared"

    def prepare(self, call, otherwise, *, broadcast=False):
        def run(*operands):
            repeated = any(x.shape != operands[-1].shape for x in operands)
            shared = any(x is operands[-1] for x in operands[:-1])
            wrong = {"prepared": not broadcast, "repeated": repeated, "in place": shared}
            otherwise(*operands)
            if wrong.get(self.way, False):
                operands[-1][...] = -operands[-1]

        return run


class Repeating(Preparing):
    way = "repeated"


class Placing(Preparing):
    way = "in place"


class Listing(Preparing):
    """A session that uses the operands of the first set for all sets after the 32nd."""

    way = "listed"

    def prepare_list(self, call, one):
        def run(sets):
            for place, operands in enumerate(sets):
                one(*(operands if place < 32 else (*sets[0][:-1], operands[-1])))

        return run


@pytest.mark.parametrize(
    ("law", "session", "op", "said"),
    [
        ("run_to_run", fakes.Remembering, "mul", "run 2 differs from run 1"),
        ("order", fakes.Remembering, "mul", "after the same call"),
        ("threads", Threaded, "add", "7 threads give other bits than 1"),
        ("concurrent", Sharing, "add", "gets other bits while others make calls on others"),
        ("prepared", Preparing, "add", "other bits where the call is made by a prepared call"),
        ("prepared", Repeating, "mul", "that repeats its operands"),
        ("prepared", Placing, "add", "with a result that is an operand"),
        ("prepared", Listing, "mul", "on a list of operands"),
        ("environment", Naive, "sum", "other bits where the caller has"),
        ("environment", Unrestoring, "add", "came back as default"),
        ("history", Thousandth, "add", "call 1025 with the same shapes has other bits than the"),
        ("machine", Raising, "mul", "other bits where the process has the settings: errors raised"),
        ("machine", OfThisThread, "add", "has the settings: small stack"),
        ("machine", Variable, "sum", "has the settings: variables"),
    ],
)
def test_a_session_that_breaks_the_law_is_found(law, session, op, said):
    assert_found(session(), law, op, said)


class Seeding:
    """A C session whose prepared draws reuse the seed of their first call."""

    def __init__(self):
        self.inner = right_session()

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def prepare_seeded(self, call, otherwise):
        seeds = []

        def run(seed, *operands):
            seeds.append(seed)
            otherwise(seeds[0], *operands)

        return run


def test_a_prepared_draw_that_keeps_its_seed_is_found():
    assert_found(Seeding(), "prepared", "uniform", "takes its seed each time")


def test_a_finding_says_what_the_two_sides_are():
    (found, *_) = findings(Threaded(), "threads")
    assert (found.sides, found.output) == (("1 thread", "7 threads"), 0)


def test_what_a_thread_raises_is_raised():
    class Refusing(fakes.RightSession):
        def run(self, call, inputs, outputs):
            if threading.current_thread() is not threading.main_thread():
                raise RuntimeError("only the main thread may call")
            super().run(call, inputs, outputs)

    with pytest.raises(RuntimeError, match="only the main thread"):
        findings(Refusing(), "concurrent")


@pytest.mark.parametrize(
    "op",
    [op for op in all_ops().values() if op.shape_rule in all_scenes("LARGE") and op.graph is None],
)
def test_laws_about_threads_are_put_to_large_specimens(op):
    """One thread computes small specimens, so they would not test the law."""
    label = next(iter(op.labels()))
    for law in ("threads", "concurrent"):
        shapes = [
            (*s.shapes, *op.output_shapes(s.call, s.shapes))
            for s in LawCase(law, op.name, label).specimens()
        ]
        assert max(np.prod(shape) for some in shapes for shape in some) > 30_000
    sizes = [s.large for s in LawCase("strides", op.name, label).specimens()]
    assert not any(sizes)


def test_the_threads_are_put_back_to_the_usual_setting():
    session = Threaded()
    all_laws()["threads"].check(Bench(session, 3), specimens("add", "f32")[0])
    assert session.threads == 3


class Counting(fakes.RightSession):
    """A session that records the largest number of simultaneous calls, and which ops overlap."""

    def __init__(self):
        self.running, self.most, self.mixed = [], 0, set()
        self.wanted = 0

    def run(self, call, inputs, outputs):
        self.running.append(call.op)
        self.most = max(self.most, len(self.running))
        self.mixed |= {frozenset(self.running)}
        time.sleep(0.001)
        patience = time.monotonic() + 5
        while self.most < self.wanted and time.monotonic() < patience:
            time.sleep(0.001)  # a busy machine may start the other callers late
        super().run(call, inputs, outputs)
        self.running.remove(call.op)


class Crowd(Bench):
    """A bench whose session waits until all callers are running."""

    def run_together(self, call, jobs):
        self.session.wanted = len(jobs)
        try:
            return super().run_together(call, jobs)
        finally:
            self.session.wanted = 0


def test_up_to_sixteen_callers_and_other_ops_run_at_once(monkeypatch):
    monkeypatch.setattr(concurrent, "circle", lambda: fakes.OPS)
    for specimen in specimens("add", "f32"):
        session = Counting()
        assert concurrent.check(Crowd(session), specimen) is None
        assert session.most > (4 if specimen.large or specimen.flavour == "moderate" else 8)
        small = not specimen.large
        assert any("mul" in ops for ops in session.mixed) is (small and specimen.flavour != "tiny")


def test_partners_are_other_ops_of_the_class_and_of_all_and_others_for_another_seed():
    (specimen, *_) = LawCase("concurrent", "softmax", "f32").specimens(5)
    found = list(concurrent.partners(specimen, Drawn(specimen, "concurrent")))
    assert [q.call.op for q in found] == [
        q.call.op for q in concurrent.partners(specimen, Drawn(specimen, "concurrent"))
    ]
    assert len(found) == concurrent.PARTNERS
    assert "softmax" not in {q.call.op for q in found}
    assert {get_op(q.call.op).op_class for q in found[1::2]} == {"graph"}
    other = replace(specimen, seed=6)
    again = concurrent.partners(other, Drawn(other, "concurrent"))
    assert [q.call.op for q in again] != [q.call.op for q in found]


class WrongMulBesideAdd(Counting):
    """A session whose mul is wrong while a call of add runs."""

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right + np.float32(1) if call.op == "mul" and "add" in self.running else right


def test_a_partner_that_is_wrong_beside_the_call_is_found_and_one_that_is_always_wrong_is_not(
    monkeypatch,
):
    monkeypatch.setattr(concurrent, "circle", lambda: ("add", "mul"))
    (found, *_) = findings(WrongMulBesideAdd(), "concurrent", "add")
    assert found.text.startswith("mul[f32] on ")
    assert found.text.endswith(" gets other bits at the same time as the call")
    assert not findings(fakes.WrongMul(), "concurrent", "add")


def test_a_call_is_asked_after_refused_calls_of_other_ops(monkeypatch):
    monkeypatch.setattr(history, "circle", lambda: fakes.OPS)
    (found, *_) = findings(AfterRefusal(), "history", "mul")
    assert found.text.startswith("after a refused call of ")
    assert not findings(AfterRefusal(), "history", "add")
    assert not findings(fakes.RightSession(), "history", "mul")


@pytest.mark.parametrize("op", all_ops())
def test_a_call_for_the_history_is_small_and_one_for_each_label_at_standard(op):
    cases = [case for case in law_cases_of([op]) if case.law == "history"]
    assert {case.label for case in cases} == {c.label for c in law_cases_of([op])}
    for case in cases:
        (specimen,) = case.specimens(7)
        little = history.small(specimen)
        assert case.level == "standard"
        assert sum(map(np.prod, little.shapes)) <= 3000
        assert get_op(op).output_shapes(little.call, little.shapes)
