"""The comparison of meanings finds each planted deviation, and no fault without one."""

import pytest

pytest.importorskip("expecttest", reason="PyTorch's own tests need it: pip install expecttest")

from samebits.torch.tests.meaning.differences import unlisted
from samebits.torch.tests.meaning.planted import PLANTS
from samebits.torch.tests.meaning.sweep import compared


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_deviation_is_found(name):
    plant = PLANTS[name]
    found = compared([plant.entry], [plant.format], plant.opened)[plant.entry, plant.format]
    assert found.compared
    assert unlisted(found.faults)


def test_without_a_plant_the_same_entries_have_no_fault():
    entries = sorted({plant.entry for plant in PLANTS.values()})
    found = compared(entries, ["f32"])
    assert not unlisted([fault for one in found.values() for fault in one.faults])
