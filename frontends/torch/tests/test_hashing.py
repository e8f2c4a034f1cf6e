"""Hashes, states and seeds: what affects them, and that every process gets equal ones."""

import copy
import io
import random
import subprocess
import sys
from pathlib import Path

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


def test_a_state_is_read_by_torch_load_as_it_is_by_default():
    kept = io.BytesIO()
    torch.save({"samebits": state()}, kept)
    kept.seek(0)
    saved = torch.load(kept)["samebits"]
    assert {type(value) for value in saved.values()} == {str}
    expect(saved)


def test_the_specification_of_a_state_is_the_version_of_the_text():
    first = (Path(__file__).parents[3] / "spec" / "SPEC.md").read_text().splitlines()[0]
    assert first.endswith(f"version {state()['specification']}")


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


# DataLoader warns on a machine with fewer processors than workers.
@pytest.mark.filterwarnings("ignore:This DataLoader will create:UserWarning")
def test_one_seed_is_for_python_numpy_torch_and_workers():
    assert loaded(2) == loaded(2)
    assert loaded(0) == loaded(0)
    seed_everything(3)
    first = random.random(), np.random.random(), torch.rand(2).tolist()
    seed_everything(3)
    assert first == (random.random(), np.random.random(), torch.rand(2).tolist())
    with pytest.raises(ValueError, match="seed=.* must be from 0"):
        seed_everything(-1)


def a_model():
    """Return a model with layers, batch norm, tied weights, and a buffer of floats."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Linear(2, 2), nn.Linear(2, 2))
    model[3].weight = model[0].weight
    model.register_buffer("scale", torch.full((2,), 0.5))
    return model


def test_a_state_dict_has_the_hash_of_its_module_wherever_it_comes_from():
    model, kept = a_model(), io.BytesIO()
    torch.save(model.state_dict(), kept)
    kept.seek(0)
    wanted = get_hash(model)
    assert get_hash(model.state_dict()) == wanted
    assert get_hash(torch.load(kept)) == wanted
    assert get_hash(copy.deepcopy(model.state_dict())) == wanted
    again = a_model()
    again.load_state_dict(model.state_dict())
    assert get_hash(again.state_dict()) == wanted
    model[1].running_mean += 1.0
    assert get_hash(model.state_dict()) == get_hash(model) != wanted


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_compiled_or_wrapped_module_has_the_hash_of_the_module():
    model = a_model()
    wanted = get_hash(model)
    compiled = torch.compile(model)
    assert get_hash(compiled) == get_hash(compiled.state_dict()) == wanted
    assert get_hash(nn.DataParallel(model)) == wanted
    inner = nn.Sequential(torch.compile(model[0]), *list(model)[1:])
    inner.register_buffer("scale", model.scale)
    assert get_hash(inner) == get_hash(inner.state_dict()) == wanted


def test_hashes_of_modules_are_those_of_earlier_releases():
    """The value was computed at commit 25f7a675.

    The module has no frozen parameters or odd buffers.
    """
    model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
    with torch.no_grad():
        for k, p in enumerate(model.parameters()):
            p.copy_(torch.arange(p.numel()).view(p.shape) + k)
    model.register_buffer("unsaved", torch.ones(2), persistent=False)
    assert get_hash(model) == ("a16cff2f7f7471ff190af3ebce389e4fd40f90c3932a2ffa5606c4cca7ce47d7")


class Counting(nn.Linear):
    def get_extra_state(self):
        return {"calls": 3}

    def set_extra_state(self, state):
        pass


def test_a_hash_sees_the_extra_state_of_a_module():
    torch.manual_seed(0)
    counting = nn.Sequential(Counting(2, 2))
    torch.manual_seed(0)
    plain = nn.Sequential(nn.Linear(2, 2))
    assert get_hash(counting) == get_hash(counting.state_dict()) != get_hash(plain)


def made_optimizer():
    return torch.optim.SGD([nn.Parameter(torch.ones(2))], lr=0.1)


SCHEDULES = {
    "cosine": lambda o: torch.optim.lr_scheduler.CosineAnnealingLR(o, 5),
    "plateau": torch.optim.lr_scheduler.ReduceLROnPlateau,
    "one cycle": lambda o: torch.optim.lr_scheduler.OneCycleLR(o, 0.1, total_steps=9),
    "lambda": lambda o: torch.optim.lr_scheduler.LambdaLR(o, lambda t: 0.5),
    "multiplicative": lambda o: torch.optim.lr_scheduler.MultiplicativeLR(o, lambda t: 0.5),
    "cyclic": lambda o: torch.optim.lr_scheduler.CyclicLR(o, 0.1, 0.2),
    "steps": lambda o: torch.optim.lr_scheduler.MultiStepLR(o, [1, 3]),
    "in turn": lambda o: torch.optim.lr_scheduler.SequentialLR(
        o,
        [
            torch.optim.lr_scheduler.ConstantLR(o),
            torch.optim.lr_scheduler.ExponentialLR(o, 0.9),
        ],
        [1],
    ),
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_hash_of_a_schedule_sees_where_it_is(name):
    hashes = []
    for steps in (0, 0, 2):
        optimizer = made_optimizer()
        schedule = SCHEDULES[name](optimizer)
        optimizer.step()
        for _ in range(steps):
            schedule.step(*([1.0] if name == "plateau" else []))
        hashes.append(get_hash(schedule))
    assert hashes[0] == hashes[1] != hashes[2]


def test_a_hash_of_a_generator_sees_its_state():
    one, other = torch.Generator().manual_seed(3), torch.Generator().manual_seed(3)
    assert get_hash(one) == get_hash(other)
    torch.rand(1, generator=one)
    assert get_hash(one) != get_hash(other)


def test_a_hash_of_a_loss_scale_sees_its_state():
    one, other = (torch.amp.GradScaler("cpu", init_scale=s) for s in (2.0, 4.0))
    assert get_hash(one) == get_hash(torch.amp.GradScaler("cpu", init_scale=2.0)) != get_hash(other)


def test_a_hash_of_containers_sees_types_and_not_the_order_of_sets():
    assert get_hash({3, "a", 2.5}) == get_hash({"a", 2.5, 3})
    values = [
        {1, 2},
        [1, 2],
        (1, 2),
        {1: 2},
        1 + 2j,
        1.0,
        1,
        "1",
        None,
        True,
        {"a": {1}},
        {"a": [1]},
    ]
    assert len({get_hash(x) for x in values}) == len(values)


def test_an_array_of_objects_has_no_hash():
    with pytest.raises(SamebitsError, match="ndarray"):
        get_hash(np.array([object()]))


class Counted(nn.Linear):
    """A layer with an extra state."""

    def get_extra_state(self):
        return {"steps": 3}

    def set_extra_state(self, state):
        pass


def test_a_wrapped_module_with_an_extra_state_has_the_hash_of_the_module():
    torch.manual_seed(0)
    model = Counted(3, 2)
    assert get_hash(nn.DataParallel(model)) == get_hash(model)
