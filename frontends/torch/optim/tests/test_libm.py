"""Training does not depend on the C library: with damaged pow, cos and exp the hash is the same."""

import os
import subprocess
import sys
from pathlib import Path

_TRAINING = """
import math, sys, torch
from torch import nn
from samebits.torch import get_hash, reproducible

print((0.9 ** 3.5).hex(), math.cos(1.0).hex(), math.exp(1.0).hex())

def train():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.GELU(), nn.Dropout(0.25), nn.Linear(16, 3))
    nn.init.trunc_normal_(net[0].weight, std=0.3)
    first = torch.optim.AdamW(net[0].parameters(), lr=0.05)
    last = torch.optim.NAdam(net[3].parameters(), lr=0.02)
    schedules = [torch.optim.lr_scheduler.CosineAnnealingLR(first, 9),
                 torch.optim.lr_scheduler.StepLR(last, 2, 0.7),
                 torch.optim.lr_scheduler.ExponentialLR(last, 0.9)]
    x, y = torch.randn(32, 4), torch.randint(3, (32,))
    for _ in range(8):
        loss = nn.functional.cross_entropy(net(x), y)
        for each in (first, last): each.zero_grad()
        loss.backward()
        for each in (first, last, *schedules): each.step()
    return get_hash([net, first, last, [s.get_last_lr() for s in schedules]])

with reproducible("c:baseline"):
    print(train())
if len(sys.argv) > 1:
    torch.manual_seed(0)
    p = nn.Parameter(torch.ones(3))
    optimizer = torch.optim.AdamW([p], lr=0.05)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 9)
    for _ in range(3):
        schedule.step()
    print(schedule.get_last_lr()[0].hex())
"""


def run(**environment):
    """Return the three lines that the training program prints in a separate process."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _TRAINING, "outside"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split("\n")[:3]


def test_a_run_keeps_its_hash_where_pow_cos_and_exp_are_off_by_one_ulp(tmp_path):
    library = tmp_path / "off_by_one.so"
    source = Path(__file__).with_name("libm_off_by_one.c")
    flags = ("-O2", "-fno-builtin", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror")
    subprocess.run(["cc", *flags, "-o", library, source, "-ldl", "-lm"], check=True)
    functions, trained, outside = run()
    other_functions, trained_again, other_outside = run(LD_PRELOAD=str(library))
    apart = zip(functions.split(), other_functions.split(), strict=True)
    assert all(a != b for a, b in apart)  # the functions of Python's `math` are damaged
    assert outside != other_outside  # and so is PyTorch's schedule outside of a block
    assert trained == trained_again
