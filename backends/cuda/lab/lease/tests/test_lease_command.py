"""Tests of `.ci/gpu` on the emulated device: it ends, or is killed and then continued."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from samebits.backends.cuda.lab.lease import rehearse
from samebits.backends.cuda.lab.lease.rehearse import (
    Outcome,
    Place,
    differences,
    lease,
    plain_python,
)

WORDS = ("compile", "smoke", "exhaustive", "--op", "neg", "--format", "f16")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    if shutil.which("git") is None or not (rehearse.ROOT / ".git").exists():
        pytest.skip("a fresh checkout is made by git: this is none, so .ci/gpu is not tried")
    folder = tmp_path_factory.mktemp("leases")
    return Place(folder, plain_python(folder / "python"), WORDS)


def told(place: Place, checkout: Path, *words: str, **variables: str) -> tuple[int, str]:
    """Return the exit status and the output of a command in a checkout."""
    asked = Place(place.folder, place.python, words, variables)
    log = checkout / "lease.log"
    log.unlink(missing_ok=True)
    status = asked.begin(checkout, ()).wait(300)
    return status, log.read_text()


@pytest.fixture(scope="module")
def checkout(place: Place) -> Iterator[Path]:
    made = place.checkout()
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def undisturbed(place: Place) -> Outcome:
    return lease(place, ())


def test_a_lease_that_is_killed_twice_ends_with_the_report_of_an_undisturbed_one(
    place: Place, undisturbed: Outcome
) -> None:
    third = undisturbed.seconds / 3
    disturbed = lease(place, (1.5 * third, third))
    assert disturbed.kills
    assert len(disturbed.results) > 5
    assert differences(undisturbed, disturbed) == []
    assert max(disturbed.sizes) > 0


def test_a_difference_between_two_leases_would_be_told(undisturbed: Outcome) -> None:
    """Check that the previous test can fail."""
    ended, results = undisturbed, undisturbed.results
    other = rehearse.replace(results[0], elements=results[0].elements + 1)
    apart = rehearse.replace(ended, results=(other, *results[1:]))
    assert differences(ended, apart) == [f"{other.id} differs"]
    assert differences(ended, rehearse.replace(ended, results=results[1:])) != []
    header = rehearse.replace(ended.header, environment={})
    assert differences(ended, rehearse.replace(ended, header=header)) == ["the headers differ"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("smok",), "'smok' is neither a stage nor an archive; known: 1, 2, 3, 4, 5, build, probe"),
        (("evidence-0001-1of1.tar.gz",), "is an archive: add --restore"),
        (("--restore",), "--restore: name the archives"),
        (("--restore", "evidence-0001-1of1.tar.gz"), "No such file"),
    ],
)
def test_a_wrong_word_is_one_line(
    place: Place, checkout: Path, words: tuple[str, ...], said: str
) -> None:
    status, text = told(place, checkout, *words)
    assert status == 2
    assert said in text
    assert len(text.strip().splitlines()) == 1, text


def test_a_gpu_that_is_not_there_is_named_stage_by_stage(place: Place, checkout: Path) -> None:
    words = ("--device", "gpu7", "compile", "smoke", "--op", "neg")
    status, text = told(place, checkout, *words)
    assert status == 2
    assert text.count("failed") >= 4  # after each stage, and in the final table
    assert "Traceback" not in text
    assert "evidence-" in text


def test_time_that_ends_leaves_archives_and_says_so(place: Place, checkout: Path) -> None:
    """The emulated device takes hours for all inputs of exp in f32."""
    words = ("exhaustive", "suspects", "--op", "exp", "--format", "f32")
    status, text = told(place, checkout, *words, BUDGET="60")
    assert status == 3, text
    assert "== exhaustive: cut after " in text
    assert "suspects    not begun" in text
    assert re.search(r"archive evidence-\d{4}-1of1.tar.gz: \d+.\d\d of 16 MiB", text)


def test_a_command_that_is_asked_to_end_packs_first(place: Place, checkout: Path) -> None:
    asked = Place(place.folder, place.python, ("golden", "--op", "add", "--format", "f32"))
    log = checkout / "lease.log"
    others = len(log.read_bytes()) if log.exists() else 0  # output of earlier tests
    process = asked.begin(checkout, ())
    deadline = time.monotonic() + 60
    while b"== 1 of" not in log.read_bytes()[others:] and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(2)
    os.kill(process.pid, signal.SIGTERM)
    status = process.wait(60)
    text = log.read_bytes()[others:].decode()
    assert status == 128 + signal.SIGTERM, text
    assert "stopped; everything is packed" in text
    assert rehearse.packed(checkout)
    _, listed = told(place, checkout, "--help")
    assert "exhaustive" in listed


def test_help_shows_every_stage(place: Place, checkout: Path) -> None:
    text = subprocess.run(
        [str(checkout / ".ci" / "gpu"), "--help"],
        env={**os.environ, "PYTHON": str(place.python)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for stage in rehearse.STAGES:
        assert stage in text
