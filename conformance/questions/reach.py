"""Questions with fixed, extreme sizes and layouts, on random operands.

They cover reversed axes at every rank, and the sizes of sizes.py. Convolutions have every pair of
stride, dilation and padding up to four, and many groups. Every number of threads is used.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from samebits.conformance.questions.drawing.convolutions_drawn import window_scene
from samebits.conformance.questions.drawn_calls import (
    LEAST_OCTAVE,
    MOST_THREADS,
    adds_terms,
    both_ways,
    draw_flavour,
    octave,
    repeats,
)
from samebits.conformance.questions.drawn_scene import (
    Wish,
    choices,
    draw_scene,
    shapes_of_results,
    usual_label,
    usual_signature,
    widest_signature,
)
from samebits.conformance.questions.memory_places import PLAIN, draw_place
from samebits.conformance.questions.operands import MIDPOINTS
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.questions.sizes import (
    BEYOND_16_BITS,
    EVERY,
    MANY,
    Fixed,
    Topic,
    tiles,
    topic_of,
)
from samebits.conformance.scenes.scene import Scene
from samebits.spec.catalog import get_op
from samebits.spec.families.windows import kind_of
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import elementwise

MOST_RANK = 8

_RESULTS, _CALLS, _FEWEST = 1 << 18, 8, 1 << 15
"""For ops without a topic: the wanted number of results, the most calls, and a threshold.

If the first call has fewer results than the threshold, no other call is made.
"""

_PERIOD = 4099
"""The period of operands for the topic `threads` and for f64 functions.

The NumPy route takes up to 0.25 ms for an element of these functions.
"""

_FEW = 60

_MOST_OCTAVE, _MOST_ELEMENTWISE = 16, 17
"""Exponents of the largest sizes of the topic `strides`: for most ops, and for elementwise ops.

Other topics have larger sizes.
"""


def strides(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield scenes of every rank that the op allows, with one reversed axis at a time.

    If there are five axes, the second and the fourth are also reversed together. For an op without
    operands, axes of the result are reversed.
    """
    seen = set()
    for rank in range(1, MOST_RANK + 1):
        first = draw_scene(draws, Wish(op, operands, _FEW, rank))
        ranks = tuple(len(shape) for shape in first.shapes) or _ranks_of_results(op, first)
        if ranks in seen:
            continue
        seen.add(ranks)
        most = max(ranks)
        # Beyond five axes, only the last axis and one other axis are tested, to limit the number of
        # calls.
        few = range(most) if most <= 5 else (most - 1, draws.below(most - 1))
        for axes in [*((axis,) for axis in few), *([(1, 3)] if most == 5 else [])]:
            scene = draw_scene(draws, Wish(op, operands, _FEW, rank))
            backwards = f"backwards:{'+'.join(map(str, axes))}"
            if not operands:
                yield scene, {"result_place": backwards}
                continue
            last = max(axes)
            places = tuple(backwards if last < len(shape) else PLAIN for shape in scene.shapes)
            yield scene, {"places": places}


def _ranks_of_results(op: Op, scene: Scene) -> tuple[int, ...]:
    return tuple(len(shape) for shape in shapes_of_results(op, scene))


