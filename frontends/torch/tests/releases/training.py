"""Programs that train models, with every optimizer and schedule, and draw initial weights."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from samebits.torch import get_hash, seed_everything
from samebits.torch.tests.models import convolutional, spatial, training, worded

Program = Callable[[], str]
"""A function that computes in a block and returns a hash."""


def page() -> str:
    """Run the example of docs/torch.md, and return the hash of the model."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 32), nn.GELU(), nn.Linear(32, 2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    x, y = torch.randn(64, 8), torch.randn(64, 2)
    for _ in range(10):
        optimizer.zero_grad()
        functional.mse_loss(model(x), y).backward()
        optimizer.step()
    return get_hash(model)


def digits(foreach: bool) -> str:
    """Train examples/train_digits_torch.py for one epoch, checkpointed, and return the hash."""
    from samebits.torch.tests.examples import example

    program = example("train_digits_torch")
    torch.manual_seed(0)
    images, held_out = program.digits()
    net = program.Net(checkpointing=True)
    program.train(net, images, 1, foreach=foreach)
    return get_hash([net, net.eval()(held_out.tensors[0]).detach()])


class Block(nn.Module):
    """A block of a small GPT."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.first, self.last = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.more = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: Tensor) -> Tensor:
        """Return x after attention and two linear layers."""
        parts = self.first(self.norms[0](x)).chunk(3, -1)
        q, k, v = (t.unflatten(-1, (4, -1)).transpose(1, 2) for t in parts)
        seen = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.dropout(self.last(seen.transpose(1, 2).flatten(2)))
        return x + self.more(self.norms[1](x))


def _gpt() -> tuple[nn.Module, Callable[[nn.Module], Tensor]]:
    width = 32
    ends = nn.LayerNorm(width), nn.Linear(width, width)
    model = nn.Sequential(nn.Embedding(width, width), Block(width), Block(width), *ends)

    def loss(m: nn.Module) -> Tensor:
        words = torch.randint(0, width, (4, 32))
        return functional.cross_entropy(m(words)[:, :-1].flatten(0, 1), words[:, 1:].flatten())

    return model, loss


def _cnn() -> tuple[nn.Module, Callable[[nn.Module], Tensor]]:
    first = nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2)
    more = nn.Conv2d(16, 32, 3, padding=1, groups=4), nn.SiLU(), nn.AdaptiveAvgPool2d(2)
    model = nn.Sequential(*first, *more, nn.Flatten(), nn.Linear(128, 10))

    def loss(m: nn.Module) -> Tensor:
        classes = torch.randint(0, 10, (8,))
        return functional.cross_entropy(m(torch.randn(8, 3, 16, 16)), classes, label_smoothing=0.1)

    return model, loss


def _lstm() -> tuple[nn.Module, Callable[[nn.Module], Tensor]]:
    model = nn.LSTM(16, 32, 2, batch_first=True, dropout=0.1)
    return model, lambda m: m(torch.randn(4, 10, 16))[0].pow(2).mean()


def _encoder() -> tuple[nn.Module, Callable[[nn.Module], Tensor]]:
    model = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.1, batch_first=True)
    return model, lambda m: m(torch.randn(4, 10, 32)).abs().mean()


def trained(make: Callable[[], tuple[nn.Module, Callable[[nn.Module], Tensor]]]) -> str:
    """Train a model with four optimizers, clipping and a cosine schedule, and return the hash."""
    torch.manual_seed(0)
    model, loss = make()
    losses = []
    for kind, words in (
        (torch.optim.AdamW, {}),
        (torch.optim.SGD, {"momentum": 0.9, "nesterov": True}),
        (torch.optim.Adagrad, {}),
        (torch.optim.NAdam, {}),
    ):
        optimizer = kind(model.parameters(), lr=1e-3, **words)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 5)
        for _ in range(3):
            optimizer.zero_grad()
            losses.append(loss(model))
            losses[-1].backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return get_hash([model, [x.detach() for x in losses]])


_OPTIMIZERS: dict[str, list[dict[str, Any]]] = {
    "SGD": [{}, {"momentum": 0.9, "dampening": 0.1, "weight_decay": 0.01}],
    "Adam": [{}, {"amsgrad": True, "weight_decay": 0.01}, {"maximize": True, "fused": True}],
    "AdamW": [{}, {"amsgrad": True, "foreach": True}],
    "Adagrad": [{}, {"lr_decay": 0.1, "weight_decay": 0.01}],
    "Adadelta": [{}, {"weight_decay": 0.01}],
    "Adamax": [{}, {"weight_decay": 0.01}],
    "NAdam": [{}, {"decoupled_weight_decay": True, "weight_decay": 0.01}],
    "RAdam": [{}, {"decoupled_weight_decay": True, "weight_decay": 0.01}],
    "RMSprop": [{}, {"centered": True, "momentum": 0.5}],
    "Rprop": [{}, {"maximize": True}],
    "ASGD": [{}, {"weight_decay": 0.01}],
    "Adafactor": [{}, {"weight_decay": 0.01}],
    "LBFGS": [{}, {"line_search_fn": "strong_wolfe"}],
    "Muon": [{}, {"nesterov": False}],
}


def optimized(name: str, words: dict[str, Any]) -> str:
    """Return the hash of two matrices and of the optimizer's state after eight steps."""
    torch.manual_seed(0)
    some = [nn.Parameter(torch.randn(7, 5)), nn.Parameter(torch.randn(5, 3))]
    target = torch.randn(7, 3)
    optimizer = getattr(torch.optim, name)(some, **words)

    def loss() -> Tensor:
        optimizer.zero_grad()
        value = functional.smooth_l1_loss(torch.tanh(some[0]) @ some[1], target)
        value.backward()
        return value

    for _ in range(3 if name == "LBFGS" else 8):
        if name == "LBFGS":
            optimizer.step(loss)
        else:
            loss()
            optimizer.step()
    return get_hash([list(map(Tensor.detach, some)), _tensors(optimizer.state_dict())])


