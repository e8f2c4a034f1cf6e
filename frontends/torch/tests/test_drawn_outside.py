"""A model that was drawn outside of a block and is trained inside causes one warning."""

from __future__ import annotations

import copy
import warnings

import pytest
import torch
from torch import nn

from samebits.torch import DrawnOutside, reproducible


def train(model, steps=2, optimizer=None):
    """Train for some steps in a block, and return the warnings."""
    optimizer = optimizer or torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.ones(2, 4)
    with warnings.catch_warnings(record=True) as found, reproducible("c:baseline"):
        warnings.simplefilter("always")
        for _ in range(steps):
            optimizer.zero_grad()
            model(x).sum().backward()
            optimizer.step()
    return [str(w.message) for w in found if issubclass(w.category, DrawnOutside)]


def made():
    return nn.Sequential(nn.Linear(4, 3), nn.LayerNorm(3), nn.Linear(3, 2, bias=False))


def test_a_model_that_was_drawn_outside_is_named_once():
    model = made()
    (text,) = train(model)
    assert text.startswith("3 of the 5 parameters of this SGD were drawn outside of a block")
    assert "the first of shape (3, 4)" in text
    assert "build the model inside the block, or load its parameters" in text
    assert train(model) == []


def test_a_model_that_was_drawn_inside_is_right():
    with reproducible("c:baseline"):
        model = made()
    assert train(model) == []


def test_a_model_that_was_drawn_again_inside_is_right():
    model = made()
    with reproducible("c:baseline"):
        for module in model:
            module.reset_parameters()
    assert train(model) == []


LOADS = {
    "load_state_dict": lambda m, o: m.load_state_dict(o),
    "assign": lambda m, o: m.load_state_dict(o, assign=True),
    "data": lambda m, o: [p.data.copy_(o[n]) for n, p in m.named_parameters()],
    "copy_": lambda m, o: [p.detach().copy_(o[n]) for n, p in m.named_parameters()],
    "data anew": lambda m, o: [setattr(p, "data", o[n]) for n, p in m.named_parameters()],
    "constants": lambda m, o: [nn.init.constant_(p, 0.5) for p in m.parameters()],
}


@pytest.mark.parametrize("name", LOADS)
def test_a_model_that_was_loaded_is_right(name):
    model = made()
    LOADS[name](model, {n: torch.full_like(x, 0.25) for n, x in model.state_dict().items()})
    assert train(model) == []


def test_a_model_that_is_moved_or_converted_is_named_all_the_same():
    assert len(train(made().double().float())) == 1
    assert len(train(made().to(torch.device("cpu")))) == 1


def test_draws_by_way_of_data_are_seen_too():
    model = nn.Linear(4, 2, bias=False)
    nn.init.normal_(model.weight.data)
    assert len(train(model)) == 1


@pytest.mark.parametrize(
    "draw",
    [
        nn.init.uniform_, nn.init.normal_, nn.init.trunc_normal_, nn.init.xavier_normal_,
        nn.init.kaiming_normal_, nn.init.orthogonal_, lambda w: nn.init.sparse_(w, 0.5),
    ],
)  # fmt: skip
def test_every_drawing_function_is_seen(draw):
    with reproducible("c:baseline"):
        model = nn.Linear(4, 4, bias=False)
    draw(model.weight)
    with torch.no_grad():
        model.weight.add_(0.0)
    assert len(train(model)) == 1


def test_parameters_that_no_step_changes_are_not_named():
    with reproducible("c:baseline"):
        model = made()
    frozen = made()
    for p in frozen.parameters():
        p.requires_grad_(False)
    optimizer = torch.optim.SGD([*model.parameters(), *frozen.parameters()], lr=0.1)
    assert train(model, optimizer=optimizer) == []


def test_outside_of_a_block_nothing_is_said():
    model = copy.deepcopy(made())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        model(torch.ones(2, 4)).sum().backward()
        optimizer.step()


def test_a_copy_of_a_model_that_was_drawn_outside_is_named():
    (text,) = train(copy.deepcopy(nn.Linear(4, 2)))
    assert text.startswith("2 of the 2 parameters")
    layer = nn.TransformerEncoderLayer(4, 2, 8)  # the encoder holds copies of it
    (text,) = train(nn.TransformerEncoder(layer, 2, enable_nested_tensor=False))
    assert text.startswith("12 of the 24 parameters")


def test_loading_equal_values_is_loading():
    torch.manual_seed(0)
    model = nn.Linear(4, 2)
    model.load_state_dict({name: x.clone() for name, x in model.state_dict().items()})
    assert train(model) == []


def test_outside_of_a_block_programs_run_as_without_samebits():
    def loss(x):
        return nn.Linear(3, 2)(x).sum()

    assert torch.func.grad(loss)(torch.ones(4, 3)).shape == (4, 3)

    def drawn(x):
        return nn.init.kaiming_uniform_(torch.zeros_like(x))

    compiled = torch.compile(drawn, backend="eager", fullgraph=True)
    assert compiled(torch.ones(3, 3)).abs().sum() > 0
