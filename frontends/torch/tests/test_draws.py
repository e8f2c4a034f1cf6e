"""Each random op takes one key of PyTorch's generator, and returns the bits of D2 and D3."""

import math

import pytest
import torch
import torch.nn.functional as F  # noqa: N812
from torch.utils.checkpoint import checkpoint

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.keys import next_key
from samebits.torch.tests.by_spec import by_spec, same


@pytest.fixture(autouse=True)
def block():
    with reproducible("c:baseline") as opened:
        yield opened


def key_of(seed):
    """Return the key that the first random op after `manual_seed` takes."""
    return next_key(torch.Generator().manual_seed(seed))


@pytest.mark.parametrize(
    ("op", "draw", "dtypes"),
    [
        ("uniform", lambda d: torch.rand(5, 7, dtype=d), "float32 float64 float16 bfloat16"),
        ("normal", lambda d: torch.randn(5, 7, dtype=d), "float32 float64 float16 bfloat16"),
        (
            "exponential",
            lambda d: torch.empty(5, 7, dtype=d).exponential_(),
            "float32 float64 float16 bfloat16",
        ),
    ],
)
def test_D2_draws_have_the_bits_of_the_specification_at_the_key(op, draw, dtypes):
    for name in dtypes.split():
        dtype = getattr(torch, name)
        torch.manual_seed(3)
        wanted = by_spec(op, [], torch.empty(5, 7, dtype=dtype), seed=key_of(3), shape=(5, 7))
        assert same(draw(dtype), wanted)


def test_D2_strides_of_the_tensor_that_is_filled_change_no_number():
    torch.manual_seed(1)
    plain = torch.empty(4, 6).normal_()
    torch.manual_seed(1)
    turned = torch.empty(6, 4).t().normal_()
    torch.manual_seed(1)
    spread = torch.empty(4, 12)[:, ::2].normal_()
    assert same(plain, turned)
    assert same(plain, spread)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("mode", ["fan_in", "fan_out"])
def test_D3_initial_values_of_torch_nn_init_are_the_ops_of_the_specification(mode, dtype):
    def wanted(op, **attributes):
        result = torch.empty(3, 4, 2, 2, dtype=dtype)
        return by_spec(op, [], result, seed=key_of(9), shape=(3, 4, 2, 2), **attributes)

    def made(start, **arguments):
        torch.manual_seed(9)
        return start(torch.empty(3, 4, 2, 2, dtype=dtype), **arguments)

    init = torch.nn.init
    assert same(
        made(init.kaiming_uniform_, a=5**0.5, mode=mode),
        wanted("kaiming_uniform", a=5**0.5, mode=mode),
    )
    assert same(
        made(init.kaiming_normal_, mode=mode, nonlinearity="relu"),
        wanted("kaiming_normal", mode=mode, nonlinearity="relu"),
    )
    assert same(made(init.xavier_uniform_, gain=0.7), wanted("xavier_uniform", gain=0.7))
    assert same(made(init.xavier_normal_), wanted("xavier_normal"))


def test_D2_bernoulli_is_true_below_p_in_any_dtype():
    torch.manual_seed(4)
    wanted = by_spec(
        "bernoulli",
        [],
        torch.empty(100, dtype=torch.bool),
        seed=key_of(4),
        shape=(100,),
        p=0.3,
    )
    for dtype in (torch.bool, torch.int64, torch.float32, torch.bfloat16):
        torch.manual_seed(4)
        assert torch.empty(100, dtype=dtype).bernoulli_(0.3).tolist() == wanted.tolist()


def test_D2_probabilities_of_a_tensor_draw_as_one_number_does():
    torch.manual_seed(4)
    one = torch.empty(50, dtype=torch.bool).bernoulli_(0.25)
    for dtype in (torch.float32, torch.float64, torch.bfloat16):
        torch.manual_seed(4)
        each = torch.bernoulli(torch.full((50,), 0.25, dtype=dtype))
        assert each.dtype is dtype
        assert each.tolist() == one.to(torch.int64).tolist()
    ends = torch.bernoulli(torch.tensor([0.0, 1.0] * 20))
    assert ends.tolist() == [0.0, 1.0] * 20


