"""Recurrent layers return the bits of the ops in binary32.

PyTorch composes recurrent layers of linear layers and activations, like the graphs of G11. In
binary32 there is no additional rounding between two of these ops.
"""

import pytest
import torch

from samebits.torch import reproducible
from samebits.torch.tests.independent import assert_bits
from samebits.torch.tests.several import numbers, results, spread

F32 = torch.float32
LAYERS = {"lstm": (torch.nn.LSTM, 4), "gru": (torch.nn.GRU, 3)}
CELLS = {"lstm": (torch.nn.LSTMCell, 4), "gru": (torch.nn.GRUCell, 3)}


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


def filled(make, *arguments, **options):
    """Return a module with fixed parameters, made without random numbers."""
    with torch.device("meta"):
        module = make(*arguments, **options)
    module = module.to_empty(device="cpu")
    for i, p in enumerate(module.parameters()):
        p.data.copy_(numbers(F32, *p.shape, seed=i))
    return module


def layer(name, x, weights, state):
    """Return y and the new states of one direction, computed by the op."""
    given = [x, *state, *weights]
    size = 5 if name == "lstm" else 4
    return results(name, given, [F32] * size)[: size - 2]


def parameters(module, suffix):
    names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    found = (getattr(module, f"{n}_l{suffix}", None) for n in names)
    return [p.detach() for p in found if p is not None]


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("biased", [True, False])
def test_G11_a_layer_in_training_and_in_inference_has_the_bits_of_the_op(name, biased):
    module = filled(LAYERS[name][0], 5, 6, bias=biased)
    x = numbers(F32, 7, 3, 5, seed=9)
    states = [numbers(F32, 3, 6, seed=20 + i) for i in range(2 if name == "lstm" else 1)]
    wanted = layer(name, x, parameters(module, "0"), states)
    given = [s[None] for s in states]
    hidden = tuple(given) if name == "lstm" else given[0]
    for x_ in (x, spread(x)):
        for mode in (True, False):
            module.train(mode)
            y, new = module(x_, hidden)
            assert_bits(y.detach(), wanted[0])
            for one, other in zip(new if name == "lstm" else (new,), wanted[1:], strict=True):
                assert_bits(one[0].detach(), other)
    alone, _ = module(x[:, 1], tuple(g[:, 1] for g in given) if name == "lstm" else given[0][:, 1])
    assert_bits(alone.detach(), wanted[0][:, 1])


@pytest.mark.parametrize("name", LAYERS)
def test_G11_a_stack_of_both_directions_is_made_of_single_layers(name):
    module = filled(LAYERS[name][0], 5, 6, num_layers=2, bidirectional=True, batch_first=True)
    x = numbers(F32, 3, 7, 5, seed=9)
    y = x.transpose(0, 1)
    zeros = [torch.zeros(3, 6)] * (2 if name == "lstm" else 1)
    for depth in "01":
        ahead = layer(name, y, parameters(module, depth), zeros)[0]
        back = layer(name, y.flip(0), parameters(module, f"{depth}_reverse"), zeros)[0].flip(0)
        y = torch.cat([ahead, back], 2)
    assert_bits(module(x)[0].detach(), y.transpose(0, 1))


@pytest.mark.parametrize("name", LAYERS)
def test_a_packed_sequence_has_the_bits_of_each_sequence_alone(name):
    module = filled(LAYERS[name][0], 5, 6)
    x, lengths = numbers(F32, 7, 3, 5, seed=9), [7, 4, 2]
    packed = torch.nn.utils.rnn.pack_padded_sequence(x, torch.tensor(lengths))
    y, sizes = torch.nn.utils.rnn.pad_packed_sequence(module(packed)[0])
    assert sizes.tolist() == lengths
    for i, n in enumerate(lengths):
        assert_bits(y[:n, i].detach(), module(x[:n, i])[0].detach())


@pytest.mark.parametrize("name", CELLS)
def test_G11_a_cell_has_the_bits_of_the_op(name):
    module = filled(CELLS[name][0], 5, 6)
    x = numbers(F32, 3, 5, seed=9)
    states = [numbers(F32, 3, 6, seed=20 + i) for i in range(2 if name == "lstm" else 1)]
    weights = [p.detach() for p in module.parameters()]
    count = 3 if name == "lstm" else 2
    wanted = results(f"{name}_cell", [x, *states, *weights], [F32] * count)[: count - 1]
    got = module(x, tuple(states) if name == "lstm" else states[0])
    for one, other in zip(got if name == "lstm" else (got,), wanted, strict=True):
        assert_bits(one.detach(), other)


@pytest.mark.parametrize("nonlinearity", ["tanh", "relu"])
def test_a_simple_layer_is_a_chain_of_linear_and_its_activation(nonlinearity):
    module = filled(torch.nn.RNN, 5, 6, nonlinearity=nonlinearity)
    x, hidden = numbers(F32, 7, 3, 5, seed=9), torch.zeros(3, 6)
    w, u, b, c = parameters(module, "0")
    y = module(x)[0].detach()
    for t in range(7):
        own = results("linear", [x[t], w, b], [F32])[0]
        before = results("linear", [hidden, u, c], [F32])[0]
        total = results("add", [before, own], [F32])[0]
        hidden = results(nonlinearity, [total], [F32])[0]
        assert_bits(y[t], hidden)
