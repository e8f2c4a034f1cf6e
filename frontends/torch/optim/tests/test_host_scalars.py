"""Host scalars of torch.optim: correctly rounded inside a block, and unchanged after it."""

import math
import random
import sys

import mpmath
import pytest
import torch
from torch.optim import lr_scheduler as schedulers

from samebits.common.errors import SamebitsError
from samebits.spec.families.schedules import SCHEDULES
from samebits.spec.language.scalars import evaluate
from samebits.torch import reproducible
from samebits.torch.optim import host_enclosed, host_functions, lr_scheduler
from samebits.torch.optim.host_scalars import correctly_rounded

ADAM, NADAM = (sys.modules[f"torch.optim.{name}"] for name in ("adam", "nadam"))


def exactly(function, *operands):
    """Return the binary64 number nearest to the value of a function, computed with 300 bits."""
    with mpmath.workprec(300):
        return float(function(*(mpmath.mpf(x) for x in operands)))


@pytest.mark.parametrize(
    ("function", "wanted", "least", "most"),
    [
        (host_functions.cosine, mpmath.cos, -1e6, 1e6),
        (host_functions.sine, mpmath.sin, -1e6, 1e6),
        (host_functions.sine, mpmath.sin, -1e-3, 1e-3),
        (host_enclosed.exponential, mpmath.exp, -740.0, 700.0),
        (host_enclosed.exponential_less_1, mpmath.expm1, -60.0, 700.0),
        (host_enclosed.exponential_less_1, mpmath.expm1, -1e-9, 1e-9),
        (host_enclosed.logarithm, mpmath.log, 1e-9, 1e9),
        (host_enclosed.logarithm_2, lambda x: mpmath.log(x) / mpmath.log(2), 0.5, 1e3),
        (host_enclosed.logarithm_10, mpmath.log10, 1e-3, 1e3),
        (host_enclosed.logarithm_of_1_more, mpmath.log1p, -0.99, 1e3),
        (host_enclosed.logarithm_of_1_more, mpmath.log1p, -1e-9, 1e-9),
        (host_enclosed.hyperbolic_tangent, mpmath.tanh, -21.0, 21.0),
        (host_enclosed.hyperbolic_tangent, mpmath.tanh, -1e-9, 1e-9),
        (host_enclosed.error_function, mpmath.erf, -6.5, 6.5),
    ],
)
def test_G3_functions_of_the_host_are_correctly_rounded(function, wanted, least, most):
    draw = random.Random(1)
    for _ in range(500):
        x = draw.uniform(least, most)
        assert function(x) == exactly(wanted, x)


def test_G3_powers_are_correctly_rounded_and_those_of_integers_exact():
    draw = random.Random(2)
    for _ in range(500):
        x, y = draw.uniform(0.01, 2.0), draw.uniform(-50.0, 50.0)
        assert host_functions.power(x, y) == exactly(mpmath.power, x, y)
    assert host_functions.power(3, 40) == 3**40
    assert host_functions.power(2, -1) == 0.5
    assert math.copysign(1.0, host_functions.power(-0.0, 3)) == -1.0
    with pytest.raises(OverflowError):
        host_functions.power(10.0, 400)
    with pytest.raises(ZeroDivisionError):
        host_functions.power(0.0, -1)


def test_functions_without_a_rounded_version_are_refused_by_name():
    assert host_functions.MATH.sqrt(2.0) == math.sqrt(2.0)
    assert host_functions.MATH.pi == math.pi
    with pytest.raises(SamebitsError, match=r"math\.tan comes from the C library"):
        host_functions.MATH.tan(1.0)


MATH = host_functions.MATH


def test_logarithms_and_powers_of_powers_are_exact():
    assert [MATH.log2(2.0**n) for n in (-1074, -3, 0, 10, 1023)] == [-1074, -3, 0, 10, 1023]
    assert [MATH.log10(10**n) for n in (0, 1, 15, 22)] == [0, 1, 15, 22]
    assert MATH.log2(2**2000) == 2000
    assert [MATH.exp2(n) for n in (-1074, -3, 0.5, 10)] == [2.0**-1074, 0.125, math.sqrt(2), 1024]
    assert MATH.fsum([0.1] * 10) == 1.0


