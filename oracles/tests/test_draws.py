"""Test draws (clause D2): the check values of SPEC.md, known answers, and functions of words."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from samebits import oracles, spec
from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.draws import FUNCTIONS_OF_WORDS, words_of
from samebits.spec.formats import bits_of, get_format

TEXT = (Path(spec.__file__).parent / "SPEC.md").read_text()
KNOWN = re.findall(r"^\| D1\.4\.\d+ \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$", TEXT, re.M)
CHECKS = re.findall(r"^\| D2\.9\.\d+ \| `(\w+)` \| `(\w+)` \| ([^|]*)\| (`.+`) \|$", TEXT, re.M)
SOURCE = {"seed": words_of(0x0123456789ABCDEF), "stream": words_of(1)}


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


def value(text: str) -> object:
    return ast.literal_eval(text.replace("[", "(").replace("]", ",)"))


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN)
def test_D1_4_draw_bits_gives_the_known_answers_of_Random123(counter, key, block) -> None:
    c0, c1, *stream = numbers(counter)
    first = 2 * (c0 | c1 << 32)  # the first of two 64-bit draws
    row = 1 << 20
    call = get_op("draw_bits").call(
        [], ["i64"], seed=numbers(key), stream=tuple(stream), shape=(1, 2),
        whole=(1 << 45, row), at=divmod(first, row),
    )  # fmt: skip
    w = numbers(block)
    wanted = [w[0] | w[1] << 32, w[2] | w[3] << 32]
    for found in (oracles.evaluate(call, []), numpy_route.evaluate(call, [])):
        assert found[0].view(np.uint64).reshape(-1).tolist() == wanted


@pytest.mark.parametrize(("op", "form", "given", "patterns"), CHECKS)
def test_D2_9_check_values(op, form, given, patterns) -> None:
    pairs = re.findall(r"(\w+) (\[[^\]]*\]|[-\d.]+)", given)
    attributes = {"shape": (6,), **{name: value(text) for name, text in pairs}}
    call = get_op(op).call([], [form], **{**SOURCE, **attributes})
    wanted = re.findall(r"`(\w+)`", patterns)
    for found in (oracles.evaluate(call, []), numpy_route.evaluate(call, [])):
        bits = bits_of(found[0]).reshape(-1).tolist()
        assert [get_format(form).hex(int(x)) for x in bits] == wanted


def test_D2_9_every_draw_has_a_check_value() -> None:
    draws = {name for name, op in all_ops().items() if op.op_class == "draw"}
    assert {op for op, _, _, _ in CHECKS} == draws
    assert len(KNOWN) == 3


OF_WORDS = sorted(
    op.removesuffix(FUNCTIONS_OF_WORDS) for op in all_ops() if op.endswith(FUNCTIONS_OF_WORDS)
)


@pytest.mark.parametrize("name", OF_WORDS)
def test_D2_10_a_draw_is_its_function_of_the_words(name) -> None:
    for _, (form,) in get_op(name + FUNCTIONS_OF_WORDS).signatures:
        given = {**SOURCE, "shape": (40,)}
        words = oracles.evaluate(get_op("draw_bits").call([], ["u32"], **given), [])
        function = get_op(name + FUNCTIONS_OF_WORDS).call(["u32"], [form])
        wanted = oracles.evaluate(function, words)[0]
        for found in (
            oracles.evaluate(get_op(name).call([], [form], **given), [])[0],
            numpy_route.evaluate(function, words)[0],
        ):
            assert found.tobytes() == wanted.tobytes()
