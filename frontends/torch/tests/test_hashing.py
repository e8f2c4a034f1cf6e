"""Hashes, states and seeds: what they see, and that they are the same in every process."""

import random
import subprocess
import sys

import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader

from samebits.common.errors import SamebitsError
from samebits.torch import expect, get_hash, hash_record, reproducible, seed_everything, state


def test_a_hash_is_of_bits_and_not_of_values():
    zeros = torch.zeros(3)
    assert get_hash(zeros) != get_hash(-zeros)
    assert get_hash(torch.tensor(float("nan"))) == get_hash(torch.tensor(float("nan")))
    assert get_hash(torch.arange(6).view(2, 3).t().contiguous()) == get_hash(
        torch.arange(6).view(2, 3).t()
    )


def test_a_hash_of_nested_state_does_not_know_in_which_order_a_dict_was_filled():
    x = torch.ones(2, dtype=torch.bfloat16)
    assert get_hash({"a": x, "b": [1, 2.5, None]}) == get_hash({"b": [1, 2.5, None], "a": x})
    assert get_hash([1]) != get_hash([1.0]) != get_hash(["1"])
    assert get_hash([x, [x]]) != get_hash([[x], x])


def test_a_hash_of_a_module_sees_requires_grad_ties_and_unsaved_buffers():
    def made():
        torch.manual_seed(0)
        module = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
        module[1].load_state_dict(module[0].state_dict())
        module.register_buffer("scale", torch.ones(1), persistent=False)
        return module

    plain, frozen, tied, scaled = made(), made(), made(), made()
    frozen[0].bias.requires_grad_(False)
    tied[1].weight = tied[0].weight
    scaled.scale.fill_(2.0)
    assert get_hash(plain) == get_hash(made())
    assert len({get_hash(m) for m in (plain, frozen, tied, scaled)}) == 4


def test_a_hash_of_an_optimizer_sees_state_and_options():
    def made(lr):
        p = nn.Parameter(torch.ones(2))
        p.grad = torch.ones(2)
        return torch.optim.AdamW([p], lr=lr)

    one, other = made(0.1), made(0.1)
    assert get_hash(one) == get_hash(other) != get_hash(made(0.2))
    with reproducible("c:baseline"):
        one.step()
    assert get_hash(one) != get_hash(other)


def test_what_has_no_hash_is_refused():
    for x in (object(), torch.eye(2).to_sparse()):
        with pytest.raises(SamebitsError, match="hash"):
            get_hash(x)


def test_a_hash_is_the_same_in_another_process():
    text = (
        "import torch; from samebits.torch import get_hash; print(get_hash({'a': torch.ones(3)}))"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == get_hash({"a": torch.ones(3)})


def test_a_record_has_the_versions_and_a_run_under_others_says_so():
    with reproducible("c:baseline"):
        record = hash_record(torch.ones(2))
    assert record["backend"] == "c:baseline"
    assert record["torch"] == torch.__version__
    expect(record)
    expect(state())
    with pytest.raises(SamebitsError, match=r"had torch 2\.0, this one has"):
        expect({**record, "torch": "2.0"})
    with pytest.raises(SamebitsError, match="lacks specification, table"):
        expect({"torch": torch.__version__})


class Drawn(torch.utils.data.Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return random.random(), np.random.random(), torch.rand(()).item()


def loaded(workers):
    generator, worker_init_fn = seed_everything(3)
    loader = DataLoader(
        Drawn(), shuffle=True, num_workers=workers, generator=generator,
        worker_init_fn=worker_init_fn,
    )  # fmt: skip
    return [[x.item() for x in batch] for batch in loader]


def test_one_seed_is_for_python_numpy_torch_and_workers():
    assert loaded(2) == loaded(2)
    assert loaded(0) == loaded(0)
    seed_everything(3)
    first = random.random(), np.random.random(), torch.rand(2).tolist()
    seed_everything(3)
    assert first == (random.random(), np.random.random(), torch.rand(2).tolist())
    with pytest.raises(ValueError, match="seed is an integer"):
        seed_everything(-1)
