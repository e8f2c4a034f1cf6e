"""Training that is saved midway and loaded in a new process continues with the same bits."""

import subprocess
import sys

_PROGRAM = """
import sys, torch
from torch import nn
from samebits.torch import expect, get_hash, reproducible, state

first, last, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
with reproducible("c:baseline"):
    torch.manual_seed(0)
    layers = nn.Linear(4, 8), nn.BatchNorm1d(8), nn.GELU(), nn.Dropout(0.5), nn.Linear(8, 2)
    net = nn.Sequential(*layers)
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.1, amsgrad=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 20)
    x, y = torch.randn(16, 4), torch.randn(16, 2)
    parts = {"net": net, "optimizer": optimizer, "schedule": schedule}
    if first:
        saved = torch.load(path)
        expect(saved["state"])
        for name, part in parts.items():
            part.load_state_dict(saved[name])
        torch.set_rng_state(saved["rng"])
    for _ in range(first, last):
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        schedule.step()
    saved = {name: part.state_dict() for name, part in parts.items()}
    torch.save({**saved, "rng": torch.get_rng_state(), "state": state()}, path)
    print(get_hash(saved))
"""


def run(first, last, path):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _PROGRAM, str(first), str(last), str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_a_run_in_two_processes_is_the_run_in_one(tmp_path):
    whole = run(0, 7, tmp_path / "whole.pt")
    run(0, 3, tmp_path / "half.pt")
    assert run(3, 7, tmp_path / "half.pt") == whole
