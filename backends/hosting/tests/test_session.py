"""Tests that sessions in a host give the same bits as this process, and that faults stay local.

A fault fails only the call that caused it.
"""

import time

import numpy as np
import pytest

from samebits.backends.executor import execute, poisoned
from samebits.backends.hosting import session as session_module
from samebits.backends.hosting.demands import InEnvironment, LackingError, together
from samebits.backends.hosting.fenv import Environment
from samebits.backends.hosting.link import RefusedError
from samebits.backends.hosting.placing import ViolationError
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.remote import ATTEMPTS, command_of, hosted
from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.hosting.tests.hosts import FATE, NAME
from samebits.backends.protocol import (
    BackendError,
    ConfigurableSession,
    ObservedSession,
    Supported,
)
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call

A, B = np.arange(7, dtype=np.float32), np.full(7, 2.5, np.float32)


def add(misdeed=None):
    return Call("add", 1, ("f32", "f32"), ("f32",), {"misdeed": misdeed} if misdeed else {})


def ran(session, misdeed=None):
    wide = poisoned((24,), "f32")
    # Not at the beginning of a page in the host: the page before cannot be written.
    first = 1 + (-wide.ctypes.data // 4) % 16
    output = wide[first : first + 7]
    session.run(add(misdeed), [A, B], [output])
    return output


@pytest.fixture(scope="module")
def session():
    with hosted(NAME + "good") as backend, backend.open("cpu") as opened:
        yield opened


def test_a_hosted_backend_says_who_it_is():
    with hosted(NAME + "good") as backend:
        assert (backend.name, backend.version) == ("hosted", "7")
        here, gone = backend.devices()
        assert (here.name, here.available) == ("cpu", True)
        assert (gone.available, gone.reason) == (False, "it was sold")


def test_a_hosted_session_is_as_able_as_the_one_that_it_stands_for(session):
    assert isinstance(session, ConfigurableSession)
    assert isinstance(session, ObservedSession)
    session.configure(threads=3)
    ran(session)
    assert session.condition() == {"threads": "3", "odd": "\\ud800"}
    with hosted("numpy") as backend, backend.open("cpu") as other:
        assert not isinstance(other, ConfigurableSession)
        assert not isinstance(other, ObservedSession)


def test_a_host_is_not_told_that_pytest_asks(session, monkeypatch):
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "exp/f32/hard")
    with hosted(NAME + "good") as backend, backend.open("cpu") as opened:
        assert opened.environment() == {"pytest": ""}


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16", "f8e5m2", "f8e4m3fn", "i8", "bool"])
@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 0, 2), (2, 3, 4)])
def test_every_format_and_shape_travels_bit_by_bit(name, shape):
    call = get_op("pad").call((name,), widths=(0,) * (2 * len(shape)))
    bits = np.arange(int(np.prod(shape)), dtype=np.uint8) + np.uint8(0xF8)
    x = from_bits((bits.reshape(shape) % 2 if name == "bool" else bits.reshape(shape)), name)
    with hosted("c") as backend, backend.open("baseline") as opened:
        (got,) = execute(opened, call, [x])
    assert np.array_equal(bits_of(got), bits_of(x))


def test_strides_offsets_and_shared_memory_travel(session):
    base = np.arange(60, dtype=np.float32)
    memory = np.zeros(4 * 40 + 3, np.uint8)
    odd = memory[3:].view(np.float32)
    odd[:] = np.arange(40)
    pairs = [
        (base[::-2], base[::2]),
        (base.reshape(5, 12).T, base.reshape(12, 5)[:, ::-1]),
        (odd[:7], odd[:7]),
        (base[:30], base[10:40]),
        (np.broadcast_to(base[:4], (3, 4)), np.broadcast_to(base[:3, None], (3, 4))),
    ]
    for x, y in pairs:
        for output in (np.empty(x.shape, np.float32), np.empty(x.shape[::-1], np.float32).T):
            session.run(add(), [x, y], [output])
            assert np.array_equal(output, x + y)
    wide = np.full((6, 10), -1, np.float32)
    session.run(add(), [base[:9].reshape(3, 3)] * 2, [wide[::2, 9::-4]])
    assert np.array_equal(wide[::2, 9::-4], 2 * base[:9].reshape(3, 3))
    assert np.count_nonzero(wide == -1) == 51


@pytest.mark.parametrize(
    ("misdeed", "text"),
    [
        ("raise", "RuntimeError: no sum"),
        ("exit", "SystemExit: 0"),
        ("interrupt", "KeyboardInterrupt"),
        ("surrogate", r"RuntimeError: odd \\ud800 text"),
        ("before", "wrote outside result 0"),
        ("behind", "wrote outside result 0"),
        ("lose", "the device is lost"),
        (
            "round",
            r"the call changed the floating-point environment from default to FTZ\+rounding up: "
            "restore it before the call ends",
        ),
    ],
)
def test_an_error_is_one_line_and_the_next_call_is_answered(session, misdeed, text):
    """C2.5: a refused call has no effect on later calls."""
    with pytest.raises(BackendError, match=text) as caught:
        ran(session, misdeed)
    assert not isinstance(caught.value, HostError)
    assert np.array_equal(ran(session), A + B)


