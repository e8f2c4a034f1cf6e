"""The error messages that a user of samebits.torch gets."""

import ast
import math
import sysconfig

import pytest
import torch
import torch.nn.functional as functional
from torch import nn
from torch.utils.checkpoint import checkpoint

from samebits.torch import (
    NoCanonicalDefinition,
    WrongCall,
    from_torch_module,
    origins,
    reproducible,
)
from samebits.torch.overloads import Kind, frozen
from samebits.torch.refusals import families, family_of

LET_THROUGH = "open the block with strict=False: PyTorch then computes the call, and its bits may"


def message(kind, function):
    """Return the error message that a function raises in a block.

    The error must be of this class.
    """
    with reproducible("c:baseline"), pytest.raises(kind) as found:
        function()
    text = str(found.value)
    assert "\n" not in text
    return text


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok = nn.Embedding(10, 4, scale_grad_by_freq=True)

    def forward(self, t):
        return self.tok(t).sum()


class Gamma(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return torch.lgamma(self.fc(x) ** 2 + 1)


# Refused ops


def test_a_refused_op_is_named_with_its_line_the_expression_and_a_substitute():
    text = message(NoCanonicalDefinition, lambda: torch.logdet(torch.eye(3)))
    assert text.startswith("aten::_linalg_slogdet has no canonical definition here: ")
    assert f"{__file__}:" in text
    assert "`torch.logdet(torch.eye(3))`" in text
    assert "2 * torch.linalg.cholesky(a)" in text
    assert LET_THROUGH in text
    assert "coverage" not in text


def test_a_fourier_transform_is_named_as_the_user_called_it():
    text = message(NoCanonicalDefinition, lambda: torch.fft.fft2(torch.ones(2, 8)))
    assert "`torch.fft.fft2(torch.ones(2, 8))`" in text
    assert "Complex numbers and Fourier transforms have no substitute op here" in text


def test_an_op_that_makes_complex_numbers_is_named_as_the_user_called_it():
    text = message(NoCanonicalDefinition, lambda: torch.polar(torch.ones(2), torch.ones(2)))
    assert "`torch.polar(torch.ones(2), torch.ones(2))`" in text
    assert "Complex numbers and Fourier transforms have no substitute op here" in text


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_line_is_the_users_where_a_library_makes_the_call():
    model = nn.Sequential(nn.Linear(4, 4))
    quantise = torch.ao.quantization.quantize_dynamic
    text = message(NoCanonicalDefinition, lambda: quantise(model, {nn.Linear}, torch.qint8))
    assert f"at {__file__}:" in text
    assert "`quantise(model, {nn.Linear}, torch.qint8)`" in text
    assert "site-packages" not in text
    assert "Quantise by ops on floats" in text


def test_a_line_of_an_installed_package_comes_with_the_users_line():
    file = f"{sysconfig.get_path('purelib')}/some_package/core.py"
    space = {"torch": torch}
    exec(compile("def logdet(x):\n    return torch.logdet(x)\n", file, "exec"), space)
    text = message(NoCanonicalDefinition, lambda: space["logdet"](torch.eye(3)))
    assert f"(at {file}:2, called from {__file__}:" in text
    assert """`space["logdet"](torch.eye(3))`""" in text


def test_draws_of_a_beta_distribution_name_a_method_that_works():
    text = message(NoCanonicalDefinition, lambda: torch.distributions.Beta(0.4, 0.4).sample())
    assert "take x / (x + y) of the first pair with x + y <= 1" in text
    assert "`torch.distributions.Beta(0.4, 0.4).sample()`" in text


def test_an_orthogonal_parametrization_names_qr():
    layer = nn.Linear(4, 6)
    text = message(NoCanonicalDefinition, lambda: nn.utils.parametrizations.orthogonal(layer))
    assert "register a parametrization that returns torch.linalg.qr(weight).Q" in text


def test_a_collective_has_one_prefix_and_says_what_replaces_it():
    family = family_of("c10d::allreduce_", "collectives between processes have no definition")
    assert "all_gather" in family.instead
    with reproducible("c:baseline") as block, pytest.raises(NoCanonicalDefinition) as found:
        block.refuse("c10d::allreduce_", "collectives between processes", lambda: None)
    assert str(found.value).startswith("c10d::allreduce_ has no canonical definition here: ")


def test_every_refused_overload_belongs_to_a_family():
    refused = [name for name, (kind, _) in frozen().items() if kind is Kind.REFUSED]
    assert len(refused) > 300
    assert [name for name in refused if family_of(name) is None] == []


def test_every_name_of_the_table_of_substitutes_is_of_a_refused_op():
    known = {name.partition(".")[0] for name, (kind, _) in frozen().items()}
    for family in families():
        assert family.instead.endswith(".")
        for op in family.ops:
            assert "*" in op or {op, f"{op}_"} & known or op in {"view_as_complex"}, op


def grad(function, x):
    """Return the gradient of a function at x."""
    x = x.clone().requires_grad_()
    (found,) = torch.autograd.grad(function(x), x)
    return found.to_dense() if found.is_sparse else found


NAMES = {
    "torch": torch,
    "F": functional,
    "math": math,
    "grad": grad,
    "a": torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]]),
    "m": (torch.arange(15.0) ** 2).reshape(5, 3).cos(),
    "x": torch.tensor([0.5, 0.75, 1.25, 2.0]),
    "i": torch.tensor([0, 1, 1, 4]),
}


