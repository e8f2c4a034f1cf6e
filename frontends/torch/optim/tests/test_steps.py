"""Steps of torch.optim in a block equal the ops of G8, for each of PyTorch's implementations."""

import weakref

import pytest
import torch

import samebits.torch
from samebits.torch import NoCanonicalDefinition, lists, reproducible
from samebits.torch.lowerings import optimizers
from samebits.torch.tests.by_spec import by_spec, same

_SHAPE = (3, 5)


@pytest.fixture(autouse=True)
def block():
    with reproducible("c:baseline") as opened:
        yield opened


def numbers(seed, dtype):
    torch.manual_seed(seed)
    return torch.randn(_SHAPE).to(dtype)


ADAM = {"lr": 0.02, "eps": 1e-6, "weight_decay": 0.1}
SGD = {"lr": 0.1, "weight_decay": 0.01}
OPTIMIZERS = [
    ("Adam", {**ADAM, "betas": (0.8, 0.95)}),
    ("Adam", {"lr": 0.3, "betas": (0.3, 0.7), "maximize": True, "amsgrad": True}),
    ("AdamW", {**ADAM, "amsgrad": True}),
    ("AdamW", {"lr": 0.01}),
    ("SGD", {"lr": 0.1}),
    ("SGD", {**SGD, "momentum": 0.9, "nesterov": True}),
    ("SGD", {**SGD, "momentum": 0.7, "dampening": 0.3, "maximize": True}),
    ("Adagrad", {"lr": 0.1, "lr_decay": 0.05, "weight_decay": 0.1}),
]
OTHERS = [
    ("RMSprop", {"lr": 0.01, "momentum": 0.5, "centered": True, "weight_decay": 0.1}),
    ("RMSprop", {"lr": 0.01}),
    ("NAdam", {"lr": 0.01, "weight_decay": 0.1, "decoupled_weight_decay": True}),
    ("RAdam", {"lr": 0.01}),
    ("Adamax", {"lr": 0.01, "weight_decay": 0.1}),
    ("Adadelta", {"lr": 0.5}),
    ("ASGD", {"lr": 0.01}),
    ("Rprop", {"lr": 0.01}),
]


def spec_steps(name, words, params, gradients):
    """Return the parameters after the same steps, computed only by ops of the specification."""
    words = dict(words)
    op = name.lower()
    if "betas" in words:
        words["beta1"], words["beta2"] = words.pop("betas")
    if name in ("Adam", "AdamW"):
        count = 4 if words.pop("amsgrad", False) else 3
    else:
        count = 2
    states = [torch.zeros_like(params) for _ in range(count - 1)]
    for number, gradient in enumerate(gradients, 1):
        now = {**words} if name == "SGD" else {**words, "step": number}
        given = states
        if name == "SGD" and (number == 1 or not words.get("momentum")):
            given = []
        inputs = [params, gradient, *given]
        params, *states = by_spec(op, inputs, [params, *states], **now)
    return params


def steps(name, words, dtype, gradients, **way):
    """Return two parameters after steps of an optimizer of torch.optim."""
    params = [torch.nn.Parameter(numbers(1, dtype)), torch.nn.Parameter(numbers(2, dtype))]
    optimizer = getattr(torch.optim, name)(params, **words, **way)
    for gradient in gradients:
        for p in params:
            p.grad = gradient.clone()
        optimizer.step()
    return [p.detach() for p in params]


