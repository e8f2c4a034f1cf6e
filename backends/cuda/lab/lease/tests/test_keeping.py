"""Tests that a failure to pack ends neither the watching thread nor the lease."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.backends.cuda.lab.lease import keeping
from samebits.backends.cuda.lab.lease.keeping import Keeper
from samebits.backends.cuda.lab.lease.settings import Settings


def test_a_folder_that_cannot_be_listed_or_written_is_said_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(tmp_path, device="emulated")
    (settings.folder).mkdir(parents=True)
    (settings.folder / "rows.jsonl").write_text("{}")
    said: list[str] = []
    keeper = Keeper(settings, tmp_path / "archives", said.append)

    def gone(_: Settings) -> list[str]:
        raise FileNotFoundError(2, "No such file or directory")

    def full(_: object, __: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(keeping, "evidence", gone)
        keeper.keep()
    with monkeypatch.context() as patch:
        patch.setattr(keeping.lease_state.State, "write", full)
        keeper.keep()
    assert [line.partition(f": {tmp_path}")[0] for line in said] == [
        "evidence could not be packed: No such file or directory",
        "evidence could not be packed: No space left on device",
    ]
    assert keeper.archives() == []
    keeper.keep()
    assert len(keeper.archives()) == 1
