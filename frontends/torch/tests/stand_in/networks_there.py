"""Networks return bit-identical results on tensors of a device and on the CPU."""

import json

import pytest
import torch
from torch import nn
from torch.utils.data import TensorDataset

from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.torch import NoCanonicalDefinition, WrongCall, get_hash, reproducible
from samebits.torch.tests import on_a_gpu, sentences
from samebits.torch.tests.examples import SENTENCE_MODEL, example
from samebits.torch.tests.models import record, training
from samebits.torch.tests.stand_in.comparing import BACKEND, same
from samebits.torch.tests.stand_in.device import missing

if missing():
    pytest.skip(f"tensors of a device are not tried: {missing()}", allow_module_level=True)


@pytest.mark.parametrize("checkpointing", [False, True])
def test_training_on_digits_has_the_hash_of_the_host(device, checkpointing):
    digits = example("train_digits_torch")
    images, classes = (x[:24] for x in digits.digits()[0].tensors)
    found, counts = [], []
    for backend, place in (("auto", "cpu"), (BACKEND, device)):
        with reproducible(backend, count=True) as block:
            torch.manual_seed(0)
            net = digits.Net(checkpointing).to(place)
            data = TensorDataset(images, classes)
            digits.train(net, data, 1, batch=8, foreach=checkpointing)
            found.append(get_hash(net))
            counts.append(block.counts)
    assert found[0] == found[1]
    assert counts[0] == counts[1]


@SENTENCE_MODEL
def test_sentences_have_the_hash_of_the_record(device):
    program = example("sentence_model")
    model = program.load().to(device)
    kept = json.loads(sentences.RECORD.read_text())["piece"]
    for size in (1, 3):
        with reproducible(BACKEND):
            assert program.digest(program.embed(model, sentences.PIECE, size)) == kept


@pytest.mark.parametrize("name", record.OWN)
def test_whole_models_have_the_hash_of_the_record(device, name):
    kept = json.loads(record.RECORD.read_text())["models"][name]["hashes"]["AdamW"]
    way = training.WAYS["AdamW"]
    assert training.hash_of(record.OWN[name], way, BACKEND, 0, str(device)) == kept


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU, nn.RNN])
@pytest.mark.parametrize(
    "words",
    [
        {},
        {"num_layers": 2, "bidirectional": True, "dropout": 0.4},
        {"bias": False, "batch_first": True, "num_layers": 2},
        {"proj_size": 2},
    ],
)
def test_recurrent_layers_and_their_gradients(device, kind, words, packed):
    if "proj_size" in words and kind is not nn.LSTM:
        words = {"nonlinearity": "relu"} if kind is nn.RNN else {"bidirectional": True}
    lengths = [5, 5, 2] if words.get("batch_first") else [5, 3, 2]

    def run(place):
        layer = kind(4, 6, **words).to(place)
        x = torch.randn(3, 5, 4) if words.get("batch_first") else torch.randn(5, 3, 4)
        x = x.to(place).requires_grad_()
        given = x
        if packed:
            given = nn.utils.rnn.pack_padded_sequence(
                x, torch.tensor(lengths), batch_first=bool(words.get("batch_first"))
            )
        output, state = layer(given)
        output = output.data if packed else output
        state = state if isinstance(state, tuple) else (state,)
        (output.sum() + sum((part * part).sum() for part in state)).backward()
        return [output, *state, x.grad, *(p.grad for p in layer.parameters())]

    same(device, run)


@pytest.mark.parametrize("kind", [nn.LSTMCell, nn.GRUCell, nn.RNNCell])
@pytest.mark.parametrize("bias", [True, False])
def test_recurrent_cells(device, kind, bias):
    def run(place):
        cell = kind(3, 4, bias=bias).to(place)
        x = torch.randn(2, 3).to(place)
        state = cell(x)
        state = cell(x, state)
        result = state if isinstance(state, torch.Tensor) else state[0]
        result.sum().backward()
        return [result, *(p.grad for p in cell.parameters())]

    same(device, run)


@pytest.mark.parametrize("layer", ["input", "data"])
def test_parameters_of_another_number_are_an_error(device, layer):
    x, h = torch.zeros(2, 1, 3, device=device), torch.zeros(1, 1, 3, device=device)
    weights = [torch.zeros(9, 3, device=device)] * 3
    given = (x, h) if layer == "input" else (x[0], torch.tensor([1]), h)
    rest = (weights, True, 1, 0.0, False, False, *([False] if layer == "input" else []))
    with reproducible(BACKEND), pytest.raises(RuntimeError, match="3 parameters"):
        getattr(torch.ops.aten.gru, layer)(*given, *rest)
    if layer == "input":
        with reproducible(BACKEND), pytest.raises(RuntimeError, match="sequence length"):
            torch.ops.aten.gru.input(x[:0], h, weights[:2], False, *rest[2:])