@pytest.mark.parametrize(
    ("misdeed", "text"),
    [
        ("leave", "ended by itself, with status 0 and no output"),
        ("abort", "Aborted in .*hosts.py"),
        ("kill", "SIGKILL"),
        ("operand", "Segmentation fault"),
        ("far", "Segmentation fault"),
    ],
)
def test_a_death_is_a_crash_and_the_next_call_has_a_new_host(session, misdeed, text):
    with pytest.raises(HostError, match=text) as caught:
        ran(session, misdeed)
    assert caught.value.outcome == "crash"
    assert np.array_equal(ran(session), A + B)


def test_a_write_between_the_elements_of_a_result_is_seen(session):
    wide = np.zeros(14, np.float32)
    with pytest.raises(BackendError, match="wrote between the elements of result 0"):
        session.run(add("gap"), [A, B], [wide[::2]])


def test_a_result_that_changes_after_the_answer_is_an_error_of_the_next_call(session):
    assert np.array_equal(ran(session, "late"), A + B)
    time.sleep(0.4)
    with pytest.raises(ViolationError, match="changed result 0 of the previous call after"):
        ran(session)
    assert np.array_equal(ran(session), A + B)


def test_memory_that_the_host_makes_longer_is_an_error_and_the_next_call_has_another(session):
    with pytest.raises(HostError, match="enlarged memory that it shares") as caught:
        ran(session, "longer")
    assert caught.value.outcome == "error"
    assert np.array_equal(ran(session), A + B)


def test_questions_about_the_session_have_a_deadline_of_their_own(session, monkeypatch):
    """`supports` once had no deadline, so a backend that hung in it blocked the judge forever."""
    monkeypatch.setattr(session_module, "START_SECONDS", 0.5)
    with pytest.raises(HostError, match=r"no answer within 0.5 s") as caught:
        session.supports(get_op("div").call(("f32", "f32")))
    assert caught.value.outcome == "timeout"


def test_a_new_host_with_other_abilities_is_an_error(monkeypatch):
    monkeypatch.setenv(FATE, "able")
    with RemoteSession(command_of(NAME + "forgetful"), "cpu") as session:
        monkeypatch.setenv(FATE, "forgetful")
        with pytest.raises(HostError, match="SIGKILL"):
            ran(session, "kill")
        with pytest.raises(HostError, match="has other abilities or sources"):
            ran(session)


@pytest.mark.parametrize("misdeed", ["signal", "print"])
def test_what_a_backend_does_beside_its_work_spoils_nothing(session, misdeed):
    assert np.array_equal(ran(session, misdeed), A + B)
    time.sleep(0.4)
    assert np.array_equal(ran(session), A + B)


def test_a_hang_is_a_timeout_that_says_where(session):
    started = time.monotonic()
    late = pytest.raises(HostError, match=r"no answer within 1 s in .*hosts.py")
    with late as caught, session.within(1.0):
        ran(session, "hang")
    assert caught.value.outcome == "timeout"
    assert time.monotonic() - started < 10
    assert np.array_equal(ran(session), A + B)


def test_hosts_that_were_killed_are_counted(session):
    before = session.kills
    for misdeed, more in (("kill", 1), ("abort", 0), ("leave", 0)):
        with pytest.raises(HostError) as caught:
            ran(session, misdeed)
        assert caught.value.killed == bool(more)
        before += more
        assert session.kills == before


@pytest.fixture
def fate(tmp_path, monkeypatch):
    """Return a function that writes, in order, the methods in which hosts of `fated` die."""
    file = tmp_path / "fate"
    file.touch()
    monkeypatch.setenv(FATE, str(file))
    return lambda *places: file.write_text("".join(f"{place}\n" for place in places))


@pytest.mark.parametrize("place", ["devices", "open"])
def test_a_host_that_is_killed_as_it_comes_up_is_started_again(fate, place):
    fate(*[place] * (ATTEMPTS - 1))
    with hosted(NAME + "fated") as backend, backend.open("cpu") as opened:
        assert np.array_equal(ran(opened), A + B)


@pytest.mark.parametrize("place", ["devices", "open"])
def test_a_host_that_is_killed_each_time_ends_in_one_line(fate, place):
    fate(*[place] * ATTEMPTS)
    with pytest.raises(BackendError, match="SIGKILL"), hosted(NAME + "fated") as backend:
        backend.open("cpu")


def test_a_host_that_is_killed_as_it_comes_up_again_is_counted(fate):
    with hosted(NAME + "fated") as backend, backend.open("cpu") as opened:
        fate("devices", "open")
        for kills, misdeed in enumerate(("kill", None, None), start=1):
            with pytest.raises(HostError) as caught:
                ran(opened, misdeed)
            assert (caught.value.killed, opened.kills) == (True, kills)
        assert np.array_equal(ran(opened), A + B)


