"""Backends from an attack on the judge. Each is wrong in a rare situation.

Each is a right session whose results are changed by `spoil`, which may read the old contents of
results and the previous call. The attacks in ONCE_PASSED have passed a whole standard run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import PROTOCOL_VERSION, Array, Device, Support
from samebits.conformance.trials.saboteurs.base import Wrapping, factors, right_session
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.graph_walk import graph_results
from samebits.spec.language.call import Call
from samebits.spec.language.trees import CONTRACTION_BLOCK


@dataclass(frozen=True, slots=True)
class Made:
    """A right call: operands, results, the old contents of the results, and the previous call."""

    call: Call
    inputs: Sequence[Array]
    outputs: Sequence[Array]
    held: Sequence[Array]
    before: Call | None


Spoil = Callable[[Made], None]


@dataclass(frozen=True, slots=True)
class Attack:
    """A backend (`Backend` protocol) that changes the results of one op."""

    name: str
    op: str
    caught_by: str
    spoil: Spoil
    version: str = "1"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        """Return the only device."""
        return [Device("cpu", f"attack: {self.name}")]

    def open(self, device: str) -> AttackSession:
        """Open a session of the attack on top of a right session."""
        return AttackSession(right_session(), self)


@dataclass(slots=True)
class AttackSession(Wrapping):
    """A session that computes right results, and changes the results of its attack's op."""

    attack: Attack
    before: Call | None = field(default=None)

    def supports(self, call: Call) -> Support:
        """Return the answer of the right session. Graph ops are supported, too."""
        return executor.supports(self.inner, call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the right results, then let the attack change them."""
        held = [bits_of(output).copy() for output in outputs]
        executor.execute_into(self.inner, call, inputs, outputs)
        before, self.before = self.before, call
        if call.op == self.attack.op:
            self.attack.spoil(Made(call, inputs, outputs, held, before))

    def environment(self) -> Mapping[str, str]:
        """Return facts about the session for the report."""
        return {"kind": "attack"}


def where(holds: Callable[[Made], bool], output: int = 0) -> Spoil:
    """Return a Spoil that flips the lowest bit of the last element if a condition is true."""

    def spoil(made: Made) -> None:
        array = made.outputs[output] if len(made.outputs) > output else None
        if array is not None and array.size and holds(made):
            bits = array.view(f"u{array.itemsize}")
            bits[np.unravel_index(array.size - 1, array.shape)] ^= bits.dtype.type(1)

    return spoil


def _least_with_old(made: Made) -> None:
    (result,), (held,) = made.outputs, made.held
    old, new = held.view(result.dtype), result.copy()
    with np.errstate(invalid="ignore"):
        result[...] = np.where(np.isnan(old) | np.isnan(new), new, np.fmin(old, new))


def _added_to_old(made: Made) -> None:
    (result,), (held,) = made.outputs, made.held
    old = held.view(result.dtype)
    with np.errstate(all="ignore"):
        result[...] = np.where(np.isnan(old), result, result + old)


def _masked_by_old(made: Made) -> None:
    (result,), (held,) = made.outputs, made.held
    result[...] = (bits_of(result) & held).view(result.dtype)


def _added_to_old_integer(made: Made) -> None:
    (result,), (held,) = made.outputs, made.held
    old = held.view(result.dtype)
    result[...] = np.where(held % 256 == 0xA5, result, result + old)


def _sides(made: Made) -> tuple[int, int, int]:
    a, b = made.inputs[0].shape, made.inputs[1].shape
    m, k = a[::-1] if made.call.attributes["transpose_a"] else a
    n = b[0] if made.call.attributes["transpose_b"] else b[1]
    return m, k, n


def _twice_rounded(made: Made) -> None:
    """Compute binary32 fused multiply-adds in binary64, in order.

    Does nothing for large results.
    """
    if made.call.label != "f32" or made.outputs[0].size > 1 << 14:
        return
    a, b, *bias = made.inputs
    if made.call.op == "dot":
        a, b = a[None, :], b[:, None]
    elif made.call.op == "linear":
        b = b.T
    else:
        a, b = factors(made.call, (a, b))
    if not 0 < a.shape[1] <= CONTRACTION_BLOCK:
        return
    with np.errstate(all="ignore"):
        total = a[:, :1] * b[:1]
        for k in range(1, a.shape[1]):
            product = a[:, k, None].astype(np.float64) * b[k].astype(np.float64)
            total = (product + total).astype(np.float32)
        total = total + bias[0] if bias else total
    result = made.outputs[0]
    result[...] = np.where(np.isfinite(total), total.reshape(result.shape), result)


def _twice_rounded_gates(made: Made) -> None:
    """Apply `_twice_rounded` to the linear layers of a graph op."""

    def node(inner: Call, operands: Sequence[Array]) -> Sequence[Array]:
        results = executor.execute(session, inner, operands)
        if inner.op == "linear":
            results = [np.array(each) for each in results]
            _twice_rounded(Made(inner, operands, results, (), None))
        return results

    graph = get_op(made.call.op).graph_of(made.call, [x.shape for x in made.inputs])
    assert graph is not None
    with right_session() as session:
        found = graph_results(graph, made.call, made.inputs, node)
    for place, result in zip(made.outputs, found, strict=True):
        place[...] = result


def _is_transposed(made: Made) -> bool:
    a, b = made.inputs[:2]
    return a.ctypes.data == b.ctypes.data and a.size > 1 and a.strides != b.strides


def _channels(made: Made) -> int:
    return int(made.inputs[1].shape[1])


def _second_after_another(made: Made) -> bool:
    return made.before is not None and made.before.op == made.call.op and made.inputs[0].ndim > 1


def _axes(made: Made) -> tuple[int, ...]:
    axes, rank = made.call.attributes["axes"], made.inputs[0].ndim
    return tuple(sorted(a % rank for a in axes)) if isinstance(axes, tuple) else ()


def _only_payloads_second(made: Made) -> bool:
    a, b = (bits_of(x) for x in made.inputs)
    nan_a, nan_b = ((x & 0x7FFFFFFF) > 0x7F800000 for x in (a, b))
    return bool((nan_b & ~nan_a & (b & 0x3FFFFF != 0)).any())


def _has_subnormal(array: Array) -> bool:
    magnitude = bits_of(array) & 0x7FFFFFFF
    return bool(((magnitude > 0) & (magnitude < 1 << 23)).any())


ONCE_PASSED = (
    Attack("least_with_old", "amin", "drawn/mixed/amin/f32/1", _least_with_old),
    Attack("added_to_old", "sum", "drawn/mixed/sum/f32/1", _added_to_old),
    Attack("masked_by_old", "add", "drawn/mixed/add/f32/1", _masked_by_old),
    Attack("masked_by_old_f64", "mul", "drawn/mixed/mul/f64/1", _masked_by_old),
    Attack(
        "added_to_old_integer", "argmax", "drawn/mixed/argmax/f32_to_i64/1", _added_to_old_integer
    ),
    Attack("rank_0", "mul", "drawn/mixed/mul/f32/1", where(lambda m: m.inputs[0].ndim == 0)),
    Attack("one_element_of_rank_3", "sub", "drawn/mixed/sub/bf16/1",
           where(lambda m: m.inputs[0].shape == (1, 1, 1))),
    Attack("x_plus_x_transposed", "add", "law/alias/add/f32", where(_is_transposed)),
    Attack("x_times_x_transposed", "matmul", "law/alias/matmul/f32", where(_is_transposed)),
    Attack("all_sides_above_128", "matmul", "drawn/reach/matmul/f32/strides",
           where(lambda m: min(_sides(m)) > 128)),
    Attack("64_channels", "conv2d", "drawn/reach/conv2d/f32/strides",
           where(lambda m: _channels(m) >= 64)),
    Attack("32_channels_of_9_taps", "conv2d", "drawn/reach/conv2d/f32/strides",
           where(lambda m: _channels(m) >= 32 and m.inputs[1].shape[2:] == (3, 3))),
    Attack("third_result_of_large", "layer_norm_gradient",
           "drawn/reach/layer_norm_gradient/f32/strides",
           where(lambda m: m.inputs[0].size > 1 << 14, 2)),
    Attack("fma_by_way_of_binary64", "matmul", "drawn/reach/matmul/f32/sides", _twice_rounded),
    Attack("fma_by_way_of_binary64_dot", "dot", "drawn/reach/dot/f32/terms", _twice_rounded),
    Attack("fma_by_way_of_binary64_cell", "lstm_cell", "drawn/reach/lstm_cell/f32/strides",
           _twice_rounded_gates),
    Attack("more_than_4096_terms", "matmul", "drawn/reach/matmul/f32/sides",
           where(lambda m: 4096 < _sides(m)[1] < 8192)),
    Attack("tiles_of_two_blocks", "bmm", "drawn/reach/bmm/f32/strides",
           where(lambda m: min(m.inputs[0].shape[1:]) > 128 and max(m.inputs[0].shape[1:]) > 512)),
    Attack("seven_taps", "conv2d", "drawn/reach/conv2d/f32/strides",
           where(lambda m: m.inputs[1].shape[2:] == (7, 7))),
    Attack("thousands_of_products", "conv2d", "drawn/reach/conv2d/f32/strides",
           where(lambda m: m.inputs[1].size > 4096 * len(m.inputs[1]))),
    Attack("a_group_for_each_channel", "conv2d_input_gradient",
           "drawn/reach/conv2d_input_gradient/f32/strides",
           where(lambda m: _number(m, "groups") >= 16)),
    Attack("heads_of_64", "scaled_dot_product_attention",
           "drawn/networks/scaled_dot_product_attention/f32/1",
           where(lambda m: m.inputs[0].shape[-1] >= 64 and m.inputs[1].shape[-2] > 128)),
    Attack("ten_thousand_steps", "adamw", "drawn/mixed/adamw/f32/1",
           where(lambda m: _number(m, "step") > 10_000)),
    Attack("many_classes", "cross_entropy", "drawn/reach/cross_entropy/f32_i64_to_f32/values",
           where(lambda m: m.inputs[0].shape[1] > 65_536)),
)  # fmt: skip
"""Attacks that passed a whole standard run of an earlier version of the judge."""

ALWAYS_CAUGHT = (
    Attack("second_after_another", "mul", "drawn/mixed/mul/bf16/1", where(_second_after_another)),
    Attack("payload_of_the_second", "maximum", "drawn/mixed/maximum/f32/1",
           where(_only_payloads_second)),
    Attack("middle_axis", "sum", "drawn/mixed/sum/f32/1",
           where(lambda m: m.inputs[0].ndim == 3 and _axes(m) == (1,))),
    Attack("odd_k_and_m_1", "matmul", "drawn/reach/matmul/f32/sides",
           where(lambda m: _sides(m)[0] == 1 and _sides(m)[1] % 2 == 1)),
    Attack("subnormal_gradient", "cross_entropy_gradient",
           "drawn/mixed/cross_entropy_gradient/f32_i64_to_f32/1",
           where(lambda m: _has_subnormal(m.outputs[0]))),
    Attack("third_state_after_step_3", "adamw", "drawn/mixed/adamw/f32/1",
           where(lambda m: _number(m, "step") > 3, 2)),
    Attack("indices_of_equals", "topk", "drawn/mixed/topk/f32_to_f32_i64/1",
           where(lambda m: len(np.unique(bits_of(m.inputs[0]))) < m.inputs[0].size, 1)),
)  # fmt: skip
"""Attacks that never passed a run, of kinds that no other test covers."""


def _number(made: Made, name: str) -> int:
    value = made.call.attributes[name]
    assert isinstance(value, int)
    return value


ATTACKS: Mapping[str, Attack] = {a.name: a for a in (*ONCE_PASSED, *ALWAYS_CAUGHT)}
"""All attacks by name."""
