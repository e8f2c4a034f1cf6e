"""Tests that values of nvidia-smi reach a report, and that missing values are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.backends.cuda.machines import condition as asking
from samebits.backends.cuda.machines.condition import FIELDS, NOT_TOLD, condition, driver_version

ADDRESS = "0000:19:00.0"
KNOWN = {
    "clocks.current.sm": "345 MHz",
    "clocks.max.sm": "1980 MHz",
    "power.limit": "700.00 W",
    "power.draw": "[N/A]",
    "ecc.mode.current": "Enabled",
    "clocks_throttle_reasons.active": "0x0000000000000001",
    "driver_version": "580.159.03",
}


@pytest.fixture
def smi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a path for a fake nvidia-smi. Its folder is the only folder in PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "nvidia-smi"


def put(smi: Path, body: str) -> None:
    smi.write_text(f"#!/bin/sh\n{body}\n")
    smi.chmod(0o755)


def answering(known: dict[str, str]) -> str:
    """Return a script that refuses a query with an unknown field, as nvidia-smi does."""
    cases = "\n".join(f'{name}) out="$out, {text}";;' for name, text in known.items())
    return f"""
for argument; do case "$argument" in
--query-gpu=*) asked=${{argument#--query-gpu=}};;
--id={ADDRESS}) here=1;;
esac; done
[ "$here" ] || {{ echo "No devices were found"; exit 6; }}
IFS=,
for name in $asked; do case "$name" in
{cases}
*) echo "Field \\"$name\\" is not a valid field to query."; exit 2;;
esac; done
echo "${{out#, }}"
"""


def test_every_figure_has_our_name(smi: Path) -> None:
    put(smi, answering({spelled[0]: f"<{name}>" for name, spelled in FIELDS.items()}))
    assert condition(ADDRESS) == {name: f"<{name}>" for name in FIELDS}


def test_an_older_nvidia_smi_tells_what_it_knows_by_its_own_names(smi: Path) -> None:
    put(smi, answering(KNOWN))
    told = condition(ADDRESS)
    assert told["SM clock"] == "345 MHz"
    assert told["clocks held back by"] == "0x0000000000000001"
    assert told["power"] == told["temperature"] == NOT_TOLD
    assert set(told) == set(FIELDS)


@pytest.mark.parametrize("body", [None, "exit 9", "true", "echo one, two"])
def test_without_an_answer_one_entry_says_so(smi: Path, body: str | None) -> None:
    if body is not None:
        put(smi, body)
    assert list(condition(ADDRESS)) == ["nvidia-smi"]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (answering(KNOWN), "580.159.03"),
        (answering({"driver_version": "[N/A]"}), "unknown"),
        ("exit 9", "unknown"),
        ("true", "unknown"),
        (None, "unknown"),
    ],
)
def test_the_version_of_the_driver_is_told_where_it_can_be_had(
    smi: Path, body: str | None, wanted: str
) -> None:
    if body is not None:
        put(smi, body)
    assert driver_version(ADDRESS) == wanted


def test_another_gpu_is_not_asked(smi: Path) -> None:
    put(smi, answering(KNOWN))
    assert driver_version("0000:1a:00.0") == "unknown"


def test_a_tool_that_hangs_is_waited_for_once(smi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = smi.with_name("count")
    put(smi, f"echo asked >> {count}\nexec /bin/sleep 60")
    monkeypatch.setattr(asking, "_SECONDS", 0.5)
    assert condition(ADDRESS) == {
        "nvidia-smi": "does not answer: clocks, power and ECC are not known"
    }
    assert count.read_text() == "asked\n"
    assert driver_version(ADDRESS) == "unknown"
