"""Tests that all devices agree on blocks of NaN, absent, infinite and usual elements.

The blocks come in every order. `python -m samebits.conformance.trials.orders` tests all ops at many
sizes; only a few are tested here. The tests also show that the program finds mistakes in a C
library and in a session.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from samebits.backends.protocol import Array, Session, Support
from samebits.conformance.scenes.filling import KINDS, Stretches, kinds_of, orders
from samebits.conformance.scenes.scene import all_scenes
from samebits.conformance.scenes.specimens import Specimen, stretched
from samebits.conformance.tests.lawful import findings
from samebits.conformance.trials.orders.compared import Found, compare, opened
from samebits.conformance.trials.orders.orders_asked import asked_of, labels_of, lines_of
from samebits.conformance.trials.saboteurs import nan_lost_between_blocks
from samebits.conformance.trials.saboteurs.planted.workshop import Edit, Workshop
from samebits.spec.catalog import all_ops
from samebits.spec.families import pools
from samebits.spec.formats import bits_of, get_format, is_nan_bits
from samebits.spec.language.call import Call
from samebits.spec.philox import draws64

GRADIENT = "scaled_dot_product_attention_gradient"

PRESENCE_BY_COMPARISON = Edit(
    "attention/join.h",
    """        const real most = how[r] == JOIN_BOTH    ? larger_of(most_a[r], most_b[r])
                          : how[r] == JOIN_FIRST ? most_a[r]
                                                 : most_b[r];
""",
    "        const real most = most_a[r] > most_b[r] ? most_a[r] : most_b[r];\n",
)
"""An old mistake of the kernel: NaN > -inf is false, so it assumed that no key was present."""


@pytest.fixture(scope="module")
def sessions() -> Iterator[dict[str, Session]]:
    with opened() as found:
        yield dict(found)


def of_judge(op: str, label: str = "f32") -> Sequence[Specimen]:
    return stretched(op, label)


def one_of_each_rule() -> list[str]:
    """Return one op of each shape rule that has specimens with stretches."""
    rules, found = all_scenes("STRETCHES"), dict[str, str]()
    for op in all_ops().values():
        known = op.shape_rule in found or op.shape_rule not in rules
        if not known and of_judge(op.name, labels_of(op.name)[0]):
            found[op.shape_rule] = op.name
    return sorted(found.values())


@pytest.mark.parametrize("op", one_of_each_rule())
def test_all_devices_have_the_bits_of_the_numpy_route(
    op: str, sessions: dict[str, Session]
) -> None:
    assert "c:baseline" in sessions
    found = Found()
    for specimen in of_judge(op, labels_of(op)[0]):
        compare(sessions, specimen, found)
    assert found.results > 0
    assert found.differ == []


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("planted"))


def differences(workshop: Workshop, edit: Edit | None) -> list[str]:
    """Return the differences in the gradient of attention on the judge's specimens."""
    found = Found()
    with workshop.session(GRADIENT, edit) as session:
        for specimen in of_judge(GRADIENT):
            compare({"planted": session}, specimen, found)
    assert found.calls
    return found.differ


def test_T8_9_a_kernel_that_loses_a_nan_between_two_blocks_is_found(workshop: Workshop) -> None:
    assert differences(workshop, None) == []
    found = differences(workshop, PRESENCE_BY_COMPARISON)
    assert any("result 0 differs" in text for text in found)


@dataclass
class ForgetsNan:
    """A session whose maximum ignores a first block of NaN if the last block has no NaN."""

    inner: Session

    def supports(self, call: Call) -> Support:
        return self.inner.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self.inner.run(call, inputs, outputs)
        if call.op == "max" and call.attributes["axes"] == (1,):
            x = inputs[0]
            last = x[:, -(x.shape[1] % 256 or 256) :]
            forgotten = np.isnan(x).any(axis=1) & ~np.isnan(last).any(axis=1)
            forgotten &= np.isnan(x[:, :256]).all(axis=1)
            outputs[0].reshape(-1)[forgotten] = last[forgotten].max(axis=1)


