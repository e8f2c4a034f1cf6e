"""Atomic writing: whole or not at all."""

import os

import pytest

from samebits.spec.files import write_atomically


def test_content_is_replaced_whole_and_parents_are_made(tmp_path):
    path = tmp_path / "a" / "b.json"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [p.name for p in path.parent.iterdir()] == ["b.json"]


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