def evaluated(expression):
    return eval(expression, dict(NAMES))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", [f for f in families() if f.refused], ids=lambda f: f.name)
def test_a_substitute_computes_what_the_refused_op_does(family):
    ast.parse(family.works, mode="eval")
    wanted = evaluated(family.refused)
    with reproducible("c:baseline"):
        with pytest.raises(NoCanonicalDefinition) as found:
            evaluated(family.refused)
        got = evaluated(family.works)
    assert family.instead.removesuffix(".") in str(found.value)
    torch.testing.assert_close(got.to(wanted.dtype), wanted, rtol=1e-4, atol=1e-4)


# Backward passes


def test_a_refused_gradient_names_the_module_that_made_it_and_where_it_was_called():
    model = Words()

    def train():
        loss = model(torch.tensor([1, 1]))
        loss.backward()

    text = message(NoCanonicalDefinition, train)
    assert "(in EmbeddingBackward0 of tok (Embedding), called at " in text
    assert "`self.tok(t)`" in text
    assert f"; backward pass at {__file__}:" in text
    assert "`loss.backward()`" in text
    assert "Leave out scale_grad_by_freq=True" in text


def test_a_gradient_of_a_function_in_a_module_names_the_module():
    model = nn.Sequential(nn.Flatten(), Gamma())
    x = torch.ones(2, 2)
    text = message(NoCanonicalDefinition, lambda: model(x).sum().backward())
    assert "(in LgammaBackward0 of 1 (Gamma), called at " in text
    assert "detect_anomaly() shows the line" in text


@pytest.mark.filterwarnings("ignore:Anomaly", "ignore:Error detected")
def test_anomaly_mode_names_the_line_that_made_the_node():
    model = Gamma()

    def train():
        with torch.autograd.detect_anomaly(check_nan=False):
            model(torch.ones(2, 2)).sum().backward()

    text = message(NoCanonicalDefinition, train)
    assert "(in LgammaBackward0 of Gamma, made at " in text
    assert "`return torch.lgamma(self.fc(x) ** 2 + 1)`" in text


def test_a_gradient_made_outside_of_modules_names_what_its_input_came_from():
    layer = nn.Linear(2, 2)

    def train():
        torch.lgamma(layer(torch.ones(2, 2)) ** 2 + 1).sum().backward()

    text = message(NoCanonicalDefinition, train)
    assert "(in LgammaBackward0, whose input came from Linear, " in text


@pytest.mark.parametrize("reentrant", [False, True])
def test_a_checkpointed_module_is_named(reentrant):
    model = nn.Sequential(Gamma())
    x = torch.ones(2, 2, requires_grad=True)

    def train():
        checkpoint(model, x, use_reentrant=reentrant).sum().backward()

    text = message(NoCanonicalDefinition, train)
    assert "(in LgammaBackward0 of 0 (Gamma), " in text


def test_a_refusal_in_a_gradient_of_a_gradient_names_a_module():
    model = nn.Sequential(nn.Linear(2, 2), nn.Softplus())

    def train():
        x = torch.ones(2, 2, requires_grad=True)
        (first,) = torch.autograd.grad(model(x).sum(), x, create_graph=True)
        torch.lgamma(first**2 + 1).sum().backward()

    assert "whose input came from " in message(NoCanonicalDefinition, train)


