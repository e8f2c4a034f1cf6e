"""Finding backends: every way in which that can go wrong is one clear line."""

import sys

import pytest

from samebits.backends import discovery
from samebits.backends.protocol import BackendError

MODULE = """
class Session:
    pass

class Good:
    name, version, protocol = "good", "1", 1
    def devices(self):
        return []
    def open(self, device):
        return Session()

class Old(Good):
    protocol = 0

class Broken:
    def __init__(self):
        raise RuntimeError("no driver")

good = Good()
nothing = object()
"""


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    (tmp_path / "some_plugin.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield "py:some_plugin"
    sys.modules.pop("some_plugin", None)


def test_bundled_backends_are_registered_like_anybodys():
    assert {"c", "numpy", "torch"} <= set(discovery.known())


@pytest.mark.parametrize("name", ["good", "Good"])
def test_an_object_or_a_class_is_found_by_name(plugin, name):
    assert discovery.load(f"{plugin}:{name}").name == "good"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Old", "speaks protocol 0"),
        ("Broken", "RuntimeError: no driver"),
        ("nothing", "is no backend: it lacks name, version, protocol, devices, open"),
        ("missing", "AttributeError"),
    ],
)
def test_a_broken_plugin_is_one_clear_line(plugin, name, message):
    with pytest.raises(BackendError, match=message):
        discovery.load(f"{plugin}:{name}")


def test_unknown_names_list_those_known_and_near_ones():
    with pytest.raises(BackendError, match="did you mean numpy.*known: c, cuda, numpy, torch"):
        discovery.load("nunpy")
    with pytest.raises(BackendError, match="py:module:object"):
        discovery.load("py:only_module")
    with pytest.raises(BackendError, match="ModuleNotFoundError"):
        discovery.load("py:no_such_module_here:backend")
