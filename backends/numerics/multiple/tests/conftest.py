"""The compiled C library, built once."""

from __future__ import annotations

import pytest

from samebits.backends.numerics.multiple.tests.library import Multiple, build


@pytest.fixture(scope="session")
def multiple(tmp_path_factory: pytest.TempPathFactory) -> Multiple:
    """Return the functions of the last stage, compiled from C."""
    return Multiple(build(tmp_path_factory.mktemp("multiple")))
