"""Tests of `samebits vectors --emit`: from only its text, the C backend makes each result."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from samebits.backends.c import backend
from samebits.commands.cli import cli
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.vectors.reader import ROOM

SAMEBITS = [sys.executable, "-m", "samebits.commands.cli"]

STREAMS: list[tuple[str, ...]] = [
    ("add",),
    ("cast", "--case", "cast/f*_to_*"),
    ("where", "--format", "f32"),
    ("sum", "--format", "bf16", "--case", "*/axes/*"),
    ("topk", "--format", "f16"),
    ("pad", "--format", "f64"),
    ("matmul", "--format", "f32", "--level", "standard"),
    ("softmax", "--format", "f32"),
]


@dataclass
class Asked:
    """A case of the printed stream, as words."""

    call: list[str]
    attributes: dict[str, Any] = field(default_factory=dict)
    questions: list[list[str]] = field(default_factory=list)
    operands: list[list[str]] = field(default_factory=list)
    results: list[list[str]] = field(default_factory=list)


def emit(*arguments: str) -> str:
    ended = CliRunner().invoke(cli, ["vectors", "--emit", *arguments])
    assert ended.exit_code == 0, ended.output
    return ended.output


def read(text: str) -> Iterator[Asked]:
    """Yield the cases of a printed stream, parsed as vectors/README.md describes."""
    asked = None
    for line in text.splitlines():
        word, *rest = line.split(" ")
        if word in ("case", "end") and asked:
            yield asked
            asked = None
        if word == "call":
            asked = Asked(rest)
        elif word == "attribute":
            value = json.loads(line.split(" ", 2)[2])
            assert asked is not None
            asked.attributes[rest[0]] = float(value) if value in ("inf", "-inf") else value
        elif word in ("operand", "result"):
            assert asked is not None
            (asked.operands if word == "operand" else asked.results).append(rest)
        elif word not in ("stream", "case", "skipped", "end"):
            assert asked is not None
            asked.questions.append([word, *rest])
    assert line.startswith("end ")


def array(words: Sequence[str], name: str, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    form = get_format(name)
    assert all(len(word) == form.bits // 4 for word in words)
    bits = np.array([int(word, 16) for word in words], form.bits_dtype)
    return from_bits(bits.reshape(shape), name)


def shaped(words: Sequence[str]) -> np.ndarray[Any, Any]:
    rank = int(words[1])
    return array(words[2 + rank :], words[0], tuple(map(int, words[2 : 2 + rank])))


def wrong(text: str) -> Counter[str]:
    """Return how many results of the stream the C backend reproduces, and how many it does not."""
    counts: Counter[str] = Counter()
    with backend.open("baseline") as session:
        for asked in read(text):
            op, version, *formats = asked.call
            arrow = formats.index("->")
            names, wanted_names = formats[:arrow], formats[arrow + 1 :]
            call = Call(op, int(version), tuple(names), tuple(wanted_names), asked.attributes)
            if asked.questions:
                columns = list(zip(*asked.questions, strict=True))
                every = [
                    array(column, name, (len(column),))
                    for column, name in zip(columns, names + wanted_names, strict=True)
                ]
                operands, wanted = every[: len(names)], every[len(names) :]
            else:
                operands = [shaped(words) for words in asked.operands]
                wanted = [shaped(words) for words in asked.results]
            made = [np.empty_like(x) for x in wanted]
            session.run(call, operands, made)
            for got, right in zip(made, wanted, strict=True):
                differ = int((bits_of(got) != bits_of(right)).sum())
                counts.update(wrong=differ, right=got.size - differ)
    return counts


@pytest.mark.parametrize("arguments", STREAMS, ids=lambda arguments: arguments[0])
def test_every_result_of_the_stream_is_found_again(arguments: tuple[str, ...]) -> None:
    counts = wrong(emit(*arguments))
    assert counts["right"] > 300
    assert counts["wrong"] == 0


def test_a_result_that_is_changed_in_the_stream_is_found_to_differ() -> None:
    lines = emit("add", "--format", "f32", "--case", "*/ties").splitlines(keepends=True)
    *operands, result = lines[4].split()
    lines[4] = " ".join([*operands, f"{int(result, 16) ^ 1:08x}"]) + "\n"
    assert wrong("".join(lines))["wrong"] == 1


def test_the_commands_of_the_page_print_a_stream() -> None:
    page = (ROOM / "README.md").read_text()
    shown = [line.strip() for line in page.splitlines() if " vectors --emit " in line]
    assert len(shown) == 3
    for command in shown:
        words = shlex.split(command.partition("|")[0])
        text = emit(*words[words.index("--emit") + 1 :])
        assert text.splitlines()[-1].startswith("end ")
        kept = [line for line in text.splitlines() if not re.search("[g-z]", line)]
        assert ("sum" in words) == (not kept)
        assert len(kept) == sum(len(asked.questions) for asked in read(text))


@pytest.mark.parametrize("op", ["add", "sum"])
def test_a_closed_pipe_ends_the_stream_without_a_word(op: str) -> None:
    with subprocess.Popen(
        [*SAMEBITS, "vectors", "--emit", op],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        assert started.stdout.readline().startswith(f"stream 1 {op} ")
        started.stdout.close()
        assert started.stderr.read() == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--emit", "exq"], "unknown op 'exq'; did you mean eq or exp?"),
        (["--emit", "add", "--case", "x"], "no case of level exhaustive matches --op add"),
        (["--emit", "add", "--op", "mul"], "--emit names the op itself"),
        (["--emit", "add", "--ids"], "--emit names the op itself"),
    ],
)
def test_what_cannot_be_emitted_is_one_line(arguments: list[str], message: str) -> None:
    ended = subprocess.run(
        [*SAMEBITS, "vectors", *arguments], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr


def test_ids_can_be_chosen_by_a_pattern() -> None:
    ended = CliRunner().invoke(cli, ["vectors", "--op", "add", "--case", "add/f32/t*", "--ids"])
    assert ended.output.split() == ["add/f32/ties"]
