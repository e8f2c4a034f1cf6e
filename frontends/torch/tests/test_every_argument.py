"""A different value of an argument of a canonical entry changes the result as in PyTorch."""

import random

import numpy as np
import pytest
import torch

pytest.importorskip("expecttest", reason="no argument is changed: pip install expecttest")

from samebits.torch.table import compositions, overload_of, table
from samebits.torch.tests.changed_arguments import Entry, bound, verdicts
from samebits.torch.tests.more_calls import more_calls
from samebits.torch.tests.reaching import noted

CALLS = 3
"""The number of calls per entry that are repeated with changed arguments."""

AT_ONCE = 60
"""The number of entries whose outcomes in PyTorch are in memory at a time."""

_SHAPE = "its shape alone is read; the gradient of the pass before has its numbers"
_STATISTICS = "there are no running statistics to move"
_BAGS = "offset2bag says to which bag an index belongs"
_WHOLE = "PyTorch's kernel sorts, and returns all results, whatever is asked for"
_LATER = "PyTorch replaces infinite losses behind the op"
_INDICES = "indices say which elements the windows have taken"
_COUNTS = "counts are made of it, and edges are not"
_HINT = "it says how PyTorch may compute, not what"

NO_INFLUENCE = {
    **dict.fromkeys(
        [
            ("adaptive_max_pool2d_backward", "self"),
            ("adaptive_max_pool3d_backward", "self"),
            ("avg_pool3d_backward", "self"),
            ("fractional_max_pool2d_backward", "self"),
            ("fractional_max_pool3d_backward", "self"),
            ("max_pool2d_with_indices_backward", "self"),
            ("max_pool3d_with_indices_backward", "self"),
            ("nll_loss2d_backward", "self"),
            ("nll_loss_backward", "self"),
            ("reflection_pad2d_backward", "self"),
            ("reflection_pad3d_backward", "self"),
            ("replication_pad2d_backward", "self"),
            ("replication_pad3d_backward", "self"),
        ],
        _SHAPE,
    ),
    ("_ctc_loss", "zero_infinity"): _LATER,
    ("_ctc_loss.Tensor", "zero_infinity"): _LATER,
    ("fractional_max_pool2d_backward", "kernel_size"): _INDICES,
    ("fractional_max_pool3d_backward", "kernel_size"): _INDICES,
    ("_histogramdd_bin_edges", "weight"): _COUNTS,
    ("_histogramdd_bin_edges", "density"): _COUNTS,
    ("_embedding_bag", "scale_grad_by_freq"): "the gradient alone reads it",
    ("_embedding_bag", "sparse"): "the gradient alone reads it",
    ("_embedding_bag_backward", "offsets"): _BAGS,
    ("_embedding_bag_per_sample_weights_backward", "offsets"): _BAGS,
    ("_index_put_impl_", "unsafe"): "it leaves out a check of indices",
    ("_native_batch_norm_legit.no_stats", "momentum"): _STATISTICS,
    ("_native_batch_norm_legit_no_training", "momentum"): _STATISTICS,
    ("_scaled_dot_product_efficient_attention", "compute_log_sumexp"): "T8.9 needs no logarithms",
    ("_unique", "sorted"): "values are sorted in any case, as PyTorch's own are on the CPU",
    ("_unique2", "sorted"): "values are sorted in any case, as PyTorch's own are on the CPU",
    ("unique_dim", "sorted"): _WHOLE,
    ("unique_dim", "return_inverse"): _WHOLE,
    ("unique_dim", "return_counts"): _WHOLE,
    ("unique_dim_consecutive", "return_inverse"): _WHOLE,
    ("unique_dim_consecutive", "return_counts"): _WHOLE,
    ("batch_norm_backward", "reserve"): "it holds what a kernel of another device saved",
    ("convolution_backward", "bias_sizes"): "they are the channels of the gradient",
    ("copy_", "non_blocking"): "nothing is copied between devices",
    ("instance_norm", "cudnn_enabled"): _HINT,
    ("_convolution", "benchmark"): _HINT,
    ("_convolution", "deterministic"): _HINT,
    ("_convolution", "cudnn_enabled"): _HINT,
    ("_convolution", "allow_tf32"): _HINT,
    ("topk", "sorted"): "PyTorch leaves their order open; they are sorted here",
    ("sort.stable", "stable"): "every sort is stable (S3.7)",
}
"""Arguments that cannot change a bit, by entry, with the reasons."""

_UNCHECKED = "PyTorch's check on `meta` raises this, and its kernel for the CPU has no check"

