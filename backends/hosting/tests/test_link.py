"""Tests of the link to a host: the memories that it gets, and the clean-up after its end."""

import pytest

from samebits.backends.hosting import link as linking
from samebits.backends.hosting.link import Link
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.remote import command_of
from samebits.backends.hosting.tests.direct import HELLO, linked
from samebits.backends.hosting.tests.hosts import NAME
from samebits.backends.hosting.tests.processes import gone, open_files
from samebits.backends.hosting.tests.test_memory import writes
from samebits.backends.protocol import BackendError


def test_a_host_gets_operands_that_it_cannot_write_and_nothing_stays_open():
    before = open_files()
    link = Link(command_of(NAME + "good"))
    assert not writes(link.operands.descriptor)
    assert writes(link.results.descriptor)
    assert (link.said["name"], link.said["version"]) == ("hosted", "7")
    process = link.process._process.pid
    link.close()
    assert gone(process)
    assert open_files() == before


def test_a_program_that_cannot_be_started_leaves_nothing_open():
    before = open_files()
    with pytest.raises(BackendError, match="no_such' cannot be run: No such file") as caught:
        Link(["./no_such"])
    assert open_files() == before, caught


def test_a_host_that_is_killed_as_it_comes_up_may_be_started_again():
    with pytest.raises(HostError, match="^the host did not start: gone$") as caught:
        linked(HostError("crash", "gone", killed=True))._hello()
    assert (caught.value.outcome, caught.value.killed) == ("crash", True)
    with pytest.raises(BackendError, match="^the host did not start: gone$") as told:
        linked(HostError("crash", "gone"))._hello()
    assert not isinstance(told.value, HostError)


def test_a_host_may_have_as_many_devices_as_the_limit(monkeypatch):
    many = HELLO | {"devices": [0] * linking._MOST_DEVICES}
    assert len(linked({"ok": many})._hello()["devices"]) == linking._MOST_DEVICES


def test_who_a_host_says_it_is_is_one_line_each():
    odd = HELLO | {"name": "a\nb", "version": "\ud800"}
    said = linked({"ok": odd})._hello()
    assert (said["name"], said["version"]) == ("a b", "\\ud800")