@pytest.mark.parametrize("name", ["sin", "expm1", "log1p", "tanh", "erf"])
def test_an_odd_function_keeps_the_sign_of_zero_and_what_is_tiny(name):
    function = getattr(MATH, name)
    assert math.copysign(1.0, function(0.0)) == 1.0
    assert math.copysign(1.0, function(-0.0)) == -1.0
    assert math.isnan(function(math.nan))
    if name != "erf":
        assert [function(x) for x in (5e-324, -1e-300, 2.0**-61)] == [5e-324, -1e-300, 2.0**-61]


@pytest.mark.parametrize(
    ("name", "x", "wanted"),
    [
        ("expm1", -math.inf, -1.0),
        ("expm1", -5000.0, -1.0),
        ("expm1", math.inf, math.inf),
        ("tanh", -math.inf, -1.0),
        ("log1p", math.inf, math.inf),
        ("log1p", 1.7e308, math.log(1.7e308)),
        ("log2", math.inf, math.inf),
        ("erf", math.inf, 1.0),
        ("sin", 1e22, -0.8522008497671888),
        ("sin", 2.0**-26, 2.0**-26),
    ],
)
def test_ends_of_the_functions_of_the_host(name, x, wanted):
    assert getattr(MATH, name)(x) == wanted


@pytest.mark.parametrize(
    ("name", "x", "error"),
    [
        ("sin", math.inf, ValueError),
        ("log2", 0.0, ValueError),
        ("log10", -1.0, ValueError),
        ("log1p", -1.0, ValueError),
        ("expm1", 711.0, OverflowError),
        ("exp2", 1024.0, OverflowError),
    ],
)
def test_the_functions_of_the_host_raise_as_pythons_do(name, x, error):
    for module in (math, MATH):
        with pytest.raises(error):
            getattr(module, name)(x)


def rates(make, count, **words):
    """Return the learning rates that a schedule of PyTorch gives in `count` steps."""
    p = torch.nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.SGD([p], lr=words.pop("lr", 0.1))
    schedule = make(optimizer, **words)
    found = []
    for _ in range(count):
        found.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return found


def test_G8_a_cosine_of_pytorch_is_the_schedule_of_the_specification():
    with reproducible("c:baseline"):
        found = rates(schedulers.CosineAnnealingWarmRestarts, 60, lr=0.1, T_0=10, eta_min=1e-5)
    rate, words = SCHEDULES["restarts"].rate, {"lr": 0.1, "t_0": 10, "eta_min": 1e-5}
    assert found == [evaluate(rate, words, {"t": t}) for t in range(60)]


def test_G8_a_schedule_by_powers_is_correctly_rounded():
    with reproducible("c:baseline"):
        optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1)
        schedule = schedulers.ExponentialLR(optimizer, 0.97)
        closed = []
        for t in range(200):
            schedule.last_epoch = t
            closed += schedule._get_closed_form_lr()
    rate = SCHEDULES["exponential"].rate
    assert closed == [evaluate(rate, {"lr": 0.1, "gamma": 0.97}, {"t": t}) for t in range(200)]


def test_schedules_of_samebits_are_correctly_rounded_outside_of_a_block_too():
    with reproducible("c:baseline"):
        inside = rates(schedulers.CosineAnnealingLR, 50, T_max=40)
    assert rates(lr_scheduler.CosineAnnealingLR, 50, T_max=40) == inside
    assert schedulers.math is math


def test_everything_stands_as_it_was_when_a_block_is_left():
    adam = ADAM._single_tensor_adam.__code__
    several = NADAM._multi_tensor_nadam
    with reproducible("c:baseline"):
        assert schedulers.math is host_functions.MATH
        assert NADAM._multi_tensor_nadam is not several
    assert ADAM._single_tensor_adam.__code__ is adam
    assert NADAM._multi_tensor_nadam is several
    assert schedulers.math is math


def test_every_power_of_torch_optim_is_found():
    seen = []

    def noted(a, b):
        seen.append((a, b))
        return host_functions.power(a, b)

    with pytest.MonkeyPatch.context() as patch, correctly_rounded():
        patch.setattr(ADAM, "__samebits_power__", noted)
        p = torch.nn.Parameter(torch.zeros(1))
        p.grad = torch.ones(1)
        torch.optim.Adam([p], betas=(0.9, 0.999)).step()
    assert (0.9, 1.0) in seen
    assert (0.999, 1.0) in seen
    assert len(seen) == 3  # the third is the square root in the second bias correction
