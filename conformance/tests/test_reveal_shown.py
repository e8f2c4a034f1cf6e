"""Tests of the output of `samebits reveal`, during its work and at its end.

No backend is run.
"""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from samebits.commands import reveal as module
from samebits.conformance.reveal.families import build
from samebits.conformance.reveal.replay import Model
from samebits.conformance.reveal.revealer import Revealed


@pytest.mark.parametrize(("pulse", "lines"), [(0.0, 2), (1000.0, 0)])
def test_where_no_bar_can_be_drawn_a_line_tells_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pulse: float, lines: int
) -> None:
    def slow(subject: object, asked: object, seed: int, tell: Any) -> list[Any]:
        tell(3, 9)
        tell(6, 9)
        return []

    monkeypatch.setattr(module, "_PULSE", pulse)
    monkeypatch.setattr(module, "reveal_outputs", slow)
    nothing: Any = None
    assert module._with_progress(nothing, nothing, 0) == []
    said = capsys.readouterr().err.splitlines()
    assert said == ["3 of 9 terms have their place", "6 of 9 terms have their place"][:lines]


def test_on_a_terminal_a_bar_tells_how_many_terms_are_placed_and_no_line_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def told(subject: object, asked: object, seed: int, tell: Any) -> list[Any]:
        tell(3, 4)
        return []

    out = io.StringIO()
    terminal = Console(file=out, width=100, force_terminal=True)
    monkeypatch.setattr(module, "make_console", lambda *, stderr: terminal)
    monkeypatch.setattr(module, "_PULSE", 0.0)
    monkeypatch.setattr(module, "reveal_outputs", told)
    nothing: Any = None
    assert module._with_progress(nothing, nothing, 0) == []
    assert "75%" in out.getvalue()
    assert "have their place" not in out.getvalue()


@pytest.mark.parametrize(("name", "last"), [("sequential", "not canonical"), ("balanced", "equal")])
def test_a_tree_is_shown_under_its_title_and_the_canonical_one_beside_it(
    monkeypatch: pytest.MonkeyPatch, name: str, last: str
) -> None:
    monkeypatch.setattr(module, "is_canonical", lambda asked, found: name == "balanced")
    out = io.StringIO()
    asked: Any = SimpleNamespace(canonical=build("balanced", 6), outputs=1)
    found = Revealed(Model(build(name, 6), "f32"), name, "adds them so", True, 40, 48)
    module._show(Console(file=out, width=100), asked, None, found)
    rows = out.getvalue().splitlines()
    assert rows[0] == f"{name}: adds them so"
    assert rows[2].startswith("tree, 6 terms, depth ")
    assert any(row.startswith("canonical tree, 6 terms") for row in rows) is (name != "balanced")
    assert rows[-1].startswith(last)


def shown(found: Revealed, places: Any = None, canonical: Any = None) -> list[str]:
    """Return the printed lines for a result that is common to the outputs `places`."""
    out = io.StringIO()
    call = SimpleNamespace(op="sum")
    asked: Any = SimpleNamespace(canonical=canonical, outputs=4, call=call, products=False)
    module._show(Console(file=out, width=100), asked, places, found)
    return out.getvalue().splitlines()


def confirmed(name: str, confirmed: bool = True) -> Revealed:
    return Revealed(Model(build(name, 6), "f32"), name, "adds them so", confirmed, 40, 48)


@pytest.mark.parametrize(
    ("places", "head"),
    [((2,), "output 2"), ((0, 1), "outputs 0-1 (2 of 4)"), ((0, 1, 3), "outputs 0-1, 3 (3 of 4)")],
)
def test_outputs_that_add_alike_are_named_and_several_of_them_counted(
    monkeypatch: pytest.MonkeyPatch, places: tuple[int, ...], head: str
) -> None:
    monkeypatch.setattr(module, "is_canonical", lambda asked, found: True)
    assert shown(confirmed("balanced"), places, build("balanced", 6))[0] == head


@pytest.mark.parametrize(
    "found",
    [
        confirmed("sequential", confirmed=False),
        Revealed(None, "unnamed", "adds them so", True, 40, 48),
    ],
)
def test_no_tree_is_shown_that_was_not_confirmed(found: Revealed) -> None:
    assert shown(found, None, build("balanced", 6)) == [
        "adds them so", "no tree is shown, for none was confirmed",
    ]  # fmt: skip


def test_a_tree_that_is_the_canonical_one_but_is_accumulated_otherwise_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "is_canonical", lambda asked, found: False)
    *_, last = shown(confirmed("balanced"), None, build("balanced", 6))
    assert last == (
        "not canonical: the terms are grouped alike, but enter or are accumulated otherwise"
    )
    *_, other = shown(confirmed("sequential"), None, build("balanced", 6))
    assert other.startswith("not canonical: ")
    assert "grouped alike" not in other


def test_T10_no_canonical_tree_is_shown_of_an_exact_sum() -> None:
    *rows, last = shown(confirmed("sequential"))
    assert last == "not canonical: sum is an exact sum rounded once (T10)"
    assert not any(row.startswith("canonical tree") for row in rows)
