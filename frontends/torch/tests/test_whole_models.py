"""Whole models, with gradients and an optimizer step: one hash, and results near to PyTorch's."""

import json
import subprocess
import sys

import pytest
import torch

from samebits.torch.tests.models import record, training
from samebits.torch.tests.models.page import page
from samebits.torch.tests.models.training import WAYS

PLACES = [place for place in record.places() if place[1] == 2 or "baseline" in place[0]]
POISONED = ["ConvNeXt", "GRU", "nn.Transformer"]


@pytest.fixture(autouse=True)
def _one_thread_of_pytorch():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("name", record.OWN)
def test_every_device_has_the_hash_of_the_record(name):
    kept = json.loads(record.RECORD.read_text())["models"][name]["hashes"]
    for place in PLACES:
        assert training.hash_of(record.OWN[name], WAYS["AdamW"], *place) == kept["AdamW"], place


@pytest.mark.parametrize("name", record.OWN)
def test_loss_and_gradients_are_near_to_those_of_pytorch_in_binary64(name):
    assert training.distance(record.OWN[name], "auto") < record.NEAR


@pytest.mark.parametrize("way", list(WAYS)[1:])
def test_other_ways_have_the_hash_of_the_record(way):
    kept = json.loads(record.RECORD.read_text())["models"]["ViT"]["hashes"]
    assert training.hash_of(record.OWN["ViT"], WAYS[way], *PLACES[-1]) == kept[way]


def test_models_take_nothing_of_a_poisoned_pytorch():
    program = f"""
import torch
from samebits.torch.tests.models import record, training
torch.set_num_threads(1)
for name in {POISONED}:
    print(training.hash_of(record.OWN[name], training.WAYS["AdamW"], "c:baseline", 1))
"""
    command = [sys.executable, "-c", "from samebits.torch.tests import poisoned\n"]
    command[-1] += f"poisoned.poison(False)\n{program}"
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    kept = json.loads(record.RECORD.read_text())["models"]
    assert done.stdout.split() == [kept[name]["hashes"]["AdamW"] for name in POISONED]


def test_the_record_is_of_these_sources_and_has_nothing_wrong():
    kept = json.loads(record.RECORD.read_text())
    now = record.sources()
    assert {name: kept[name] for name in now} == now, "run nox -s record -- torch_models"
    assert list(record.faults(kept)) == []
    assert record.PAGE.read_text() == page(kept), "run nox -s record -- torch_models"
    for name in ("BERT", "GPT-2", "Llama", "T5"):
        assert f"{name}, eager" in kept["models"]
        assert f"{name}, sdpa" in kept["models"]
