"""The sentence model with real weights: one hash for every batch size, and the record."""

import json

import torch

from samebits.torch import reproducible
from samebits.torch.tests import sentences
from samebits.torch.tests.examples import SENTENCE_MODEL, example


@SENTENCE_MODEL
def test_sentences_alone_and_together_have_the_hash_of_the_record():
    program = example("sentence_model")
    model = program.load()
    kept = json.loads(sentences.RECORD.read_text())["piece"]
    for device, size in (("c:baseline", 1), ("auto", 1), ("auto", 2), ("auto", 3)):
        with reproducible(device):
            found = program.digest(program.embed(model, sentences.PIECE, size))
        assert found == kept, (device, size)


def test_the_record_is_of_these_sources():
    kept = json.loads(sentences.RECORD.read_text())
    now = sentences.sources()
    assert {name: kept[name] for name in now} == now, "run nox -s record -- torch_sentences"
    assert kept["count"] == 100
    assert kept["differ"] > 0
    assert sentences.PAGE.read_text() == sentences.page(kept), "nox -s record -- torch_sentences"


def test_sources_name_the_installed_pytorch():
    assert torch.__version__.startswith(sentences.sources()["torch"])
