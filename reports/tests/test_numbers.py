"""Test that every command refuses useless numbers in options with status 2.

The test finds the commands by itself, so new commands and options are tested too.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from samebits.backends.hosting.link import Deadline
from samebits.backends.protocol import BackendError
from samebits.commands.cli import cli
from samebits.common.errors import SamebitsError
from samebits.common.numbers import POSITIVE

ROOMS = Path(__file__).parents[2]
ODD = ("nan", "inf", "-inf", "-1", "1e400", "0.5", "9" * 5000)
"""Values that no option accepts, apart from the exceptions below."""

BASES = {
    "certify": ("--backend", "numpy", "--level", "smoke", "--op", "neg", "-n", "0"),
    "explain": ("drawn/operands/neg/f32/1",),
    "prove": ("neg", "--format", "f8e5m2", "--backend", "numpy", "--no-write"),
    "reveal": ("--backend", "numpy", "--op", "cumsum", "--n", "9"),
}
"""Arguments of each command that has options with numbers. Add a line here for a new command."""

TAKEN = {("certify", "--deadline"): {"0.5"}} | {
    (name, "--seed"): {"1e400"}
    for name in ("certify", "explain")  # hexadecimal digits
}


def commands(group: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    if isinstance(group, click.Group):
        context = click.Context(group)
        for each in group.list_commands(context):
            found = group.get_command(context, each)
            assert found is not None
            yield from commands(found, f"{name} {each}".strip())
    else:
        yield name, group


def is_number(option: click.Parameter) -> bool:
    kinds = (click.types.IntParamType, click.types.FloatParamType)
    return isinstance(option.type, kinds) or option.name in ("seed", "shard")


NUMBERS = [
    (name, option.opts[0])
    for name, command in commands(cli)
    for option in command.params
    if isinstance(option, click.Option) and is_number(option)
]


def test_every_command_with_a_number_is_asked() -> None:
    assert {name for name, _ in NUMBERS} == BASES.keys()
    assert {option for _, option in NUMBERS} >= {"--deadline", "-n", "--shard", "--seed", "--n"}


@pytest.mark.parametrize(("name", "option"), NUMBERS)
def test_a_value_of_no_use_ends_a_command_with_status_2(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for value in ODD:
        if value in TAKEN.get((name, option), ()):
            continue
        ended = CliRunner().invoke(cli, [name, *BASES[name], option, value])
        # `main` prints the error and ends with status 2
        one_line = isinstance(ended.exception, SamebitsError)
        assert one_line or ended.exit_code == 2, (value, ended.output, ended.exception)
        if one_line:
            assert "\n" not in str(ended.exception)
            assert option in str(ended.exception) or option == "--index"
    assert not list(tmp_path.iterdir())


def modules() -> list[str]:
    """Return the names of all modules that make a click command, without tests."""
    found = []
    rooms = sorted(path.parent for path in ROOMS.glob("*/__init__.py"))
    for path in (path for room in rooms for path in sorted(room.rglob("*.py"))):
        parts = path.relative_to(ROOMS).with_suffix("").parts
        if {"tests", "build", "names"} & {*parts} or "import click" not in path.read_text():
            continue
        found.append(".".join(("samebits", *parts)))
    return [name for name in found if not name.startswith("samebits.frontends")]


@pytest.mark.parametrize("name", modules())
def test_no_option_of_any_tool_takes_nan_or_infinity(name: str) -> None:
    made = vars(importlib.import_module(name)).values()
    tools = [t for made_one in made if isinstance(made_one, click.Command)
             for _, t in commands(made_one)]  # fmt: skip
    for option in (option for tool in tools for option in tool.params):
        if isinstance(option.type, click.types.FloatParamType):
            for value in ("nan", "inf", "-inf", "1e400"):
                with pytest.raises(click.BadParameter):
                    option.type.convert(value, option, None)


def test_a_positive_number_is_taken() -> None:
    assert POSITIVE.convert("0.5", None, None) == 0.5
    with pytest.raises(click.BadParameter):
        POSITIVE.convert("0", None, None)


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -1.0])
def test_a_time_limit_that_never_expires_is_refused_where_it_is_set(seconds: float) -> None:
    with pytest.raises(BackendError, match="is not a time limit"):
        Deadline.of(seconds)
