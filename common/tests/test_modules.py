"""Test that the modules of a package are found."""

from __future__ import annotations

from samebits import common
from samebits.common.modules import modules_of


def test_every_module_of_a_folder_is_found_in_order_and_imported_when_asked() -> None:
    found = dict(modules_of(common))
    assert list(found) == sorted(found)
    assert {"files", "modules"} <= {*found}
    assert found["modules"]().modules_of is modules_of
