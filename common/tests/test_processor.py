"""Test the processor's name and flags with files from x86 and Arm, and without such a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.common import processor


@pytest.mark.parametrize(
    ("text", "model", "flags"),
    [
        ("model name\t: One 1\nflags\t\t: fma avx2\nmodel name\t: Two\n", "One 1", {"fma", "avx2"}),
        ("Features\t: fp asimd\nModel\t\t: Board 5\n", "Board 5", {"fp", "asimd"}),
        (None, "plain", set()),
    ],
)
def test_what_the_system_tells_is_read(
    text: str | None, model: str, flags: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cpuinfo"
    if text is not None:
        file.write_text(text)
    monkeypatch.setattr(processor, "_FACTS", file)
    monkeypatch.setattr(processor.platform, "processor", lambda: "")
    monkeypatch.setattr(processor.platform, "machine", lambda: "plain")
    assert processor.model.__wrapped__() == model
    assert processor.flags.__wrapped__() == flags
