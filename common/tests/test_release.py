"""Test the installed release, and the commands in error messages."""

import json
import tomllib
from pathlib import Path

import pytest

from samebits.common import release

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]


@pytest.mark.parametrize("extra", ["judge", "oracles", "real"])
def test_the_packages_of_an_extra_are_those_of_pyproject(extra: str) -> None:
    named = [line.partition(">=")[0] for line in PROJECT["optional-dependencies"][extra]]
    assert list(release.packages_of(extra)) == named
    assert release.packages_of("") == ("click", "ml_dtypes", "numpy", "rich")


def test_no_command_asks_an_index_for_samebits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "missing_of", release.packages_of)
    assert release.install_command("judge") == "pip install jinja2 pytest pytest-xdist"
    assert release.install_command("oracles") == "pip install mpmath python-flint gmpy2"
    for extra in PROJECT["optional-dependencies"]:
        assert "samebits[" not in release.install_command(extra)


def test_the_command_names_what_is_missing_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "_installed", lambda name: name != "pytest-xdist")
    assert release.install_command("judge") == "pip install pytest-xdist"
    assert release.judge_missing("certify") == (
        "samebits certify needs packages that are missing here: pytest-xdist; "
        "run: pip install pytest-xdist"
    )
    monkeypatch.setattr(release, "_installed", lambda name: True)
    assert release.judge_missing("certify") == ""


@pytest.mark.parametrize(
    ("text", "where"),
    [(None, ""), ("", ""), (json.dumps({"url": "file:///a%20b/samebits"}), "/a b/samebits")],
)
def test_the_origin_is_what_pip_wrote_down(
    monkeypatch: pytest.MonkeyPatch, text: str | None, where: str
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return text

    monkeypatch.setattr(release, "distribution", lambda name: Installed())
    assert release.origin() == where
