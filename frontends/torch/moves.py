"""PyTorch's own kernels that stay in use inside a block, because they cannot round anything.

- `MEMORY` makes tensors, views and copies of the same format. These overloads keep their kernels
  and have no overhead.
- `MOVES` moves elements. The kernel runs if all floating-point tensors that hold data have one
  dtype, because it would convert tensors of different dtypes. A host scalar that is stored is
  rounded to binary32 or binary64, and then to the format of the tensor, as R4.5 says.
- `COMPUTING` are composite overloads that do arithmetic themselves instead of calling others.

All are names of packets and apply to each of their overloads.

If an overload with a kernel for CPU tensors is in none of these lists and has no lowering, it is
refused if a floating-point number is involved. A composite overload that only calls others keeps
its kernel, because each overload that it calls is canonical, a move, or refused.

tools/freeze.py writes the resulting kind of each overload to overloads.txt.
"""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


MEMORY = _names(
    """
    _efficientzerotensor _fw_primal _has_same_storage_numel _lazy_clone _local_scalar_dense
    _make_dual _new_zeros_with_same_feature_meta _reshape_alias _resize_output alias as_strided
    as_strided_ detach detach_ empty empty_like empty_permuted empty_strided equal expand is_pinned
    is_same_size is_set_to lift lift_fresh new_empty new_empty_strided permute pin_memory
    _pin_memory record_stream resize resize_ resize_as_ scalar_tensor select set_ shallow_copy_data_
    slice split split_with_sizes squeeze squeeze_ t t_ transpose transpose_ unbind unfold
    unsafe_split unsafe_split_with_sizes unsqueeze unsqueeze_ view zero_ zeros zeros_like new_zeros
    _unsafe_view
    """
)

MOVES = _names(
    """
    _index_put_impl_ _stack cat channel_shuffle copy_ copysign eye fill_ flip gather im2col index
    index_copy index_copy_ index_fill_ index_select isin isnan isneginf isposinf lu_unpack
    masked_fill_ masked_scatter_ masked_select narrow_copy native_channel_shuffle nonzero
    nonzero_static pixel_shuffle pixel_unshuffle put_ reflection_pad1d reflection_pad2d
    reflection_pad3d repeat_interleave replication_pad1d replication_pad2d replication_pad3d roll
    scatter scatter_ signbit stack take tril tril_ triu triu_ where
    """
)

COMPUTING = _names(
    """
    _choose_qparams_per_tensor _grid_sampler_2d_cpu_fallback
    _grid_sampler_2d_cpu_fallback_backward _nested_tensor_from_tensor_list
    _nnpack_spatial_convolution _philox_normal _philox_randint _philox_uniform _rowwise_prune
    _saturate_weight_to_fp16 _scaled_dot_product_fused_attention_overrideable
    _scaled_dot_product_fused_attention_overrideable_backward _sobol_engine_draw
    _sobol_engine_ff_ _sobol_engine_initialize_state_ _sobol_engine_scramble_
    _sparse_bsc_tensor_unsafe _sparse_bsr_tensor_unsafe _sparse_compressed_tensor_unsafe
    _sparse_compressed_tensor_with_dims _sparse_coo_tensor_unsafe _sparse_csc_tensor_unsafe
    _sparse_csr_tensor_unsafe _wrapped_linear_prepack _wrapped_quantized_linear_prepacked
    choose_qparams_optimized convolution_backward_overrideable convolution_overrideable
    fbgemm_linear_fp16_weight fbgemm_linear_fp16_weight_fp32_activation fbgemm_linear_int8_weight
    fbgemm_linear_int8_weight_fp32_activation fbgemm_linear_quantize_weight
    fbgemm_pack_gemm_matrix_fp16 fbgemm_pack_quantized_matrix kaiser_window linalg_lstsq max_pool1d
    mkldnn_convolution mode quantized_gru_cell quantized_lstm_cell quantized_rnn_relu_cell
    quantized_rnn_tanh_cell sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor
    sparse_coo_tensor sparse_csc_tensor sparse_csr_tensor
    """
)
"""Overloads that are registered as composite, but do arithmetic themselves.

They were found in PyTorch's source, and by the taint check of tests/opinfo.py. The list also
contains overloads that make sparse tensors, so that sparse tensors are refused when they are made.
"""

RANDOM_INTEGERS = _names("random_ randperm")
"""Draws of integers from PyTorch's Mersenne Twister, which are the same on every machine."""

INDEXES = _names("LU_pivots index indices mask condition repeats size shape")
"""Arguments of moves that are indices, sizes or masks. Their dtype is not the dtype of the data."""

LOOKING = _names(
    """
    _coalesced_ _dimI _dimV _indices _nested_get_jagged_dummy _nested_tensor_size
    _nested_tensor_storage_offsets _nested_tensor_strides _nnz _values alias ccol_indices
    col_indices crow_indices dense_dim detach empty_like indices int_repr is_coalesced is_pinned
    is_same_size q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale
    q_zero_point qscheme row_indices sparse_dim values view
    """
)
"""Overloads that only inspect tensors that are not dense, for example to report the layout."""

QUANTISED = _names("_quantized mkl mkldnn mkldnn_prepacked onednn quantization quantized sparse")
"""Namespaces other than ATen whose composite overloads also do arithmetic themselves."""

COLLECTIVE = _names("c10d _c10d_functional _c10d_functional_autograd symm_mem")
"""Namespaces of ops that communicate between processes."""
