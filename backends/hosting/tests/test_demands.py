"""Tests of requests to a session in this process, and to a session without some features."""

import numpy as np
import pytest

from samebits.backends.hosting import demands, fenv
from samebits.backends.hosting.demands import InEnvironment, LackingError, together
from samebits.backends.hosting.fenv import Environment
from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.protocol import Supported
from samebits.spec.language.call import Call

ADD = Call("add", 1, ("f32", "f32"), ("f32",))


class Here:
    """A session in this process that adds two operands."""

    def supports(self, call):
        return Supported()

    def run(self, call, inputs, outputs):
        outputs[0][...] = inputs[0] + inputs[1]


def remote(*abilities):
    made = object.__new__(RemoteSession)
    made.abilities = frozenset(abilities)
    return made


def test_jobs_run_in_a_session_of_this_process_too():
    ones = np.ones(3, np.float32)
    outputs = [np.zeros(3, np.float32) for _ in range(4)]
    together(Here(), [[Run(ADD, [ones * i, ones], [out])] for i, out in enumerate(outputs)])
    assert [out.tolist() for out in outputs] == [[i + 1] * 3 for i in range(4)]


def test_what_a_host_does_not_name_among_its_abilities_it_lacks():
    demands.need_together(remote("together"))
    demands.need_environment(remote("environment"))
    demands.need_times(remote("times"))
    with pytest.raises(LackingError, match="^the session cannot repeat a call within one request$"):
        demands.need_times(remote("together"))
    demands.need_settings(remote("small_stack"))
    assert demands.settings_of(remote("variables", "one_processor", "threads")) == [
        "one_processor",
        "variables",
    ]
    with pytest.raises(LackingError, match="^the session runs calls in no other settings of its"):
        demands.need_settings(remote("together"))
    with pytest.raises(LackingError, match="^the session runs one call at a time$"):
        demands.need_together(remote("environment"))
    with pytest.raises(LackingError, match="^the session sets no floating-point environment$"):
        demands.need_environment(remote("together"))


def test_a_machine_whose_environment_cannot_be_set_says_why(monkeypatch):
    monkeypatch.setattr(fenv, "unavailable", lambda: "no fenv_t on this one")
    with pytest.raises(LackingError, match="^no fenv_t on this one$"):
        InEnvironment(Here(), Environment())


@pytest.mark.skipif(fenv.unavailable() is not None, reason=f"{fenv.unavailable()}")
def test_a_call_of_this_process_runs_in_the_environment_and_what_it_leaves_is_kept(monkeypatch):
    up = Environment(rounding="up")
    inner = InEnvironment(Here(), up)
    assert inner.supports(ADD) == Supported()
    one, little, out = np.ones(1, np.float32), np.full(1, 2.0**-30, np.float32), np.zeros(1, "f4")
    inner.run(ADD, [one, little], [out])
    assert (out[0] > 1, inner.after) == (True, up)
    with monkeypatch.context() as other:
        other.setattr(fenv, "current", lambda: Environment(flush=True))
        inner.run(ADD, [one, little], [out])
    inner.run(ADD, [one, little], [out])
    assert inner.after == Environment(flush=True), "one call that spoils it is enough"