@pytest.mark.parametrize(("name", "words"), OPTIMIZERS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_G8_steps_have_the_bits_of_the_specification(name, words, dtype):
    gradients = [numbers(10 + n, dtype) for n in range(4)]
    found = steps(name, words, dtype, gradients)
    for seed, params in enumerate(found, 1):
        assert same(params, spec_steps(name, words, numbers(seed, dtype), gradients))


@pytest.mark.parametrize(("name", "words"), [*OPTIMIZERS, *OTHERS])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_foreach_and_fused_have_the_bits_of_one_tensor(name, words, dtype):
    gradients = [numbers(10 + n, dtype) for n in range(3)]
    wanted = steps(name, words, dtype, gradients, foreach=False)
    ways = [{"foreach": True}]
    if (name, words) in OPTIMIZERS:
        ways.append({"fused": True})
    for way in ways:
        found = steps(name, words, dtype, gradients, **way)
        assert all(same(a, b) for a, b in zip(found, wanted, strict=True)), way


@pytest.mark.parametrize(("name", "words"), OPTIMIZERS)
def test_lists_of_several_dtypes_and_steps_have_the_bits_of_each(name, words):
    kinds = [torch.float32, torch.float32, torch.bfloat16, torch.float64, torch.float32]

    def run(apart):
        torch.manual_seed(3)
        late = torch.nn.Parameter(torch.randn(3))
        xs = [late, *(torch.nn.Parameter(torch.randn(4, n).to(k)) for n, k in enumerate(kinds, 1))]
        groups = [[x] for x in xs] if apart else [xs]
        made = [getattr(torch.optim, name)(group, fused=True, **words) for group in groups]
        for step in range(3):
            # The first tensor begins one step later, unless PyTorch requires all to begin together.
            for x in xs[0 if step or name == "SGD" else 1 :]:
                x.grad = torch.randn(x.shape).to(x.dtype)
            for optimizer in made:
                optimizer.step()
        return [x.detach() for x in xs]

    assert all(same(a, b) for a, b in zip(run(False), run(True), strict=True))


@pytest.mark.parametrize("gathers", [False, True])
def test_results_that_nobody_keeps_are_few_at_a_time(block, monkeypatch, gathers):
    living, most = weakref.WeakSet(), []
    new = optimizers.empty_like

    def counted(x):
        made = new(x)
        living.add(made)
        most.append(len(living))
        return made

    monkeypatch.setattr(optimizers, "empty_like", counted)
    if gathers:  # as in a session with calls on lists, for at most 100 numbers per call
        session = block.computes["cpu"].session
        monkeypatch.setattr(type(session), "prepare_list", lambda *_: None, raising=False)
        monkeypatch.setattr(lists, "_BYTES_AT_ONCE", 400)
    xs = [torch.nn.Parameter(torch.ones(10)) for _ in range(60)]
    for x in xs:
        x.grad = torch.ones(10)
    torch.optim.SGD(xs, lr=0.5, fused=True).step()
    assert len(most) == 60
    assert max(most) <= (7 if gathers else 2)
    assert all(x.tolist() == [0.5] * 10 for x in xs)


def test_a_learning_rate_in_a_tensor_is_the_number_that_it_holds():
    gradients = [numbers(10, torch.float32)]
    for way in ({}, {"fused": True}):
        wanted = steps("AdamW", {"lr": 0.25}, torch.float32, gradients)
        found = steps("AdamW", {"lr": torch.tensor(0.25)}, torch.float32, gradients, **way)
        assert all(same(a, b) for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("name", ["Adam", "AdamW", "NAdam"])
def test_a_step_that_autograd_follows_is_refused(name):
    with pytest.raises(NoCanonicalDefinition, match="differentiable"):
        steps(name, {"lr": 0.1, "differentiable": True}, torch.float32, [numbers(1, torch.float32)])


def scaled_steps(way, gradients):
    """Run a step with loss scaling for each gradient; return the parameter and the scales."""
    p = torch.nn.Parameter(numbers(1, torch.float32))
    optimizer = torch.optim.AdamW([p], lr=0.1, **way)
    scaler = torch.amp.GradScaler("cpu", init_scale=3.0, growth_interval=2)
    scales = []
    for gradient in gradients:
        optimizer.zero_grad()
        scaler.scale((p * gradient).sum()).backward()
        scaler.step(optimizer)
        scaler.update()
        scales.append(scaler.get_scale())
    return p.detach(), scales


def test_G8_loss_scales_leave_out_the_step_of_an_overflow():
    gradients = [numbers(n, torch.float32) for n in range(4)]
    gradients[1][0, 0] = float("inf")
    plain, scales = scaled_steps({}, gradients)
    assert scales == [3.0, 1.5, 1.5, 3.0]
    fused, same_scales = scaled_steps({"fused": True}, gradients)
    assert same(plain, fused)
    assert same_scales == scales


def test_G8_unscaled_gradients_are_the_op_of_the_specification():
    p = torch.nn.Parameter(numbers(1, torch.float32))
    optimizer = torch.optim.SGD([p], lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=3.365286111831665)
    scaler.scale((p * p).sum()).backward()
    before = p.grad.clone()
    scaler.unscale_(optimizer)
    scale = torch.tensor(3.365286111831665)
    wanted, _ = by_spec("unscale", [before, scale], [before, torch.empty((), dtype=torch.bool)])
    assert same(p.grad, wanted)


def test_G8_clipping_has_the_bits_of_the_specification():
    def parameters():
        made = [torch.nn.Parameter(numbers(n, torch.float32)) for n in (1, 2)]
        for n, p in enumerate(made):
            p.grad = numbers(5 + n, torch.float32)
        return made

    params = parameters()
    total = torch.nn.utils.clip_grad_norm_(params, 0.7)
    norms = [by_spec("norm", [p.grad], torch.empty(())) for p in parameters()]
    wanted = by_spec("norm", [torch.stack(norms)], torch.empty(()))
    assert same(total, wanted)
    for p, before in zip(params, parameters(), strict=True):
        clipped = by_spec("clip_grad_norm", [before.grad, wanted], before.grad, max_norm=0.7)
        assert same(p.grad, clipped)
    params = parameters()
    torch.nn.utils.clip_grad_value_(params, 0.25)
    for p, before in zip(params, parameters(), strict=True):
        assert same(p.grad, by_spec("clip_grad_value", [before.grad], p.grad, clip_value=0.25))


@pytest.mark.parametrize(
    "words",
    [{"lr": 0.01}, {"lr": 0.3, "betas": (0.6, 0.7), "weight_decay": 0.1, "maximize": True}],
)
def test_G8_lion_has_the_bits_of_the_specification(words):
    for dtype in (torch.float32, torch.float64):
        p, state = torch.nn.Parameter(numbers(1, dtype)), torch.zeros(_SHAPE, dtype=dtype)
        optimizer = samebits.torch.optim.Lion([p], **words)
        attributes = {k: v for k, v in words.items() if k != "betas"}
        attributes["beta1"], attributes["beta2"] = words.get("betas", (0.9, 0.99))
        wanted = p.detach().clone()
        for n in range(3):
            p.grad = numbers(10 + n, dtype)
            optimizer.step()
            wanted, state = by_spec("lion", [wanted, p.grad, state], [wanted, state], **attributes)
        assert same(p.detach(), wanted)
