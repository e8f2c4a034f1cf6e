"""Attention returns the bits of the specification's op, and the expected calls use this op."""

import math

import pytest
import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.checkpoint import checkpoint

from samebits.torch import current, reproducible
from samebits.torch.keys import next_key
from samebits.torch.tests.independent import SHORTER, assert_bits
from samebits.torch.tests.several import numbers, result, results, spread, with_gradients

OP = "scaled_dot_product_attention"
attention = functional.scaled_dot_product_attention


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline", count=True):
        yield


def operands(dtype, heads=4, groups=4, queries=5, keys=300, features=8, values=6):
    return (
        numbers(dtype, 2, heads, queries, features),
        numbers(dtype, 2, groups, keys, features, seed=2),
        numbers(dtype, 2, groups, keys, values, seed=3),
    )


def fused():
    """Return the number of calls of T8, with and without a floating-point mask."""
    counts = current().counts
    names = "_scaled_dot_product_flash_attention_for_cpu", "_scaled_dot_product_efficient_attention"
    return sum(counts[name] for name in names)


def seen(queries, keys):
    """Return a boolean mask that hides all keys from query 1 and some keys from other queries."""
    mask = (torch.arange(queries * keys).view(queries, keys) * 7) % 3 > 0
    mask[1] = False
    return mask


CALLS = {
    "plain": ({}, None),
    "causal": ({"is_causal": True}, None),
    "scaled": ({"scale": 0.3}, None),
    "flags": ({}, seen(5, 300)),
    "numbers": ({}, "numbers"),
    "scaled numbers": ({"scale": 0.3}, "numbers"),
}


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("name", CALLS)
def test_T8_attention_and_its_gradients_have_the_bits_of_the_ops(dtype, name):
    given, mask = CALLS[name]
    q, k, v = operands(dtype)
    if isinstance(mask, str):
        mask = numbers(dtype, 5, 300, seed=4)
        mask[2, 7:90] = -math.inf
    masks = [] if mask is None else [mask.expand(2, 4, 5, 300).contiguous()]
    wanted = result(OP, q, k, v, *masks, **given)
    g = numbers(dtype, *wanted.shape, seed=5)
    got = with_gradients(lambda q, k, v: attention(q, k, v, mask, **given), g, q, k, v)
    assert_bits(got[0], wanted)
    to = [dtype] * (4 if masks and mask.dtype is not torch.bool else 3)
    gradients = results(f"{OP}_gradient", [q, k, v, wanted, g, *masks], to, **given)
    for one, other in zip(got[1:], gradients[:3], strict=True):
        assert_bits(one, other)
    assert_bits(attention(spread(q), spread(k), spread(v), mask, **given), wanted)
    assert fused() == 2


def key_of(seed):
    torch.manual_seed(seed)
    return next_key()


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("name", [n for n, (_, mask) in CALLS.items() if not isinstance(mask, str)])
def test_T8_dropout_and_its_gradients_have_the_bits_of_the_ops(dtype, name):
    given, mask = CALLS[name]
    q, k, v = operands(dtype, groups=2)
    masks = [] if mask is None else [mask.expand(2, 4, 5, 300).contiguous()]
    drawn = {"dropout_p": 0.3, "seed": key_of(11), **given}
    wanted = result("dropping_attention", q, k, v, *masks, **drawn)
    g = numbers(dtype, *wanted.shape, seed=5)
    torch.manual_seed(11)

    def dropping(q, k, v):
        return attention(q, k, v, mask, dropout_p=0.3, enable_gqa=True, **given)

    got = with_gradients(dropping, g, q, k, v)
    assert_bits(got[0], wanted)
    inputs = [q, k, v, wanted, g, *masks]
    gradients = results("dropping_attention_gradient", inputs, [dtype] * 3, **drawn)
    for one, other in zip(got[1:], gradients[:3], strict=True):
        assert_bits(one, other)
    assert fused() == 1