def test_a_maximum_that_forgets_a_block_of_nan_is_found(sessions: dict[str, Session]) -> None:
    found = Found()
    for specimen in of_judge("max"):
        compare({"forgets": ForgetsNan(sessions["c:baseline"])}, specimen, found)
    assert found.differ


def test_laws_find_a_nan_that_is_lost_between_two_blocks(sessions: dict[str, Session]) -> None:
    with nan_lost_between_blocks.backend.open("cpu") as session:
        found = findings(session, "graph", GRADIENT)
    assert [f.specimen.flavour for f in found] == ["stretches:5:256"]
    assert found[0].output == 0
    (finding, *_) = findings(ForgetsNan(sessions["c:baseline"]), "extremes", "max")
    assert finding.specimen.flavour == "stretches:0:256"


@pytest.mark.parametrize("name", ["f32", "f8e4m3fn", "bool"])
def test_lines_that_follow_each_other_have_every_order_of_three_stretches(name: str) -> None:
    form = get_format(name)
    lines, stretches = orders(form), Stretches((0,), 8, 5)
    chosen = stretches._kinds(len(kinds_of(form)), lines, 24, lambda n: draws64(3, 0, n))
    assert len({tuple(line[::8]) for line in chosen.tolist()}) == lines


def test_a_stretch_holds_what_its_kind_says() -> None:
    form = get_format("f32")
    stretches = Stretches((1,), 80, 0)
    bits = stretches.bits(1, form, (216, 240), lambda n: draws64(3, 0, n))
    kinds = stretches._kinds(len(KINDS), 216, 240, lambda n: draws64(3, 0, n))
    nan, low, high = is_nan_bits(bits, "f32"), bits == 0xFF800000, bits == 0x7F800000
    special = nan | low | high
    whole = {"NaN": nan, "-inf": low, "+inf": high, "numbers": ~special}
    partly = {"some NaN": nan, "both infinities": low | high}
    for number, kind in enumerate(KINDS):
        here = kinds == number
        if kind in whole:
            assert whole[kind][here].all(), kind
        else:
            assert partly[kind][here].any(), kind
            assert (partly[kind] | ~special)[here].all(), kind
            assert not special[here].all(), kind
    others = stretches.bits(0, form, (216, 240), lambda n: draws64(3, 1, n))
    assert np.isfinite(others.view(np.float32)).all()


def test_a_flavour_is_read_as_it_is_written() -> None:
    for stretches in (Stretches((0,), 256), Stretches((1, 5), 8, 504)):
        assert Stretches.of(str(stretches)) == stretches
    assert Stretches.of("moderate") is None


def test_the_operands_that_are_filled_have_long_lines() -> None:
    """The rows of a pool's gradient are shorter, but still longer than its axis of channels."""
    for op in all_ops().values():
        least = 37 if op.shape_rule in pools.SHAPE_RULES else 515
        for scene in all_scenes("STRETCHES").get(op.shape_rule, ()):
            for number in {number for which in scene.stretched for number in which}:
                assert max(scene.shapes[number]) >= least, op.name


def test_nine_shape_rules_in_ten_have_an_op_that_is_asked() -> None:
    """The other rules have no numeric operand, or sizes too small for three stretches."""
    asked = set()
    for op in all_ops().values():
        label = labels_of(op.name)[0]
        first = next(iter(asked_of(op.name, label)), None)
        if first is not None:
            assert op.output_shapes(first.call, first.shapes)
            asked.add(op.shape_rule)
    assert len(asked) >= 0.9 * len({op.shape_rule for op in all_ops().values()})


def test_an_order_of_keys_meets_every_order_of_a_mask() -> None:
    (specimen, *_) = [s for s in of_judge(GRADIENT) if "1+5" in s.flavour]
    assert specimen.call.inputs[5] == "bool"
    assert lines_of(specimen.shapes[5]) >= orders(get_format("bool"))
    assert any(bits_of(x).size for x in specimen.operands())