def test_a_function_of_the_user_is_named_by_its_own_line():
    class Mine(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            return torch.digamma(g)

    x = torch.ones(2, requires_grad=True)
    text = message(NoCanonicalDefinition, lambda: Mine.apply(x).sum().backward())
    assert "`torch.digamma(g)`" in text


def test_a_copy_of_a_model_names_its_module():
    model = from_torch_module(Words())
    loss = model(torch.tensor([1, 1]))
    with pytest.raises(NoCanonicalDefinition, match=r"EmbeddingBackward0 of tok \(Embedding\)"):
        loss.backward()


def test_the_log_of_modules_keeps_no_module_alive_and_is_bounded():
    with reproducible("c:baseline"):
        layer = nn.Linear(2, 2)
        layer(torch.ones(1, 2))
        call = origins.Call(*origins._LOG[-1])
        assert call.module() is layer
        del layer
        assert call.module() is None
    assert origins._LOG.maxlen is not None
    assert nn.Module.__call__ is nn.Module._wrapped_call_impl


def test_a_module_that_is_gone_is_named_by_its_class():
    def train():
        loss = Words()(torch.tensor([1, 1]))
        loss.backward()

    assert "EmbeddingBackward0 of Embedding, called at" in message(NoCanonicalDefinition, train)


# Invalid calls

X = torch.ones(3, 4)
INVALID = {
    "integers plus floats in place": lambda: torch.arange(3).add_(0.5),
    "shapes that do not broadcast": lambda: torch.ones(3) + torch.ones(4),
    "a kernel larger than the input": lambda: functional.conv1d(X[None], torch.ones(1, 3, 5)),
    "half into a float layer": lambda: functional.linear(X.half(), X),
    "matrices that do not fit": lambda: X @ X,
    "an axis out of range": lambda: X.sum(5),
    "an axis of softmax": lambda: X.softmax(7),
    "a class out of range": lambda: functional.cross_entropy(X, torch.tensor([0, 1, 9])),
    "a row out of range": lambda: functional.embedding(torch.tensor([5]), X),
    "an index out of range": lambda: X.index_add(0, torch.tensor([5]), X[:1]),
    "a size that does not fit": lambda: X.view(5, 5),
    "negative padding": lambda: functional.max_pool2d(X[None], 2, padding=-1),
    "a pool larger than the input": lambda: functional.avg_pool2d(X[None], 9),
    "a result of another dtype": lambda: torch.add(X, X, out=torch.ones(3, 4, dtype=torch.int64)),
    "a backward pass of several numbers": lambda: (X.clone().requires_grad_() * 2).backward(),
    "a class weight too few": lambda: functional.nll_loss(X, torch.tensor([0, 1, 2]), X[0, :2]),
    "channels that do not fit": lambda: functional.batch_norm(X, X[0, :2], X[0, :2]),
    "layers of other sizes": lambda: functional.layer_norm(X, (5,)),
    "a convolution of other channels": lambda: functional.conv1d(X[None], torch.ones(2, 5, 3)),
    "a group norm of other groups": lambda: functional.group_norm(X, 3),
}  # fmt: skip


@pytest.mark.parametrize("name", INVALID)
def test_an_invalid_call_raises_what_pytorch_raises(name):
    with pytest.raises(Exception) as plain:
        INVALID[name]()
    text = message(type(plain.value), INVALID[name])
    assert "canonical" not in text
    assert text.startswith(str(plain.value).rstrip(".").partition("\n")[0])
    assert X.equal(torch.ones(3, 4))


def test_a_class_out_of_range_is_named_with_its_place():
    target = torch.tensor([0, 1, 9])
    text = message(WrongCall, lambda: functional.cross_entropy(X, target))
    assert text.startswith(
        "Target 9 is out of bounds: nll_loss: target 9 at row-major position 2 is out of range for "
        f"4 classes (aten::nll_loss_forward, at {__file__}:"
    )
    assert "`functional.cross_entropy(X, target)`" in text
    assert not issubclass(WrongCall, NoCanonicalDefinition)


def test_what_a_clause_alone_forbids_says_how_to_leave_it_to_pytorch():
    text = message(WrongCall, lambda: functional.leaky_relu(X, math.nan))
    assert "negative_slope=nan must be finite" in text
    assert LET_THROUGH in text
    with reproducible("c:baseline", strict=False) as block:
        functional.leaky_relu(X, math.nan)
    assert block.let_through == {"leaky_relu": 1}


def test_an_invalid_call_takes_no_key_from_the_generator():
    with reproducible("c:baseline"):
        torch.manual_seed(0)
        before = torch.get_rng_state()
        with pytest.raises(RuntimeError, match="uniform_ expects"):
            torch.empty(3).uniform_(1, 0)
        assert torch.get_rng_state().equal(before)


@pytest.mark.parametrize(
    ("kind", "call"),
    [
        (NotImplementedError, lambda: torch.arange(3).softmax(0)),
        (
            NotImplementedError,
            lambda: functional.cross_entropy(torch.ones(2, 3).long(), torch.tensor([0, 1])),
        ),
        (
            IndexError,
            lambda: torch.zeros(3).index_put_((torch.tensor([5]),), torch.ones(1), True),
        ),
        (
            RuntimeError,
            lambda: torch.zeros(3).index_put_((torch.tensor([0, 1]),), torch.arange(2)),
        ),
        (RuntimeError, lambda: torch.linalg.det(torch.ones(3))),
        (RuntimeError, lambda: torch.linalg.eigvalsh(torch.ones(3))),
    ],
)
def test_private_ops_raise_what_pytorch_raises(kind, call):
    with pytest.raises(kind):
        call()
    with reproducible("c:baseline"), pytest.raises(kind) as found:
        call()
    assert not isinstance(found.value, NoCanonicalDefinition)