def test_dropout_of_attention_is_the_same_in_a_recomputation():
    def run(wrap):
        torch.manual_seed(3)
        q, k, v = (x.requires_grad_() for x in operands(torch.float32, keys=9))
        y = wrap(lambda q: attention(q, k, v, dropout_p=0.5), q)
        y.backward(torch.ones_like(y))
        return y.detach(), q.grad, k.grad

    plain = run(lambda f, q: f(q))
    again = run(lambda f, q: checkpoint(f, q, use_reentrant=False))
    for one, other in zip(plain, again, strict=True):
        assert_bits(one, other)


@pytest.mark.parametrize("dropout_p", [0.0, 0.3])
@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_T8_a_mask_of_numbers_has_the_gradient_of_the_ops(dtype, dropout_p):
    q, k, v = operands(dtype)
    mask = numbers(dtype, 5, 300, seed=4)
    whole = mask.expand(2, 4, 5, 300).contiguous()
    op, drawn = OP, {}
    if dropout_p:
        op, drawn = "dropping_attention", {"dropout_p": dropout_p, "seed": key_of(11)}
    wanted = result(op, q, k, v, whole, **drawn)
    g = numbers(dtype, *wanted.shape, seed=5)
    gradients = results(f"{op}_gradient", [q, k, v, wanted, g, whole], [dtype] * 4, **drawn)
    torch.manual_seed(11)
    got = with_gradients(lambda *x: attention(*x, dropout_p=dropout_p), g, q, k, v, whole)
    for one, other in zip(got, [wanted, *gradients], strict=True):
        assert_bits(one, other)
    torch.manual_seed(11)
    got = with_gradients(lambda *x: attention(*x, dropout_p=dropout_p), g, q, k, v, mask)
    assert_bits(got[4], gradients[3].sum((0, 1)))
    assert fused() == 2


@pytest.mark.parametrize("dropout_p", [0.0, 0.3])
def test_attention_does_not_look_at_who_needs_a_gradient(dropout_p):
    def run(wrap, *learns):
        torch.manual_seed(3)
        given = [*operands(torch.float32), numbers(torch.float32, 5, 300, seed=4)]
        given = [x.requires_grad_(i in learns) for i, x in enumerate(given)]
        y = wrap(lambda *x: attention(*x, dropout_p=dropout_p), *given)
        if learns:
            y.backward(torch.ones_like(y))
        return [y.detach(), *(x.grad for x in given)]

    plain, *gradients = run(lambda f, *x: f(*x), 0, 1, 2, 3)
    for learns in ((), (0, 1, 2), (3,)):
        assert_bits(run(lambda f, *x: f(*x), *learns)[0], plain)
    for reentrant in (False, True):
        again = run(lambda f, *x, r=reentrant: checkpoint(f, *x, use_reentrant=r), 0, 1, 2, 3)
        for one, other in zip(again, [plain, *gradients], strict=True):
            assert_bits(one, other)


def test_dropout_of_no_key_or_of_all_draws_nothing():
    q, k, v = operands(torch.float32, keys=9)
    torch.manual_seed(2)
    before = torch.get_rng_state()
    assert_bits(attention(q, k, v, dropout_p=0.0), result(OP, q, k, v))
    assert not attention(q, k, v, dropout_p=1.0).any()
    assert torch.equal(torch.get_rng_state(), before)


