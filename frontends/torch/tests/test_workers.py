"""Workers of a DataLoader run inside the block in which they start, for every start method."""

from __future__ import annotations

import multiprocessing

import pytest
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info

from samebits.backends.protocol import BackendError
from samebits.common.errors import SamebitsError
from samebits.torch import NoCanonicalDefinition, current, get_hash, reproducible

STARTS = multiprocessing.get_all_start_methods()


class Functions(Dataset):
    """A data set of values whose last bits differ in plain PyTorch."""

    def __len__(self):
        return 8

    def __getitem__(self, i):
        x = torch.linspace(-3, 3, 501) * (i + 1) / 3
        return torch.exp(x).softmax(0), x[:300].reshape(30, 10) @ x[:30].reshape(10, 3)


class Stream(IterableDataset):
    def __iter__(self):
        worker = get_worker_info()
        first, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for i in range(first, 8, step):
            yield torch.exp(torch.linspace(-3, 3, 501) * (i + 1) / 3).softmax(0)


class Fourier(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        return torch.fft.fft(torch.ones(4)).real


class Inside(Dataset):
    """A data set with a description of the open block as its elements."""

    def __len__(self):
        return 2

    def __getitem__(self, i):
        block = current()
        return "none" if block is None else f"{block.strict} {block.contraction}"


def started(worker):
    torch.manual_seed(1000 + worker)


class Drawn(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return torch.randn(3)


def hash_of(loader):
    return get_hash(list(loader))


def loading(data, how, workers=2, **options):
    context = how if workers else None
    return DataLoader(
        data, 4, num_workers=workers, multiprocessing_context=context, timeout=0, **options
    )


def test_the_batches_are_others_outside():
    """Plain PyTorch gives different bits, so the tests below can fail."""
    with reproducible("c:baseline"):
        inside = hash_of(loading(Functions(), None, 0))
    assert hash_of(loading(Functions(), None, 0)) != inside


@pytest.mark.parametrize("how", STARTS)
def test_workers_have_the_bits_of_the_block_whatever_started_them(how):
    with reproducible("c:baseline"):
        plain = hash_of(loading(Functions(), None, 0))
        assert hash_of(loading(Functions(), how)) == plain


@pytest.mark.parametrize("how", STARTS)
def test_workers_have_the_choices_of_the_block(how):
    with reproducible("c:baseline", strict=False, contraction="aligned:24x16"):
        plain = hash_of(loading(Functions(), None, 0))
        assert next(iter(loading(Inside(), how)))[0] == "False aligned:24x16"
        assert hash_of(loading(Functions(), how)) == plain
    with reproducible("c:baseline"):
        assert next(iter(loading(Inside(), how)))[0] == "True T4"
        assert hash_of(loading(Functions(), None, 0)) != plain


@pytest.mark.parametrize("how", STARTS)
def test_a_worker_refuses_what_has_no_definition_and_says_so_in_the_main_process(how):
    with reproducible("c:baseline"), pytest.raises(NoCanonicalDefinition, match="_fft_r2c"):
        list(loading(Fourier(), how, 1))


@pytest.mark.parametrize("how", STARTS)
def test_a_worker_init_fn_of_the_program_runs_inside_and_stays_in_the_loader(how):
    with reproducible("c:baseline"):
        loader = loading(Drawn(), how, 1, worker_init_fn=started)
        batches = list(loader)
        assert loader.worker_init_fn is started
        torch.manual_seed(1000)
        assert torch.equal(batches[0], torch.stack([torch.randn(3) for _ in range(4)]))


def test_streams_are_inside():
    with reproducible("c:baseline"):
        plain = sorted(get_hash(x) for x in Stream())
        worked = [x for batch in loading(Stream(), STARTS[-1]) for x in batch]
    assert sorted(map(get_hash, worked)) == plain


def test_an_iterator_whose_workers_were_started_outside_is_refused_inside():
    iterator = iter(loading(Functions(), "fork"))
    next(iterator)
    with (
        reproducible("c:baseline"),
        pytest.raises(SamebitsError, match="started outside of the block"),
    ):
        next(iterator)
    assert next(iterator, None) is not None


def test_an_iterator_of_a_block_with_other_products_is_refused():
    with reproducible("c:baseline"):
        iterator = iter(loading(Functions(), "fork"))
        with (
            reproducible("c:baseline", contraction="aligned:24x16"),
            pytest.raises(SamebitsError, match="started under another contraction"),
        ):
            next(iterator)
        next(iterator)


def test_an_iterator_that_outlives_its_block_goes_on_inside():
    with reproducible("c:baseline"):
        plain = list(loading(Functions(), None, 0))
        iterator = iter(loading(Functions(), "fork"))
        first = next(iterator)
    assert get_hash([first, *iterator]) == get_hash(plain)


def test_workers_that_a_loader_keeps_are_replaced_inside_and_after():
    loader = loading(Inside(), "fork", persistent_workers=True)

    def asked():
        return {x for batch in loader for x in batch}

    assert asked() == {"none"}
    with reproducible("c:baseline"):
        assert asked() == {"True T4"}
        kept = loader._iterator
        assert asked() == {"True T4"}
        assert loader._iterator is kept
        with reproducible("c:baseline", contraction="aligned:24x16"):
            assert asked() == {"True aligned:24x16"}
    assert asked() == {"none"}


class Opening(Dataset):
    """A data set that opens a block in a worker, as a decorated function would."""

    def __len__(self):
        return 2

    def __getitem__(self, i):
        with reproducible("c:baseline"):
            return torch.exp(torch.linspace(-3, 3, 501)).softmax(0)


@pytest.mark.parametrize("how", STARTS)
def test_a_worker_may_open_a_block_too(how):
    with reproducible("c:baseline"):
        plain = hash_of(loading(Opening(), None, 0))
        assert hash_of(loading(Opening(), how)) == plain


def test_a_block_that_a_worker_cannot_open_is_an_error_in_the_main_process(monkeypatch):
    with reproducible("c:baseline") as block:
        block.backend = "c:nosuch"
        with pytest.raises(BackendError, match="nosuch"):
            list(loading(Inside(), "spawn", 1))


def in_a_process(queue):
    queue.put(current() is not None)


@pytest.mark.parametrize("how", STARTS)
def test_a_process_that_a_program_starts_is_inside_if_it_is_forked_alone(how):
    context = multiprocessing.get_context(how)
    with reproducible("c:baseline"):
        queue = context.SimpleQueue()
        process = context.Process(target=in_a_process, args=(queue,))
        process.start()
        assert queue.get() is (how == "fork")
        process.join()
