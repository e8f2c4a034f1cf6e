"""What `samebits reveal` prints while it works and at the end, without a backend."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from samebits.conformance.commands import reveal as module
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