def test_samples_under_vmap_draw_as_it_is_told():
    q, k, v = operands(torch.float32, keys=9)
    q, k, v = (x[:1].expand(2, *x.shape[1:]) for x in (q, k, v))

    def mapped(randomness):
        return torch.func.vmap(
            lambda q, k, v: attention(q, k, v, dropout_p=0.5), randomness=randomness
        )(q, k, v)

    with pytest.raises(RuntimeError, match="randomness"):
        mapped("error")
    alike, apart = mapped("same"), mapped("different")
    assert torch.equal(alike[0], alike[1])
    assert not torch.equal(apart[0], apart[1])
    assert fused() == 0


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_heads_may_share_keys(dtype):
    q, k, v = operands(dtype, groups=2)
    assert_bits(attention(q, k, v, enable_gqa=True), result(OP, q, k, v))
    with pytest.raises(RuntimeError):
        attention(q, k, v)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_heads_and_samples_may_be_left_out(dtype):
    q, k, v = operands(dtype, heads=1, groups=1)
    wanted = result(OP, q, k, v)
    mask = seen(5, 300)
    assert_bits(attention(q[:, 0], k[:, 0], v[:, 0]), wanted[:, 0])
    assert_bits(attention(q[0, 0], k[0, 0], v[0, 0]), wanted[0, 0])
    masked = result(OP, q, k, v, mask.expand(2, 1, 5, 300).contiguous())
    assert_bits(attention(q[:, 0], k[:, 0], v[:, 0], mask), masked[:, 0])
    assert_bits(attention(q[:, 0], k[:, 0], v[:, 0], mask.expand(2, 5, 300)), masked[:, 0])
    assert fused() == 4


def test_a_sample_alone_has_its_bits_in_a_batch():
    q, k, v = operands(torch.float32)
    whole = attention(q, k, v, is_causal=True)
    for i in range(2):
        assert_bits(
            attention(q[i : i + 1], k[i : i + 1], v[i : i + 1], is_causal=True)[0], whole[i]
        )


def test_a_masked_key_never_shows():
    q, k, v = operands(torch.float32)
    mask = torch.ones(5, 300, dtype=torch.bool)
    mask[:, 13] = False
    wanted = attention(q, k, v, mask)
    k[:, :, 13] = math.nan
    v[:, :, 13] = math.inf
    assert_bits(attention(q, k, v, mask), wanted)


@pytest.mark.parametrize("layout", ["plain", "spread"])
def test_where_T8_has_no_definition_the_composition_runs_in_every_layout(layout):
    q, k, v = operands(torch.float32, keys=9)
    if layout == "spread":
        q, k, v = spread(q), spread(k), spread(v)
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        composed = attention(q, k, v)
    assert fused() == 0
    torch.testing.assert_close(composed, attention(q, k, v))
    assert fused() == 1


DROPPING = {
    "a row without keys": lambda m: m.masked_fill(torch.arange(4)[:, None] == 2, False),
    "a triangle": lambda m: m.tril(),
    "no key": lambda m: ~m,
}


def _composed(mask):
    """Return attention with a boolean mask by PyTorch's composition, and its gradients."""
    q, k, v = (x.requires_grad_() for x in operands(torch.float32, queries=4, keys=9))
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        y = attention(q, k, v, mask)
    return y.detach(), *torch.autograd.grad(y.square().sum(), (q, k, v))


@pytest.mark.parametrize("name", DROPPING)
def test_the_composition_drops_what_a_boolean_mask_drops(name):
    mask = DROPPING[name](torch.ones(4, 9, dtype=torch.bool))
    got = _composed(mask)
    dropped = ~mask.any(1)
    assert not got[0][..., dropped, :].any()
    q, k, v = operands(torch.float32, queries=4, keys=9)
    torch.testing.assert_close(got[0], attention(q, k, v, mask))
    infinite = torch.zeros(4, 9).masked_fill(~mask, -torch.inf)
    for mine, numbers_ in zip(got, _composed(infinite), strict=True):
        assert_bits(mine, numbers_)


def test_a_gradient_of_a_gradient_is_that_of_the_composition():
    q, k, v = (x.requires_grad_() for x in operands(torch.float32, keys=9))
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        (g,) = torch.autograd.grad(attention(q, k, v).sum(), q, create_graph=True)
    composed = torch.autograd.grad(g.square().sum(), q)
    (g,) = torch.autograd.grad(attention(q, k, v).sum(), q, create_graph=True)
    torch.testing.assert_close(torch.autograd.grad(g.square().sum(), q), composed)