def _strides(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield small scenes with reversed axes, then sizes of every magnitude, tiles and channels.

    Larger arrays are contiguous or have gaps. The number of elements or rows of contiguous arrays
    is a power of two, which kernels handle without a remainder.
    """
    yield from strides(op, draws, operands)
    widest = len(widest_signature(op.name, usual_label(op.name))[0])
    most = _MOST_ELEMENTWISE if op.shape_rule is elementwise else _MOST_OCTAVE
    for number in range(LEAST_OCTAVE, most + 1):
        for with_gaps in both_ways(draws, number):
            count = draws.choice((operands, widest))
            size, rank = (
                (octave(draws, number), draws.between(1, 3)) if with_gaps else (1 << number, 1)
            )
            scene = draw_scene(draws, Wish(op, count, size, rank, large=True))
            ranks = map(len, scene.shapes[:count])
            places = tuple(draw_place(draws, r, large=True) if with_gaps else PLAIN for r in ranks)
            fixed: dict[str, Any] = {"places": places, "wide": True, "operands": count}
            if number <= LEAST_OCTAVE + 1 and not with_gaps and adds_terms(op):
                fixed["flavour"] = MIDPOINTS
            yield scene, {**fixed, **_gaps_in_result(op, scene, draws)}
    for scene in (*tiles(op, draws), *_channels(op)):
        yield scene, {"wide": True}
    for scene in _more(op, draws, widest):
        yield scene, {"wide": True, "operands": widest}


def _more(op: Op, draws: Draws, operands: int) -> Iterator[Scene]:
    """Yield scenes of the largest size for an op whose topics do not have many results.

    These scenes find an error in one of 2^16 results, unless a call has few results and is slow.
    """
    if topic_of(op) is not None or kind_of(op.shape_rule) is not None:
        return
    total = 0
    for _ in range(_CALLS):
        size = octave(draws, _MOST_OCTAVE)
        scene = draw_scene(draws, Wish(op, operands, size, draws.between(1, 3), large=True))
        yield scene
        results = math.prod(shapes_of_results(op, scene)[0])
        total += results
        if total >= _RESULTS or results < _FEWEST:
            return


def _channels(op: Op) -> Iterator[Scene]:
    """Yield convolutions with many channels, and with the sizes of network layers.

    - 65 and 130 channels of one tap.
    - 33 and 34 channels of three taps along each axis.
    - 7 taps with a stride, and 5 taps with a dilation.
    - A group for each channel, many samples, and sums of thousands of terms.
    """
    kind = kind_of(op.shape_rule)
    if kind is None:
        return
    rank = len(windows_of(op))
    for n, groups, before, after, size, taps, steps in (
        (1, 1, 65, 130, 5, 1, (1, 1, 0)),
        (1, 1, 33, 34, 5, 3, (1, 1, 0)),
        (2, 1, 3, 8, 15, 7, (2, 1, 3)) if rank < 3 else (1, 1, 2, 2, 8, 7, (2, 1, 3)),
        (1, 1, 2, 2, 27, 5, (6, 5, 6)),
        (1, 33, 1, 1, 9, 3, (1, 1, 1)),
        (9, 1, 9, 10, 6 if rank < 3 else 3, 3, (1, 1, 1)),
        (1, 1, 16, 3, 29 if rank < 3 else 9, 3, (1, 1, 1)),
        (1, 1, 1400 if rank == 1 else 521, 2, 3, 3, (1, 1, 1)),
    ):
        attributes = _steps(kind, rank, *steps) | {"groups": groups}
        yield window_scene(kind, n, before, after, (size,) * rank, (taps,) * rank, attributes)


def _gaps_in_result(op: Op, scene: Scene, draws: Draws) -> Fixed:
    """Return, half the time, a layout of the result with gaps or reversed axes.

    Only ops without operands get such a layout.
    """
    if scene.shapes or draws.chance(2):
        return {}
    return {"result_place": draw_place(draws, *_ranks_of_results(op, scene), large=True)}


def _windows(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield every pair of stride, dilation and padding up to four, many groups, many samples.

    This is a Latin square: stride and dilation have all pairs of values, and padding depends on
    their sum, so that every padding occurs with each value of both. Padding 0 comes last.
    """
    kind, rank = kind_of(op.shape_rule), len(windows_of(op))
    assert kind is not None
    each: list[tuple[int, int, int]] = [
        (s, d, 1 + (s + d) % 4) for s, d in product(range(1, 5), repeat=2)
    ]
    each += [(n, 1 + n % 4, 0) for n in range(1, 5)]
    for steps in each:
        yield _window(kind, rank, draws, steps, 1), {}
    for groups in (6, 9, 13):
        yield _window(kind, rank, draws, (1, 1, 1), groups), {"flavour": MIDPOINTS}
    # Each result has one tap and one position, so that many results are cheap.
    attributes = _steps(kind, rank, 1, 1, 0) | {"groups": 1}
    one = (1,) * rank
    if kind == "weight_gradient":
        # Samples cost more than positions, because each sample is a separate contraction (T5.6).
        # Both scenes have only one result, which would always be NaN if operands had all bit
        # patterns.
        yield window_scene(kind, BEYOND_16_BITS, 1, 1, one, one, attributes), {}
        yield window_scene(kind, 1, 1, 1, (*one[1:], MANY), one, attributes), {}
        yield window_scene(kind, 1, *_CHANNELS, one, one, attributes), EVERY
    else:
        yield window_scene(kind, MANY, 1, 1, one, one, attributes), EVERY


_CHANNELS = (BEYOND_16_BITS, 8)
"""Numbers of channels: operands hold all 16-bit patterns, and there are more than 2^19 results."""


def windows_of(op: Op) -> tuple[int, ...]:
    """Return the default stride of a convolution, which has one number for each spatial axis."""
    value = next(a.default for a in op.attributes if a.name == "stride")
    assert isinstance(value, tuple)
    return tuple(value)


def _window(kind: str, rank: int, draws: Draws, steps: tuple[int, int, int], groups: int) -> Scene:
    stride, dilation, padding = steps
    kernel = (3,) + (2,) * (rank - 1)
    size = tuple(dilation * (k - 1) + 1 + stride + draws.below(3) for k in kernel)
    attributes = _steps(kind, rank, stride, dilation, padding) | {"groups": groups}
    return window_scene(kind, 1, 2, 2, size, kernel, attributes)


def _steps(kind: str, rank: int, stride: int, dilation: int, padding: int) -> dict[str, Any]:
    """Return the attributes with these values for every axis.

    Transposed convolutions get the largest output padding.
    """
    steps = {"stride": stride, "dilation": dilation, "padding": padding}
    if kind == "transposed":
        steps["output_padding"] = max(stride, dilation) - 1
    return {name: (number,) * rank for name, number in steps.items()}


def _threads(op: Op, draws: Draws, operands: int) -> Iterator[tuple[Scene, Fixed]]:
    """Yield the same large call for each number of threads."""
    wish = Wish(op, operands, BEYOND_16_BITS, 2, large=True)
    scene = draw_scene(draws, wish)
    for threads in range(1, MOST_THREADS + 1):
        yield scene, {"threads": threads, "one name": True}


def topics(op: Op) -> Mapping[str, Topic]:
    """Return the topics of an op's questions about reach, by name."""
    found: dict[str, Topic] = {"strides": _strides, "threads": _threads}
    if kind_of(op.shape_rule) is not None:
        found["windows"] = _windows
    elif (own := topic_of(op)) is not None:
        name, topic = own
        found[name] = topic
    return found


def reach_questions(
    name: str, seed: str, op_name: str, label: str, topic: str
) -> Sequence[Question]:
    """Return the questions of one case of the form `reach`; `name` is its id."""
    op, draws = get_op(op_name), Draws(seed, name)
    usual, widest = usual_signature(op_name, label), widest_signature(op_name, label)
    flavour = draw_flavour(draws, op, large=True)
    found: list[Question] = []
    for number, (scene, fixed) in enumerate(topics(op)[topic](op, draws, len(usual[0]))):
        attributes = {**choices(draws, op), **scene.attributes} if not found else scene.attributes
        more = {"threads": draws.between(2, MOST_THREADS), "flavour": flavour, **fixed}
        is_wide = more.pop("wide", topic != "strides")
        if topic == "strides":
            drawn = draw_flavour(draws, op, large=is_wide)
            more["flavour"] = fixed.get("flavour", drawn)
        own = not more.pop("one name", False)
        count = more.pop("operands", len(usual[0]))
        inputs, outputs = usual if count == len(usual[0]) else widest
        question = Question(
            name=f"{name} call {number if own else 0}",
            seed=seed,
            call=op.call(inputs, outputs, **attributes),
            shapes=scene.shapes[: len(inputs)],
            limits=tuple(sorted(scene.limits.items())),
            **more,
        )
        if repeats(op, inputs) and is_wide:
            slow = topic == "threads" or ("f64" in inputs and op.profile == "math")
            question = replace(question, period=_PERIOD if slow else MANY)
        found.append(question)
    return found