def test_D3_multinomial_has_the_bits_of_the_specification():
    weights = torch.tensor([[0.1, 0.0, 0.7, 0.2], [1.0, 2.0, 3.0, 4.0]])
    for replacement in (False, True):
        torch.manual_seed(5)
        wanted = by_spec(
            "multinomial",
            [weights],
            torch.empty(2, 3, dtype=torch.int64),
            seed=key_of(5),
            num_samples=3,
            replacement=replacement,
        )
        assert torch.multinomial(weights, 3, replacement).tolist() == wanted.tolist()
    with pytest.raises(RuntimeError, match="element < 0"):
        torch.multinomial(torch.tensor([0.5, -0.5]), 1)


def dropped(x, p, seed):
    return by_spec("dropout", [x], torch.empty_like(x), seed=key_of(seed), p=p)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_D3_dropout_and_its_gradient_are_the_op_of_the_specification(dtype):
    x = torch.tensor([[1.0, -3.0, 0.1, float("inf")], [2.5, -0.0, float("nan"), 7.0]] * 8).to(dtype)
    gradient = torch.full_like(x, 0.7)
    for p in (0.3, 0.75):
        wanted = dropped(x, p, 6)
        leaf = x.clone().requires_grad_()
        torch.manual_seed(6)
        y = F.dropout(leaf, p)
        y.backward(gradient)
        assert same(y, wanted)
        assert same(leaf.grad, dropped(gradient, p, 6))
        torch.manual_seed(6)
        assert same(F.dropout(x.clone(), p, inplace=True), wanted)
        torch.manual_seed(6)
        assert same(torch.native_dropout(x, p, True)[0], wanted)
        torch.manual_seed(6)
        with torch.inference_mode():
            assert same(F.dropout(x, p), wanted)


def test_D3_native_dropout_has_the_gradient_of_dropout():
    x = torch.ones(40, requires_grad=True)
    torch.manual_seed(6)
    y, kept = torch.native_dropout(x, 0.4, True)
    y.backward(torch.full((40,), 0.7))
    assert same(x.grad, dropped(torch.full((40,), 0.7), 0.4, 6))
    assert kept.tolist() == y.to(torch.bool).tolist()


def test_D3_dropout_of_nothing_and_of_all_draws_no_key():
    torch.manual_seed(2)
    before = torch.get_rng_state()
    x = torch.tensor([1.0, float("inf"), float("nan")])
    assert F.dropout(x, 0.0) is x
    assert F.dropout(x, 0.5, training=False) is x
    assert same(F.dropout(x, 1.0), torch.zeros(3))
    assert torch.equal(torch.get_rng_state(), before)


def test_dropout_under_checkpointing_has_the_same_mask_in_the_recomputation():
    def run(wrap):
        torch.manual_seed(8)
        x = torch.tensor([float(i) for i in range(32)], requires_grad=True)
        y = wrap(lambda x: F.dropout(x * 3.0, 0.5), x)
        y.backward(torch.ones_like(y))
        return y.detach(), x.grad

    plain = run(lambda f, x: f(x))
    for reentrant in (False, True):
        again = run(lambda f, x, r=reentrant: checkpoint(f, x, use_reentrant=r))
        assert same(plain[0], again[0])
        assert same(plain[1], again[1])