def test_multi_head_attention_without_weights_is_one_op():
    torch.manual_seed(0)
    with torch.device("meta"):
        layer = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    for i, (name, p) in enumerate(list(layer.named_parameters())):
        owner = layer.out_proj if name.startswith("out_proj") else layer
        setattr(
            owner,
            name.rpartition(".")[2],
            torch.nn.Parameter(numbers(torch.float32, *p.shape, seed=i)),
        )
    x = numbers(torch.float32, 2, 7, 8)
    y, none = layer(x, x, x, need_weights=False)
    assert none is None
    assert fused() == 1
    weighted, weights = layer(x, x, x)
    assert fused() == 1
    assert weights.shape == (2, 7, 7)
    torch.testing.assert_close(y, weighted)
    for i in range(2):
        assert_bits(layer(x[i : i + 1], x[i : i + 1], x[i : i + 1], need_weights=False)[0][0], y[i])


MASKS = {
    "none": lambda: None,
    "flags": lambda: seen(5, 7),
    "numbers": lambda: torch.linspace(-1.0, 1.0, 35, dtype=torch.float64).view(5, 7),
}


def of_keys(mask):
    """Return a function that computes attention and drops the same keys in each call."""

    def attended(q, k, v, *masks):
        torch.manual_seed(3)
        words = {"dropout_p": 0.4, "enable_gqa": True}
        return attention(q, k, v, masks[0] if masks else mask, **words)

    return attended


@pytest.mark.parametrize("name", MASKS)
def test_second_derivatives_with_dropout_are_those_of_the_same_function(name):
    """The second derivatives are compared with finite differences of the first ones (T8.13)."""
    mask = MASKS[name]()
    shapes = (1, 2, 5, 3), (1, 1, 7, 3), (1, 1, 7, 2)
    given = [
        numbers(torch.float64, *shape, seed=i).requires_grad_() for i, shape in enumerate(shapes)
    ]
    if mask is not None and mask.dtype is not torch.bool:
        given.append(mask.requires_grad_())
    assert torch.autograd.gradgradcheck(of_keys(mask), given, fast_mode=True)


def test_second_derivatives_without_dropout_are_those_of_the_composition():
    """One tensor is query, key and value, because PyTorch's fused op has no second derivative."""
    x = numbers(torch.float32, 2, 3, 5, 4).requires_grad_()
    found = []
    for backends in ([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH], [SDPBackend.MATH]):
        with sdpa_kernel(backends):
            y = attention(x, x, x, is_causal=True)
        (g,) = torch.autograd.grad(y.pow(2).sum(), x, create_graph=True)
        (h,) = torch.autograd.grad(g.pow(2).sum(), x, create_graph=True)
        (third,) = torch.autograd.grad(h.pow(2).sum(), x)
        found.append((g, h, third))
    assert fused() == 1
    for one, other in zip(*found, strict=True):
        torch.testing.assert_close(
            one, other, rtol=1e-3, atol=1e-3 * other.detach().abs().max().item()
        )


def test_a_gradient_has_one_value_whether_it_is_differentiated_or_not():
    x = numbers(torch.float32, 2, 3, 5, 4).requires_grad_()
    found = []
    for create_graph in (False, True):
        torch.manual_seed(0)
        y = attention(x, x, x, dropout_p=0.3)
        found += torch.autograd.grad(y.pow(2).sum(), x, create_graph=create_graph)
    assert_bits(*found)


def test_second_derivatives_have_the_same_bits_on_every_device():
    x = numbers(torch.float32, 2, 3, 5, 4).requires_grad_()
    found = []
    for device in ("c:baseline", "auto"):
        with reproducible(device):
            torch.manual_seed(0)
            y = attention(x, x, x, dropout_p=0.3)
            (g,) = torch.autograd.grad(y.pow(2).sum(), x, create_graph=True)
            found += torch.autograd.grad(g.pow(2).sum(), x)
    assert_bits(*found)
