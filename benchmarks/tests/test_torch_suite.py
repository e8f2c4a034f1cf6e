"""Test the networks of the suite `torch`: small ones have the same hash on every device."""

import pytest
import torch

from samebits.backends.c.library import widest_device
from samebits.benchmarks import torch_models as models
from samebits.benchmarks.suites import torch as suite
from samebits.torch import get_hash, reproducible

SHAPE = {"width": 16, "heads": 2, "layers": 2, "longest": 6}


def residual():
    return models.resnet18(5, width=4), torch.randn(2, 3, 32, 32), torch.randint(5, (2,))


def generating():
    net = models.Transformer(11, causal=True, dropout=0.2, **SHAPE)
    return net, torch.randint(11, (2, 6)), torch.randint(11, (2, 6))


def encoding():
    net = models.Transformer(11, causal=False, **SHAPE)
    return net, torch.randint(11, (2, 6)), torch.randint(16, (2, 6))


def digits():
    return models.digits_net(), torch.rand(4, 1, 8, 8), torch.randint(10, (4,))


@pytest.mark.parametrize("made", [residual, generating, encoding, digits])
def test_a_network_trains_with_one_hash_on_two_devices_and_thread_counts(made):
    hashes = []
    for device, threads in (("c:baseline", 1), (f"c:{widest_device()}", 2)):
        with reproducible(device, threads):
            torch.manual_seed(0)
            net, x, target = made()
            step = models.training(net, x, target)
            losses = [float(step()) for _ in range(3)]
            hashes.append((losses, get_hash(net), get_hash(models.inference(net, x)())))
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0][0])) == 3, "it trains"


@pytest.mark.parametrize("made", [residual, encoding])
def test_a_row_alone_has_the_bits_that_it_has_in_its_batch(made):
    with reproducible("c:baseline"):
        torch.manual_seed(1)
        net, x, _ = made()
        whole = models.inference(net, x)()
        alone = models.inference(net, x[1:])()
    assert torch.equal(alone, whole[1:])


def test_the_sides_run_one_program_and_only_ours_in_a_block():
    seen = []

    def run():
        seen.append(torch.ones(2) + 1.0)

    with reproducible("c:baseline", count=True) as block:
        inside = suite.Side(run, lambda: reproducible("c:baseline"))
        assert suite.timed(inside, 2) >= 0
    assert len(seen) == 3
    assert not block.counts, "the inner block counts for itself"
