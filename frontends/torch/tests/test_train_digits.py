"""examples/train_digits_torch.py prints one hash for all options, with the bits of the oracles."""

import os
import re
import subprocess
import sys

import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

from samebits.backends import discovery
from samebits.torch import reproducible
from samebits.torch.tests import independent_trainer
from samebits.torch.tests.by_spec import array_of
from samebits.torch.tests.examples import FOLDER, example
from samebits.torch.tools import runs

WAYS = [
    "--device c:baseline --threads 1",
    "--device c:baseline --threads 2 --foreach --workers 2",
    "--device c:avx2 --threads 3 --checkpointing",
    "--device c:avx512 --threads 2 --foreach --checkpointing --workers 2",
]
"""A few combinations of options; `nox -s record -- torch_runs` runs all of them."""


def available(way):
    names = {f"c:{d.name}" for d in discovery.load("c").devices() if d.available}
    return way.split()[1] in names


def hashes(way):
    """Return the lines that the example prints, trained for one epoch in a separate process."""
    done = subprocess.run(
        [sys.executable, str(FOLDER / "train_digits_torch.py"), *way.split(), "--epochs", "1"],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_every_way_has_one_hash():
    ways = [way for way in WAYS if available(way)]
    assert len(ways) >= 2
    wanted = hashes(ways[0])
    assert len(wanted) == 4
    kept = runs.PAGE.read_text().splitlines()
    assert all(f"    {line}" in kept for line in wanted)
    for way in ways[1:]:
        assert hashes(way) == wanted, way


def test_the_record_of_every_way_is_of_these_sources():
    assert runs.stale() == [], "run nox -s record -- torch_runs"
    found = re.findall(r"^(\d+) runs on (.*) x 1, 2, 3 threads", runs.PAGE.read_text(), re.M)
    assert sum(int(count) for count, _ in found) == 72
    devices = [device for _, names in found for device in names.split(", ")]
    assert sorted(devices) == ["c:avx2", "c:avx512", "c:baseline"]


def test_a_device_that_a_machine_lacks_keeps_its_runs_if_they_printed_the_same():
    whole = ["c:avx2", "c:avx512", "c:baseline"]
    kept = runs.page("one\ntwo\n", whole, ["table old"], {})
    assert runs.recorded_before(kept, "one\ntwo\n", whole) == {}
    earlier = runs.recorded_before(kept, "one\ntwo\n", ["c:avx2", "c:baseline"])
    assert earlier == {"c:avx512": ["table old"]}
    assert runs.recorded_before(kept, "one\nthree\n", ["c:avx2"]) == {}
    again = runs.page("one\ntwo\n", ["c:avx2", "c:baseline"], ["table new"], earlier)
    assert runs.recorded_before(again, "one\ntwo\n", ["c:avx2", "c:baseline"]) == earlier
    assert "24 runs on c:avx512" in again
    assert runs.AS_BEFORE in again


def test_the_first_steps_are_those_of_a_trainer_on_the_oracles():
    digits = example("train_digits_torch")
    images, classes = (x[:6] for x in digits.digits()[0].tensors)
    data = TensorDataset(images, classes)
    loader = DataLoader(
        data, batch_size=2, shuffle=True, generator=torch.Generator().manual_seed(1)
    )
    batches = [(array_of(x), array_of(y)) for x, y in loader]
    with reproducible("c:baseline"):
        torch.manual_seed(0)
        net = digits.Net()
        state = {name: array_of(x).copy() for name, x in net.state_dict().items()}
        generator = torch.Generator()
        generator.set_state(torch.get_rng_state())
        digits.train(net, data, 1, batch=2)
    independent_trainer.train(state, batches, generator, 1e-2, len(batches))
    for name, x in net.state_dict().items():
        assert array_of(x).tobytes() == state[name].tobytes(), name
    assert all(p.requires_grad for p in net.parameters())


@pytest.mark.parametrize("name", ["repdl_digits", "repdl_ops"])
def test_scripts_in_the_way_of_repdl_run(name, capsys):
    arguments = [["--epochs", "0"]] if name == "repdl_digits" else []
    assert example(name).main(*arguments) == 0
    assert capsys.readouterr().out.count("\n") >= 4