def test_another_session_has_a_host_of_its_own_and_the_same_threads(session):
    session.configure(threads=7)
    ran(session)
    with session.another() as fresh:
        assert ran(fresh)[0] == 2.5
        assert fresh.condition()["threads"] == "7"
        with pytest.raises(HostError):
            ran(fresh, "leave")
    assert ran(session)[0] == 2.5


def test_the_number_of_threads_survives_a_host(session):
    session.configure(threads=5)
    with pytest.raises(HostError):
        ran(session, "leave")
    ran(session)
    assert session.condition()["threads"] == "5"


def test_supports_is_asked_for_many_calls_at_once(session):
    calls = [add(), Call("mul", 1, ("f32", "f32"), ("f32",)), Call("sub", 1, ("f32",), ("f32",))]
    session.ask_support(calls)
    assert session.supports(calls[0]) == Supported()
    with pytest.raises(BackendError, match="raised KeyboardInterrupt: at once"):
        session.supports(calls[1])
    with pytest.raises(BackendError, match="returned bool, not Supported or Unsupported"):
        session.supports(calls[2])


def test_several_calls_run_at_once(session):
    jobs = [[Run(add(), [A + i, B], [poisoned((7,), "f32")]) for _ in range(3)] for i in range(4)]
    together(session, jobs)
    for i, job in enumerate(jobs):
        assert all(np.array_equal(run.outputs[0], A + i + B) for run in job)


def test_a_call_runs_in_another_floating_point_environment():
    up = Environment(rounding="up")
    x, y = np.full(1, 1, np.float32), np.full(1, 2.0**-30, np.float32)
    plain = get_op("add").call(("f32", "f32"))
    with hosted("numpy") as backend, backend.open("cpu") as opened:
        inner = InEnvironment(opened, up)
        output = poisoned((1,), "f32")
        inner.run(plain, [x, y], [output])
        assert (output[0], inner.after) == (np.nextafter(x, y + 2)[0], up)


def test_an_ability_that_a_host_lacks_is_named(session, monkeypatch):
    monkeypatch.setattr(session, "abilities", frozenset())
    with pytest.raises(LackingError, match="one call at a time"):
        together(session, [])
    with pytest.raises(LackingError, match="sets no floating-point environment"):
        InEnvironment(session, Environment())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("open_raises", "ZeroDivisionError"),
        ("open_exits", "SystemExit: 0"),
        ("open_leaves", "hosted:cpu could not be opened: the process ended by itself"),
        ("devices_exit", "SystemExit: 0"),
        ("devices_leave", "did not start: the process ended by itself, with status 0"),
        ("nothing", "AttributeError"),
    ],
)
def test_a_backend_that_does_not_come_up_is_one_line(name, text):
    with pytest.raises(BackendError, match=text) as caught, hosted(NAME + name) as backend:
        backend.open("cpu")
    assert "\n" not in str(caught.value)


def test_a_program_that_is_not_there_is_one_line():
    missing = pytest.raises(
        BackendError, match="the program './no_such' cannot be run: No such file"
    )
    with missing, hosted("exec:./no_such --option"):
        pass
    with pytest.raises(BackendError, match="names no program"), hosted("exec:"):
        pass


LERP = get_op("lerp").call(("f32", "f32"), weight=0.25)


@pytest.fixture(scope="module")
def numpy_session():
    with hosted("numpy") as backend, backend.open("cpu") as opened:
        yield opened


def test_a_host_runs_a_graph_by_its_nodes_in_one_message(numpy_session, monkeypatch):
    assert not numpy_session.supports(LERP)
    asked = []
    ask = RemoteSession._ask
    monkeypatch.setattr(
        RemoteSession, "_ask", lambda self, request: asked.append(request) or ask(self, request)
    )
    (found,) = execute(numpy_session, LERP, [A, B])
    assert [request["do"] for request in asked] == ["run"]
    monkeypatch.delattr(numpy_session, "run_graph")  # like a host that cannot run graphs
    (by_nodes,) = execute(numpy_session, LERP, [A, B])
    assert len(asked) > 2
    assert np.array_equal(bits_of(found), bits_of(by_nodes))


def test_a_graph_whose_node_the_backend_refuses_is_refused_in_one_line(numpy_session):
    norm = get_op("rms_norm").call(("f32",))
    with pytest.raises(RefusedError, match="rsqrt"):
        numpy_session.run_graph(norm, [A], [poisoned(A.shape, "f32")])
    (again,) = execute(numpy_session, LERP, [A, B])
    assert again.shape == A.shape


def test_a_run_asks_for_no_nodes_of_a_graph_where_nobody_wants_them():
    assert Run(add(), [A, B], []).graph is False
    assert Run(add(), [A, B], []).threads is None
