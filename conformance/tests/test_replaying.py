"""Tests that two new hosts with equal calls distinguish a race from an effect of history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.backends.protocol import BackendError
from samebits.conformance.calls.replaying import HISTORY, RACE, UNSTEADY, Renewable, told_apart
from samebits.conformance.tests.made import Array, Made, judged, normal, right
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call


def renewable(*answers: int) -> Any:
    """Return a session whose new hosts return these numbers, one number for each host."""
    left = iter(answers)
    return SimpleNamespace(another=lambda: nullcontext(next(left)))


@pytest.mark.parametrize(
    ("answers", "seen", "name", "text"),
    [
        ((1, 1), True, HISTORY, "repeats with its history"),
        ((1, 2), True, RACE, "give different bits"),
        ((1, 2), False, RACE, "give different bits"),
        ((1, 1), False, UNSTEADY, "did not show it again"),
    ],
)
def test_equal_histories_decide(answers: Any, seen: bool, name: str, text: str) -> None:
    session = renewable(*answers)
    assert isinstance(session, Renewable)
    found = told_apart(session, lambda fresh: ([np.array([fresh])], seen))
    assert found[0] == name
    assert text in found[1]


def test_without_a_new_host_nothing_is_told_apart() -> None:
    name, text = told_apart(Made(right), lambda fresh: ([], True))  # type: ignore[arg-type]
    assert (name, text.startswith("comes and goes; not replayed")) == (UNSTEADY, True)

    @contextmanager
    def broken() -> Iterator[None]:
        raise BackendError("no room")
        yield

    name, text = told_apart(SimpleNamespace(another=broken), lambda fresh: ([], True))  # type: ignore[arg-type]
    assert name == UNSTEADY
    assert text.endswith("a new host failed: no room")


class Hosted(Made):
    """A session with its own memory, which is empty in each new host."""

    def __init__(self, make: Any) -> None:
        super().__init__(make())
        self._make = make

    def another(self) -> Hosted:
        return Hosted(self._make)


def diagnosed(make: Any) -> Any:
    """Return the diagnosis of a product of matrices by a session with memory."""
    call, x = get_op("matmul").call(["f32", "f32"]), [normal((4, 5)), normal((5, 3), seed=1)]
    session = Hosted(make)
    first = [normal((4, 5), seed=2), normal((5, 3), seed=3)]
    session.compute(call, first)
    return judged(call, x, right, session=session)


def plainly(call: Call, x: Sequence[Array]) -> Array:
    return np.asarray(right(call, x))


def test_stale_packed_weights_are_history() -> None:
    """Weights are packed once and then used for eight calls, whatever the operands are."""

    def make() -> Any:
        kept: dict[str, Any] = {"calls": 0}

        def compute(call: Call, x: Sequence[Array]) -> Array:
            if kept["calls"] % 8 == 0:
                kept["b"] = x[1].copy()
            kept["calls"] += 1
            return plainly(call, [x[0], kept["b"]])

        return compute

    assert diagnosed(make).name == HISTORY


def test_a_plan_of_the_first_call_that_stays_is_history() -> None:
    """All answers of this host have the same error; a new host makes its plan from this call."""

    def make() -> Any:
        kept: dict[str, float] = {}

        def compute(call: Call, x: Sequence[Array]) -> Array:
            scale = kept.setdefault("scale", float(x[0][0, 0]))
            return plainly(call, x) * np.float32(1 if scale == x[0][0, 0] else 1.3)

        return compute

    found = diagnosed(make)
    assert found.name == HISTORY
    assert "two new hosts, asked this call alone" in found.text


def test_a_better_kernel_after_some_calls_is_history() -> None:
    def make() -> Any:
        count = iter(range(1000))

        def compute(call: Call, x: Sequence[Array]) -> Array:
            made = plainly(call, x)
            return np.nextafter(made, np.float32(9)) if next(count) > 4 else made

        return compute

    call, x = get_op("mul").call(["f32", "f32"]), [normal((4,)), normal((4,), seed=1)]
    session = Hosted(make)
    for _ in range(2):
        session.compute(call, x)
    wrong = [np.nextafter(right(call, x), np.float32(9))]
    found = judged(call, x, right, session=session, got=wrong)
    assert found.name == HISTORY
    assert found.text.startswith("repeats with its history")


def test_what_differs_on_equal_history_is_a_race() -> None:
    draw = np.random.default_rng(5)

    def make() -> Any:
        return lambda call, x: plainly(call, x) * np.float32(1 + draw.random())

    found = diagnosed(make)
    assert found.name == RACE
    assert found.text.startswith("comes and goes: a race, or a read of memory that nothing wrote")


def test_a_host_of_its_own_has_seen_nothing() -> None:
    from samebits.conformance.calls.subject import open_subject

    spelled = "py:samebits.conformance.trials.saboteurs.run_to_run:backend"
    call, x = get_op("mean").call(["f32"], axes=(0,)), [normal((9,))]
    with open_subject(spelled, None) as subject:

        def ask(session: Any) -> int:
            out = np.zeros((), np.float32)
            session.run(call, x, [out])
            return int(bits_of(out)[()])

        first, second = ask(subject.session), ask(subject.session)
        assert first != second
        with subject.session.another() as fresh:  # type: ignore[attr-defined]
            assert ask(fresh) == first
        assert ask(subject.session) == first


def test_calls_of_an_op_start_one_new_host_that_repeats_their_wrong_bits() -> None:
    started = []

    class Counted(Hosted):
        def another(self) -> Hosted:
            started.append(1)
            return super().another()

    def inexact(call: Call, x: Sequence[Array]) -> Array:
        return plainly(call, x) * np.float32(1.0625)

    session = Counted(lambda: inexact)
    call = get_op("exp").call(["f32"])
    found = [judged(call, [normal((5,), seed=n)], right, session=session) for n in range(3)]
    assert {each.name for each in found} == {"unexplained"}
    assert len(started) == 1
