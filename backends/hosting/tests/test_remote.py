"""Tests of a backend in a host, from the name that a user gives to the sessions it opens."""

from hashlib import sha256

import pytest

from samebits.backends.hosting import remote
from samebits.backends.hosting.messages import HOST_PROTOCOL, MessageError
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.remote import HostedBackend, again_where_killed, hosted
from samebits.backends.protocol import BackendError, Device


class Said:
    """A link to a host that listed these devices."""

    made = ()

    def __init__(self, devices):
        self.said = {"name": "n", "version": "3", "devices": devices}
        self.closed = 0
        Said.made = (*Said.made, self)

    def close(self):
        self.closed += 1


@pytest.fixture
def said(monkeypatch):
    """Return a function that sets the devices that the next backend's host lists."""
    Said.made = ()
    return lambda devices: monkeypatch.setattr(remote, "Link", lambda command: Said(devices))


def dies(killed):
    tried = []

    def start():
        tried.append(1)
        raise HostError("crash", f"try {len(tried)}", killed=killed)

    return tried, start


def test_what_is_killed_is_tried_three_times_and_nothing_else_twice():
    tried, start = dies(killed=True)
    with pytest.raises(HostError, match="^try 3$"):
        again_where_killed(start)
    tried, start = dies(killed=False)
    with pytest.raises(HostError, match="^try 1$"):
        again_where_killed(start)
    assert tried == [1]
    assert again_where_killed(lambda: 5) == 5


def test_a_backend_is_what_its_host_says_of_itself(said):
    said([{"name": "cpu", "description": "d"}])
    with hosted("exec:x") as backend:
        assert (backend.name, backend.version, backend.protocol) == ("n", "3", HOST_PROTOCOL)
        assert backend.devices() == [Device("cpu", "d")]
        (link,) = Said.made
        assert not link.closed
    assert link.closed == 1
    backend.close()
    assert link.closed == 1


def test_a_host_whose_devices_are_odd_is_ended(said):
    said([{"name": 1}])
    with pytest.raises(MessageError):
        HostedBackend("exec:x")
    assert [link.closed for link in Said.made] == [1]


def test_two_devices_of_one_name_are_refused(said):
    """Before this check, one of them was judged and the other was silently left out."""
    said([{"name": "cpu", "description": "a"}, {"name": "cpu", "description": "b"}])
    with pytest.raises(BackendError, match="exec:x: two of its devices are called 'cpu'"):
        HostedBackend("exec:x")
    assert [link.closed for link in Said.made] == [1]


def test_an_unknown_name_starts_no_host(said):
    said([])
    with pytest.raises(BackendError, match="unknown backend 'cc'"), hosted("cc"):
        pass
    assert Said.made == ()


def test_a_device_that_does_not_open_is_named_and_the_first_host_is_taken_once(said, monkeypatch):
    said([{"name": "cpu", "description": "d"}])
    links = []

    def session(command, device, link):
        links.append(link)
        raise HostError("crash", "gone", killed=True)

    monkeypatch.setattr(remote, "RemoteSession", session)
    backend = HostedBackend("exec:x")
    with pytest.raises(BackendError, match="^n:gpu could not be opened: gone$") as caught:
        backend.open("gpu")
    assert not isinstance(caught.value, HostError)
    assert links == [*Said.made, None, None]


def test_the_digest_of_a_program_is_that_of_a_list_of_its_files(tmp_path):
    program, script = tmp_path / "program", tmp_path / "script"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    script.write_text("one")
    lines = "".join(f"{sha256(p.read_bytes()).hexdigest()}  {p.name}\n" for p in (program, script))
    found = remote.program_digest(f"exec:{program} {script}")
    assert found == sha256(lines.encode()).hexdigest()