def _tensors(x: Any) -> list[Tensor]:
    return [leaf for leaf in torch.utils._pytree.tree_leaves(x) if isinstance(leaf, Tensor)]


_RATES = torch.optim.lr_scheduler
_SCHEDULES: dict[str, Callable[[torch.optim.Optimizer], Any]] = {
    "StepLR": lambda o: _RATES.StepLR(o, 3, 0.3),
    "MultiStepLR": lambda o: _RATES.MultiStepLR(o, [2, 5, 9], 0.7),
    "ConstantLR": lambda o: _RATES.ConstantLR(o, 0.3, 4),
    "LinearLR": lambda o: _RATES.LinearLR(o, 0.3, 1.0, 7),
    "ExponentialLR": lambda o: _RATES.ExponentialLR(o, 0.9),
    "PolynomialLR": lambda o: _RATES.PolynomialLR(o, 9, 0.9),
    "CosineAnnealingLR": lambda o: _RATES.CosineAnnealingLR(o, 9, 1e-4),
    "CosineAnnealingWarmRestarts": lambda o: _RATES.CosineAnnealingWarmRestarts(o, 3, 2),
    "CyclicLR": lambda o: _RATES.CyclicLR(o, 0.01, 0.1, 3, mode="exp_range", gamma=0.9),
    "OneCycleLR": lambda o: _RATES.OneCycleLR(o, 0.3, 12),
    "SequentialLR": lambda o: _RATES.SequentialLR(
        o, [_RATES.LinearLR(o, 0.1, 1.0, 3), _RATES.ExponentialLR(o, 0.8)], [3]
    ),
    "ChainedScheduler": lambda o: _RATES.ChainedScheduler(
        [_RATES.ConstantLR(o, 0.5, 2), _RATES.ExponentialLR(o, 0.9)]
    ),
}


def scheduled(name: str) -> str:
    """Return the hash of the learning rates and momenta in eleven steps."""
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1, momentum=0.9)
    schedule = _SCHEDULES[name](optimizer)
    found = []
    for _ in range(11):
        optimizer.step()
        schedule.step()
        found += [float(optimizer.param_groups[0][word]) for word in ("lr", "momentum")]
    return get_hash(found)


_INITIAL = (
    *("uniform_", "normal_", "trunc_normal_", "xavier_uniform_", "xavier_normal_"),
    *("kaiming_uniform_", "kaiming_normal_", "orthogonal_", "dirac_", "eye_"),
)


def initial(name: str) -> str:
    """Return the hash of weights drawn by a function of torch.nn.init."""
    seed_everything(3)
    shape = (6, 5, 3) if name == "dirac_" else (6, 5)
    found = [getattr(nn.init, name)(torch.empty(shape))]
    if name == "trunc_normal_":  # an interval of small probability, and a different format
        found.append(nn.init.trunc_normal_(torch.empty(shape), 1.0, 2.0, 0.0, 0.5))
        found.append(nn.init.trunc_normal_(torch.empty(shape, dtype=torch.bfloat16), std=2.0))
    return get_hash(found)


def programs(quick: bool) -> Iterator[tuple[str, Program]]:
    """Yield every program with its name; with `quick`, only the most important ones."""
    yield "page", page
    yield "digits", functools.partial(digits, False)
    for name, make in (("gpt", _gpt), ("cnn", _cnn), ("lstm", _lstm), ("encoder", _encoder)):
        yield name, functools.partial(trained, make)
    for name, several in _OPTIMIZERS.items():
        for words in several:
            yield f"{name}({_text(words)})", functools.partial(optimized, name, words)
    for name in _SCHEDULES:
        yield name, functools.partial(scheduled, name)
    for name in _INITIAL:
        yield f"init.{name}", functools.partial(initial, name)
    if quick:
        return
    yield "digits, foreach", functools.partial(digits, True)
    own = {**convolutional.MODELS, **spatial.MODELS, **worded.MODELS}
    try:
        from samebits.torch.tests.models import published
    except ImportError:
        pass  # a release with which transformers does not work
    else:
        own |= {f"transformers, {name}": whole for name, whole in published.MODELS.items()}
        for name in published.WRITERS:
            yield f"{name} writes", functools.partial(_written, name)
    for name, whole in own.items():
        for label, way in training.ways_of(whole).items():
            if label == "AdamW" or not name.startswith("transformers"):
                yield f"{name}, {label}", functools.partial(training.hash_of, whole, way, "auto", 1)


def _written(name: str) -> str:
    from samebits.torch.tests.models import published

    return get_hash(published.written(name, "sdpa", "sampled"))


def _text(words: dict[str, Any]) -> str:
    return ", ".join(f"{word}={value}" for word, value in words.items())
