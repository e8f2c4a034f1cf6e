"""Test how backends are found, and that every failure is reported in one clear line."""

import sys
from pathlib import Path

import pytest

from samebits.backends import discovery
from samebits.backends.protocol import BackendError
from samebits.common.sources import digest_of, python_files

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

class Promising(Good):
    promises_bits = True

class Yes(Good):
    promises_bits = "yes"

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
        ("Old", "has protocol version 0"),
        ("Broken", "RuntimeError: no driver"),
        ("nothing", "is not a backend: it lacks name, version, protocol, devices, open"),
        ("missing", "AttributeError"),
    ],
)
def test_a_broken_plugin_is_one_clear_line(plugin, name, message):
    with pytest.raises(BackendError, match=message):
        discovery.load(f"{plugin}:{name}")


def test_unknown_names_list_those_known_and_near_ones():
    known = "c, cuda, front, numpy, torch"
    with pytest.raises(BackendError, match=f"did you mean numpy.*known: {known}"):
        discovery.load("nunpy")
    with pytest.raises(BackendError, match="py:module:object"):
        discovery.load("py:only_module")
    with pytest.raises(BackendError, match="ModuleNotFoundError"):
        discovery.load("py:no_such_module_here:backend")


def test_a_front_end_takes_backends_that_promise_the_bits(plugin):
    assert discovery.load_promising("c").name == "c"
    assert discovery.load_promising("cuda").name == "cuda"
    assert discovery.load_promising(f"{plugin}:Promising").name == "good"


@pytest.mark.parametrize("name", ["numpy", "torch", "py:some_plugin:good", "py:some_plugin:Yes"])
def test_a_front_end_takes_no_backend_that_promises_nothing(plugin, name):
    assert discovery.load(name)
    with pytest.raises(BackendError, match="does not promise the bits of the spec") as error:
        discovery.load_promising(name)
    assert "\n" not in str(error.value)


def test_a_front_end_takes_no_program():
    with pytest.raises(BackendError, match="a front end needs a backend in Python"):
        discovery.load_promising("exec:./program")


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Return the folder of the package `outer.inner`. Importing it or `outer` leaves a trace."""
    monkeypatch.chdir(tmp_path)
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    trace = f"open({str(tmp_path / 'imported')!r}, 'w')"
    for path in (inner.parent / "__init__.py", inner / "__init__.py", inner / "kernels.py"):
        path.write_text(trace)
    return inner


def test_the_digest_of_a_module_is_made_without_its_code(packages):
    kernels, parent = packages / "kernels.py", packages.parent / "__init__.py"
    assert discovery.module_digest("py:outer.inner.kernels:b") == digest_of([kernels], packages)
    package = [parent, packages / "__init__.py", kernels]
    assert discovery.module_digest("py:outer:b") == digest_of(package, packages.parent)
    assert not (packages.parents[1] / "imported").exists()
    assert "outer" not in sys.modules


def test_the_digest_is_that_of_the_module_in_the_working_directory(packages, monkeypatch):
    """A host searches the working directory for modules first."""
    other = packages.parents[1] / "other"
    other.mkdir()
    (other / "outer.py").write_text("backend = None")
    monkeypatch.setattr(sys, "path", [str(packages.parents[1]), *sys.path])
    monkeypatch.chdir(other)
    assert discovery.module_digest("py:outer:b") == digest_of([other / "outer.py"], other)


def test_a_module_in_folders_without_init_has_a_digest_before_anybody_imports_them(packages):
    inner = packages / "plain" / "folder"
    inner.mkdir(parents=True)
    (inner / "kernel.py").write_text("backend = None")
    name = "py:outer.inner.plain.folder.kernel:b"
    assert discovery.module_digest(name) == digest_of([inner / "kernel.py"], inner)
    assert "outer" not in sys.modules


def test_a_backend_without_a_file_has_no_digest(packages):
    (packages.parents[1] / "folder").mkdir()
    for module in ("sys", "nowhere", "outer.nowhere", "outer.inner.kernels.deeper", "folder"):
        assert discovery.module_digest(f"py:{module}:b") is None


def test_sources_that_cannot_be_read_are_one_clear_line(packages):
    (packages / "lost.py").symlink_to("nowhere")
    with pytest.raises(BackendError, match="'py:outer:b': its sources cannot be read: .*lost.py"):
        discovery.module_digest("py:outer:b")


def test_a_registered_backend_has_the_digest_of_its_module():
    folder = Path(discovery.__file__).parent / "c"
    assert discovery.module_digest("c") == digest_of(python_files(folder), folder)