def test_dropout_can_be_differentiated_twice_and_by_functorch():
    x = torch.ones(16, requires_grad=True)
    torch.manual_seed(1)
    (first,) = torch.autograd.grad(F.dropout(x * x, 0.5).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    assert sorted(set(second.tolist())) == [0.0, 4.0]
    torch.manual_seed(1)
    by_function = torch.func.grad(lambda x: F.dropout(x * x, 0.5).sum())(torch.ones(16))
    assert same(by_function, first.detach())


def test_dropout_under_vmap_keeps_or_scales():
    torch.manual_seed(1)
    each = torch.func.vmap(lambda x: F.dropout(x, 0.25), randomness="different")(torch.ones(4, 50))
    one = torch.tensor(1.0 / 0.75).item()
    assert sorted(set(each.flatten().tolist())) == [0.0, one]


def test_feature_dropout_drops_whole_channels():
    torch.manual_seed(1)
    y = F.dropout2d(torch.ones(2, 20, 3, 3), 0.5)
    for channel in y.view(40, 9):
        assert channel.tolist() in ([0.0] * 9, [2.0] * 9)
    assert 0 < int(y.to(torch.bool).sum()) < y.numel()


def test_alpha_dropout_gives_two_numbers_for_ones():
    torch.manual_seed(1)
    assert len(set(F.alpha_dropout(torch.ones(60), 0.3, training=True).tolist())) == 2


def test_generators_of_the_caller_are_taken():
    torch.manual_seed(1)
    by_default = torch.rand(5)
    generator = torch.Generator().manual_seed(1)
    before = torch.get_rng_state()
    assert same(torch.rand(5, generator=generator), by_default)
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize(
    ("draw", "mean", "deviation"),
    [
        (lambda x: x.normal_(2.0, 3.0), 2.0, 3.0),
        (lambda x: x.exponential_(4.0), 0.25, 0.25),
        (lambda x: x.log_normal_(0.0, 0.5), math.exp(0.125), 0.60),
        (lambda x: x.geometric_(0.5), 2.0, 2**0.5),
    ],
)
def test_D2_draws_in_binary64_have_its_digits_and_their_distribution(draw, mean, deviation):
    torch.manual_seed(11)
    x = draw(torch.empty(20000, dtype=torch.float64))
    assert abs(x.mean().item() - mean) < 5 * deviation / 20000**0.5
    assert abs(x.std().item() / deviation - 1) < 0.05
    is_short = x == x.to(torch.float32).to(torch.float64)
    assert is_short.to(torch.int64).sum() < 10 or bool(torch.all(x == torch.floor(x)))


def test_random_integers_are_those_of_pytorch(block):
    torch.manual_seed(7)
    inside = torch.randperm(50), torch.randint(9, (50,)), torch.empty(5).random_(100)
    block.__exit__(None, None, None)
    try:
        torch.manual_seed(7)
        outside = torch.randperm(50), torch.randint(9, (50,)), torch.empty(5).random_(100)
    finally:
        block.__enter__()
    assert all(torch.equal(a, b) for a, b in zip(inside, outside, strict=True))


@pytest.mark.parametrize(
    "draw",
    [
        lambda: torch.randn(3, dtype=torch.complex64),
        lambda: torch.poisson(torch.ones(3)),
        lambda: torch.distributions.Gamma(torch.ones(2), torch.ones(2)).sample(),
    ],
)
def test_draws_that_no_clause_defines_are_refused(draw):
    with pytest.raises(NoCanonicalDefinition):
        draw()


def test_a_draw_that_pytorch_has_not_raises_what_pytorch_raises():
    with pytest.raises(NotImplementedError, match="not implemented for 'Bool'"):
        torch.empty(3, dtype=torch.bool).geometric_(0.5)


def test_D2_cauchy_and_geometric_draws_are_steps_from_a_draw_of_the_key():
    like = torch.empty(500)
    u = by_spec("uniform", [], like, seed=key_of(3), shape=(500,))
    e = by_spec("exponential", [], like, seed=key_of(3), shape=(500,))
    torch.manual_seed(3)
    drawn = torch.empty(500).cauchy_(2.0, 3.0)
    assert same(drawn, torch.tan((u - 0.5) * torch.pi) * 3.0 + 2.0)
    torch.manual_seed(3)
    tries = torch.empty(500).geometric_(0.3)
    rate = -torch.log1p(torch.tensor(-0.3))
    assert same(tries, torch.floor(e / rate) + 1.0)
    torch.manual_seed(3)
    assert torch.equal(torch.empty(500, dtype=torch.int64).geometric_(0.3), tries.long())
    assert tries.min() == 1.0
    assert abs(tries.mean().item() - 1 / 0.3) < 0.5
    for wrong in (0.0, 1.0, 1.5):
        with pytest.raises(RuntimeError, match="geometric_ expects p"):
            torch.empty(2).geometric_(wrong)
    with pytest.raises(RuntimeError, match="sigma > 0"):
        torch.empty(2).cauchy_(0.0, 0.0)