def test_shortcuts_that_a_device_has_for_several_tensors_are_not_taken(device):
    def run(place):
        xs = [torch.linspace(0, 1, n).to(place) for n in (3, 5)]
        torch._foreach_add_(xs, xs)
        torch._foreach_mul_(xs, 0.3)
        norms = torch._foreach_norm(xs)
        for x in xs:
            x.requires_grad_()
            x.grad = x.detach() * 3
        norm = nn.utils.clip_grad_norm_(xs, 0.5, foreach=True)
        return [*xs, *norms, norm, *(x.grad for x in xs)]

    same(device, run)
    with reproducible(BACKEND), pytest.raises(NoCanonicalDefinition, match="_fused_dropout"):
        torch.ops.aten._fused_dropout(torch.ones(3, device=device), 0.5)


def test_fused_and_foreach_optimizers_and_schedules(device):
    def run(place):
        results = []
        for words in ({"fused": True}, {"foreach": True}, {}):
            x = torch.linspace(-1, 1, 6).to(place).requires_grad_()
            optimizer = torch.optim.AdamW([x], lr=0.1, **words)
            for _ in range(3):
                optimizer.zero_grad()
                (x * x).sum().backward()
                optimizer.step()
            results.append(x)
        return results

    same(device, run)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("Adam", {"amsgrad": True, "maximize": True}),
        ("AdamW", {}),
        ("SGD", {"momentum": 0.9, "nesterov": True}),
        ("SGD", {"weight_decay": 0.1}),
        ("Adagrad", {}),
    ],
)
def test_a_fused_step_of_a_network_takes_one_launch(device, kind, words, monkeypatch):
    entries = []
    start = EmulatedMachine.start

    def counted(machine, prepared, arguments):
        entries.append(prepared[0].entry)
        start(machine, prepared, arguments)

    monkeypatch.setattr(EmulatedMachine, "start", counted)

    def run(place):
        xs = [torch.linspace(-1, 1, n).to(place).requires_grad_() for n in (3, 4097, 1, 20)]
        optimizer = getattr(torch.optim, kind)(xs, lr=0.1, fused=True, **words)
        for _ in range(3):
            optimizer.zero_grad()
            sum((x * x).sum() for x in xs).backward()
            optimizer.step()
        return xs

    same(device, run)
    assert entries.count(f"sb_{kind.lower()}_list_f32") == 3
    assert f"sb_{kind.lower()}_f32" not in entries


def test_a_call_that_is_an_error_by_its_clause_is_one_there_too(device):
    x = torch.ones(3, 4, device=device)
    targets = torch.tensor([1, 2, 9]).to(device)
    step = {"weight_decay": 0.0, "momentum": 0.5, "lr": -1.0, "dampening": 0.0}
    step |= {"nesterov": False, "maximize": False, "is_first_step": False}
    with reproducible(BACKEND):
        with pytest.raises(WrongCall, match="9 at row-major position 2 is out of range"):
            nn.functional.cross_entropy(x, targets)
        with pytest.raises(WrongCall, match=r"lr=-1\.0 must be at least 0"):
            torch._fused_sgd_([x, x + 1], [x, x], [x + 2, x + 3], **step)


def test_a_loss_scale_that_overflows_leaves_a_step_out(device):
    def run(place):
        gradients = [torch.tensor([1.0, float("inf")], device=place)]
        found = torch.zeros((), device=place)
        scale, tracker = torch.tensor(4.0, device=place), torch.tensor(1, device=place).int()
        torch._amp_foreach_non_finite_check_and_unscale_(gradients, found, torch.tensor(0.25))
        torch._amp_update_scale_(scale, tracker, found, 2.0, 0.5, 2)
        return [*gradients, found, scale, tracker]

    same(device, run)


def test_the_program_for_a_gpu_tells_networks_with_another_hash(device, capsys, monkeypatch):
    every = on_a_gpu.works(1)
    assert len(every) >= 25
    some = {name: every[name] for name in ("digits, 1 steps", "fused steps", "GRU, AdamW")}
    monkeypatch.setattr(on_a_gpu, "works", lambda steps: some)
    assert on_a_gpu.main(["--device", "emulated"]) == 0
    assert capsys.readouterr().out.count("equal") == 3
    some["place"] = lambda backend, place: place
    assert on_a_gpu.main(["--device", "emulated"]) == 1
    assert "place: emulated:0, OTHER BITS than cpu" in capsys.readouterr().out
