"""Tests of memory that is shared with a host: which side can write it, shorten it or find it."""

import fcntl
import os
import tempfile

import pytest

from samebits.backends.hosting import memory
from samebits.backends.hosting.memory import SharedMemory
from samebits.backends.hosting.tests.processes import open_files
from samebits.backends.protocol import BackendError


def writes(descriptor):
    return fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY


@pytest.mark.parametrize("read_only", [True, False])
def test_a_host_may_write_results_and_no_operands(read_only):
    before = open_files()
    made = SharedMemory(read_only=read_only)
    assert writes(made.descriptor) is not read_only
    made._map[:3] = b"abc"
    assert os.pread(made.descriptor, 3, 0) == b"abc"
    made.close()
    assert open_files() == before


def test_nobody_can_make_results_shorter():
    made = SharedMemory(read_only=False)
    with pytest.raises(PermissionError):
        os.ftruncate(made.descriptor, 1)
    with pytest.raises(PermissionError):
        fcntl.fcntl(made.descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE)
    made.close()


@pytest.mark.parametrize("read_only", [True, False])
def test_a_system_without_sealed_files_uses_one_that_has_no_name(monkeypatch, tmp_path, read_only):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with monkeypatch.context() as other:
        other.setattr(memory.sys, "platform", "darwin")
        own, given = memory._open_pair(read_only)
    assert list(tmp_path.iterdir()) == []
    os.write(own, b"abc")
    assert os.pread(given, 3, 0) == b"abc"
    assert writes(given) is not read_only
    for descriptor in {own, given}:
        os.close(descriptor)


def test_memory_that_the_system_does_not_give_is_one_line(monkeypatch):
    def refused(read_only):
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(memory, "_open_pair", refused)
    with pytest.raises(BackendError, match="^no memory can be shared with a host: Too many open"):
        SharedMemory(read_only=True)


def test_memory_that_a_host_made_longer_is_noticed():
    made = SharedMemory(read_only=False)
    assert made.is_grown is False
    made.reserve(3 << 20)
    assert made.is_grown is False
    os.ftruncate(made.descriptor, made.size + 1)
    assert made.is_grown is True
    made.close()
