"""Test atomic writing: a file is written completely or not at all."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from samebits.common.files import require_writable, write_atomically


def test_content_is_replaced_whole_and_parents_are_made(tmp_path):
    path = tmp_path / "a" / "b.json"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [p.name for p in path.parent.iterdir()] == ["b.json"]


def test_folders_are_made_however_deep_and_a_file_is_for_all_to_read_and_none_to_run(tmp_path):
    path = tmp_path / "a" / "b" / "c.json"
    before = os.umask(0)
    try:
        write_atomically(path, b"one")
        assert stat.S_IMODE(path.stat().st_mode) == 0o666
        os.umask(0o027)
        write_atomically(path, b"two")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)


def test_a_failure_leaves_the_old_content_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "b.json"
    write_atomically(path, b"old")

    def full_disk(descriptor):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="no space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["b.json"]


def test_a_file_that_cannot_be_written_is_an_error_whatever_was_left_to_remove(
    tmp_path, monkeypatch
):
    def gone(self, target):
        self.unlink()
        raise OSError("the folder has vanished")

    monkeypatch.setattr(Path, "replace", gone)
    with pytest.raises(OSError, match="the folder has vanished"):
        write_atomically(tmp_path / "a", b"new")


def test_what_is_written_is_readable_as_the_users_mask_says_and_the_mask_stays(tmp_path):
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a", b"1")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_bytes_and_the_rename_are_on_the_disk_before_it_returns(tmp_path, monkeypatch):
    synced = []

    def note(descriptor):
        status = os.fstat(descriptor)
        held = [p.name for p in tmp_path.iterdir()]
        synced.append((stat.S_ISDIR(status.st_mode), status.st_size, "a" in held))

    monkeypatch.setattr(os, "fsync", note)
    open_before = len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0
    write_atomically(tmp_path / "a", b"12345")
    assert [(folder, there) for folder, _, there in synced] == [(False, False), (True, True)]
    assert synced[0][1] == 5
    if sys.platform == "linux":
        assert len(list(Path("/proc/self/fd").iterdir())) == open_before


def test_a_file_being_written_is_hidden_and_called_after_the_file(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.extend(p.name for p in tmp_path.iterdir()))
    write_atomically(tmp_path / "a.json", b"1")
    assert seen[0].startswith(".a.json.")
    assert seen[0].endswith(".tmp")


def test_a_folder_is_made_and_tried_and_nothing_stays_in_it(tmp_path):
    folder = tmp_path / "a" / "b"
    require_writable(folder)
    require_writable(folder)
    assert list(folder.iterdir()) == []
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError):
        require_writable(tmp_path / "file")


def test_an_error_names_the_file_that_was_asked_for_and_no_temporary_one(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(OSError) as caught:
        write_atomically(tmp_path / "a.json", b"1")
    assert (caught.value.filename, caught.value.errno) == (str(tmp_path / "a.json"), errno.ENOSPC)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError) as caught:
        write_atomically(tmp_path / "file" / "b", b"1")
    assert caught.value.filename == str(tmp_path / "file" / "b")


def test_a_folder_on_a_disk_that_is_full_already_is_an_error_that_names_it(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(OSError) as caught:
        require_writable(tmp_path)
    assert (caught.value.filename, caught.value.errno) == (str(tmp_path), errno.ENOSPC)
    assert list(tmp_path.iterdir()) == []


def _full(descriptor):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_folder_is_tried_with_as_many_bytes_as_a_disk_may_lack(tmp_path):
    code = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from samebits.common.files import require_writable\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 12, 1 << 12))\n"
        "require_writable(Path(sys.argv[1]))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert f"File too large: '{tmp_path}'" in ended.stderr
