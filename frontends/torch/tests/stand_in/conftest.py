"""The replacement for a GPU, as a fixture."""

import pytest

from samebits.torch.tests.stand_in.device import standing_in


@pytest.fixture
def device():
    with standing_in() as found:
        yield found