OTHERWISE = {
    ("_native_batch_norm_legit.no_stats", "weight"): _UNCHECKED,
    ("_native_batch_norm_legit.no_stats", "bias"): _UNCHECKED,
    ("_native_batch_norm_legit_no_training", "weight"): _UNCHECKED,
    ("_native_batch_norm_legit_no_training", "bias"): _UNCHECKED,
    ("unfold_backward", "size"): _UNCHECKED,
    (
        "_embedding_bag_dense_backward",
        "per_sample_weights",
    ): "weights of another shape than the indices are an error, and PyTorch's kernel has no check",
    (
        "_scaled_dot_product_flash_attention_for_cpu",
        "dropout_p",
    ): "PyTorch's kernel for the CPU has no dropout, T8.12 has",
    ("logsumexp", "dim"): "PyTorch cannot store the result of its own formula for no axis here",
    ("scaled_dot_product_attention", "dropout_p"): "it draws, and drops other keys",
    (
        "scaled_dot_product_attention",
        "is_causal",
    ): "a mask beside it is an error of PyTorch's composition, and not of each of its kernels",
    ("topk", "sorted"): NO_INFLUENCE["topk", "sorted"],
}
"""Arguments that are not compared, because PyTorch's kernel behaves differently, with reasons."""

OWN_RESULTS = {
    "_ctc_loss": (1,),
    "_ctc_loss.Tensor": (1,),
    "_embedding_bag": (1, 2, 3),
    "_embedding_bag_forward_only": (1, 2, 3),
    "_scaled_dot_product_flash_attention_for_cpu": (1,),
    "log_sigmoid_forward": (1,),
}
"""The indices of results that only the entry's own gradient reads. They differ from PyTorch's."""

NOT_ASKED = {"log_sigmoid_backward": "it saves no buffer, without which PyTorch's kernel cannot"}
"""Entries that are not compared with PyTorch's kernel, because it computes them differently."""


def is_drawn(name):
    """Return whether an entry draws random numbers, which differ from PyTorch's."""
    function = table()[name].function if name in table() else compositions()[name]
    return function.__module__.rpartition(".")[2] in ("draws", "dropouts")


def calls_of(name, found):
    """Return calls of an entry: samples of OpInfo without dropout, and those in more_calls.py."""
    calls = [c for c in found.get(name, ()) if not (bound(name, c) or {}).get("dropout_p")]
    return [*calls[:CALLS], *more_calls().get(name, ())]


@pytest.fixture(scope="module")
def judged():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # the calls are small
    random.seed(1)
    np.random.seed(1)
    torch.manual_seed(1)
    calls = noted()
    names = sorted({n for n, c in calls.items() if c} | more_calls().keys())
    entries = [
        Entry(n, calls_of(n, calls), is_drawn(n), OWN_RESULTS.get(n, ()), n not in NOT_ASKED)
        for n in names
    ]
    found = {}
    for at in range(0, len(entries), AT_ONCE):
        found |= verdicts(entries[at : at + AT_ONCE])
    torch.set_num_threads(threads)
    return found


def test_every_function_of_the_table_has_calls_whose_arguments_are_changed(judged):
    lowerings, composed = table(), compositions()
    reached = {lowerings[n].function for n in judged.keys() & lowerings.keys()}
    reached |= {composed[n] for n in judged.keys() & composed.keys()}
    assert reached == {*(entry.function for entry in lowerings.values()), *composed.values()}


def test_changed_arguments_have_the_results_that_pytorch_has_or_an_error(judged):
    faults = {(n, a): v.faults for n, of in judged.items() for a, v in of.items() if v.faults}
    unexpected = [f"{a} of {n}: {faults[n, a][0]}" for n, a in faults if (n, a) not in OTHERWISE]
    assert not unexpected, "\n".join(unexpected)
    assert not OTHERWISE.keys() - faults.keys()


def is_asked(name, argument):
    """Check whether an argument must have an influence: all except operands of a forward pass."""
    schema = next(a for a in overload_of(name)._schema.arguments if a.name == argument)
    operand = "Tensor" in str(schema.type) and not schema.has_default_value()
    return not operand or "backward" in name


def test_every_argument_changes_a_result_but_those_listed_with_a_reason(judged):
    without = {
        (name, argument)
        for name, of in judged.items()
        for argument, verdict in of.items()
        if not verdict.followed and is_asked(name, argument)
    }
    assert sorted(without - NO_INFLUENCE.keys()) == []
    assert sorted(NO_INFLUENCE.keys() - without) == []
