"""PyTorch's own kernels that are kept, because no rounding can take place in them.

`MEMORY` makes tensors, views and copies of the same format: these overloads keep their kernels
untouched and cost nothing. `MOVES` puts elements elsewhere: the kernel runs where all
floating-point tensors of the call have one dtype, since with several it would convert them; a host
scalar that is stored is rounded to binary32 or binary64 and then to the format of its place, as
R4.5 says. Both are names of packets and hold for each of their overloads.

What stands in neither, and in no lowering, is refused where a floating-point number takes part.
"""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


MEMORY = _names(
    """
    _efficientzerotensor _has_same_storage_numel _local_scalar_dense _nested_view_from_buffer
    _reshape_alias _resize_output _to_dense alias as_strided as_strided_ detach detach_ empty
    empty_like empty_permuted empty_strided equal expand is_pinned is_same_size is_set_to lift
    lift_fresh new_empty new_empty_strided permute pin_memory _pin_memory record_stream resize
    resize_ resize_as_ select set_ slice split split_with_sizes squeeze squeeze_ t t_ transpose
    transpose_ unbind unfold unsafe_split unsafe_split_with_sizes unsqueeze unsqueeze_ view
    view_as_complex view_as_real zero_ zeros zeros_like new_zeros _unsafe_view
    """
)

MOVES = _names(
    """
    _index_put_impl_ _stack _to_sparse _unsafe_index block_diag cat channel_shuffle clone
    constant_pad_nd copysign diagonal diagonal_backward eye fill fill_ flip full full_like gather
    im2col index index_copy index_copy_ index_fill index_fill_ index_put index_put_ index_select
    isfinite isin isinf isnan isneginf isposinf masked_fill masked_fill_ masked_scatter
    masked_scatter_ masked_select narrow_copy native_channel_shuffle neg_view new_full new_ones
    nonzero nonzero_static ones ones_like pixel_shuffle pixel_unshuffle put put_ reflection_pad1d
    reflection_pad2d reflection_pad3d repeat repeat_interleave replication_pad1d replication_pad2d
    replication_pad3d roll rot90 scalar_tensor scatter scatter_ select_backward select_scatter
    signbit slice_backward slice_scatter stack take tril tril_ triu triu_ unfold_copy where
    """
)

RANDOM_INTEGERS = _names("random random_ randperm randint")
"""Draws of PyTorch's Mersenne Twister, which are integers and so the same everywhere."""
