# Written by `python -m samebits.numpy.stubs` from the op declarations.

from typing import NamedTuple

from samebits.numpy.values import Array

class AdagradResults(NamedTuple):
    """Results of adagrad."""

    new_params: Array
    new_state_sum: Array

class AdamResults3(NamedTuple):
    """Results of adam."""

    new_params: Array
    new_exp_avg: Array
    new_exp_avg_sq: Array

class AdamResults(NamedTuple):
    """Results of adam."""

    new_params: Array
    new_exp_avg: Array
    new_exp_avg_sq: Array
    new_max_exp_avg_sq: Array

class AdamwResults3(NamedTuple):
    """Results of adamw."""

    new_params: Array
    new_exp_avg: Array
    new_exp_avg_sq: Array

class AdamwResults(NamedTuple):
    """Results of adamw."""

    new_params: Array
    new_exp_avg: Array
    new_exp_avg_sq: Array
    new_max_exp_avg_sq: Array

class AdaptiveMaxPool1dResults(NamedTuple):
    """Results of adaptive_max_pool1d."""

    result: Array
    indices: Array

class AdaptiveMaxPool2dResults(NamedTuple):
    """Results of adaptive_max_pool2d."""

    result: Array
    indices: Array

class BatchNormResults3(NamedTuple):
    """Results of batch_norm."""

    y: Array
    mean: Array
    rstd: Array

class BatchNormResults(NamedTuple):
    """Results of batch_norm."""

    y: Array
    mean: Array
    rstd: Array
    new_running_mean: Array
    new_running_var: Array
    new_num_batches_tracked: Array

class BatchNormGradientResults1(NamedTuple):
    """Results of batch_norm_gradient."""

    x_gradient: Array

class BatchNormGradientResults(NamedTuple):
    """Results of batch_norm_gradient."""

    x_gradient: Array
    weight_gradient: Array
    bias_gradient: Array

class BatchNormInferenceGradientResults1(NamedTuple):
    """Results of batch_norm_inference_gradient."""

    x_gradient: Array

class BatchNormInferenceGradientResults(NamedTuple):
    """Results of batch_norm_inference_gradient."""

    x_gradient: Array
    weight_gradient: Array
    bias_gradient: Array

class CenteredRmspropResults3(NamedTuple):
    """Results of centered_rmsprop."""

    new_params: Array
    new_square_avg: Array
    new_grad_avg: Array

class CenteredRmspropResults(NamedTuple):
    """Results of centered_rmsprop."""

    new_params: Array
    new_square_avg: Array
    new_grad_avg: Array
    new_momentum_buffer: Array

class CtcLossResults(NamedTuple):
    """Results of ctc_loss."""

    loss: Array
    log_alpha: Array

class DroppingAttentionGradientResults3(NamedTuple):
    """Results of dropping_attention_gradient."""

    query_gradient: Array
    key_gradient: Array
    value_gradient: Array

class DroppingAttentionGradientResults(NamedTuple):
    """Results of dropping_attention_gradient."""

    query_gradient: Array
    key_gradient: Array
    value_gradient: Array
    mask_gradient: Array

class EmbeddingBagGradientResults1(NamedTuple):
    """Results of embedding_bag_gradient."""

    weight_gradient: Array

class EmbeddingBagGradientResults(NamedTuple):
    """Results of embedding_bag_gradient."""

    weight_gradient: Array
    place_weights_gradient: Array

class GridSampleGradientResults(NamedTuple):
    """Results of grid_sample_gradient."""

    x_gradient: Array
    grid_gradient: Array

class GroupNormResults(NamedTuple):
    """Results of group_norm."""

    y: Array
    mean: Array
    rstd: Array

class GroupNormGradientResults1(NamedTuple):
    """Results of group_norm_gradient."""

    x_gradient: Array

class GroupNormGradientResults(NamedTuple):
    """Results of group_norm_gradient."""

    x_gradient: Array
    weight_gradient: Array
    bias_gradient: Array

class GruResults(NamedTuple):
    """Results of gru."""

    y: Array
    new_hidden: Array
    gates: Array
    states: Array

class GruCellResults(NamedTuple):
    """Results of gru_cell."""

    new_hidden: Array
    gates: Array

class GruCellGradientResults(NamedTuple):
    """Results of gru_cell_gradient."""

    x_gradient: Array
    hidden_gradient: Array
    weight_ih_gradient: Array
    weight_hh_gradient: Array
    bias_ih_gradient: Array
    bias_hh_gradient: Array

class GruGradientResults(NamedTuple):
    """Results of gru_gradient."""

    x_gradient: Array
    hidden_gradient: Array
    weight_ih_gradient: Array
    weight_hh_gradient: Array
    bias_ih_gradient: Array
    bias_hh_gradient: Array

class IndexPutGradientResults(NamedTuple):
    """Results of index_put_gradient."""

    prior_gradient: Array
    updates_gradient: Array

class InstanceNormResults(NamedTuple):
    """Results of instance_norm."""

    y: Array
    mean: Array
    rstd: Array

class InstanceNormGradientResults1(NamedTuple):
    """Results of instance_norm_gradient."""

    x_gradient: Array

class InstanceNormGradientResults(NamedTuple):
    """Results of instance_norm_gradient."""

    x_gradient: Array
    weight_gradient: Array
    bias_gradient: Array

class LayerNormResults(NamedTuple):
    """Results of layer_norm."""

    y: Array
    mean: Array
    rstd: Array

class LayerNormGradientResults1(NamedTuple):
    """Results of layer_norm_gradient."""

    x_gradient: Array

class LayerNormGradientResults(NamedTuple):
    """Results of layer_norm_gradient."""

    x_gradient: Array
    weight_gradient: Array
    bias_gradient: Array

class LinearAlignedGradientResults(NamedTuple):
    """Results of linear_aligned_gradient."""

    x_gradient: Array
    weight_gradient: Array

class LinearGradientResults(NamedTuple):
    """Results of linear_gradient."""

    x_gradient: Array
    weight_gradient: Array

class LionResults(NamedTuple):
    """Results of lion."""

    new_params: Array
    new_exp_avg: Array

class LstmResults(NamedTuple):
    """Results of lstm."""

    y: Array
    new_hidden: Array
    new_cell: Array
    gates: Array
    cells: Array

class LstmCellResults(NamedTuple):
    """Results of lstm_cell."""

    new_hidden: Array
    new_cell: Array
    gates: Array

class LstmCellGradientResults(NamedTuple):
    """Results of lstm_cell_gradient."""

    x_gradient: Array
    hidden_gradient: Array
    cell_gradient: Array
    weight_ih_gradient: Array
    weight_hh_gradient: Array
    bias_gradient: Array

class LstmGradientResults(NamedTuple):
    """Results of lstm_gradient."""

    x_gradient: Array
    hidden_gradient: Array
    cell_gradient: Array
    weight_ih_gradient: Array
    weight_hh_gradient: Array
    bias_gradient: Array

class MaxPool1dResults(NamedTuple):
    """Results of max_pool1d."""

    result: Array
    indices: Array

class MaxPool2dResults(NamedTuple):
    """Results of max_pool2d."""

    result: Array
    indices: Array

class PreluGradientResults(NamedTuple):
    """Results of prelu_gradient."""

    x_gradient: Array
    weight_gradient: Array

class QrResults(NamedTuple):
    """Results of qr."""

    Q: Array
    R: Array

class RmsNormResults(NamedTuple):
    """Results of rms_norm."""

    y: Array
    rstd: Array

class RmsNormGradientResults1(NamedTuple):
    """Results of rms_norm_gradient."""

    x_gradient: Array

class RmsNormGradientResults(NamedTuple):
    """Results of rms_norm_gradient."""

    x_gradient: Array
    weight_gradient: Array

class RmspropResults2(NamedTuple):
    """Results of rmsprop."""

    new_params: Array
    new_square_avg: Array

class RmspropResults(NamedTuple):
    """Results of rmsprop."""

    new_params: Array
    new_square_avg: Array
    new_momentum_buffer: Array

class ScaledDotProductAttentionGradientResults3(NamedTuple):
    """Results of scaled_dot_product_attention_gradient."""

    query_gradient: Array
    key_gradient: Array
    value_gradient: Array

class ScaledDotProductAttentionGradientResults(NamedTuple):
    """Results of scaled_dot_product_attention_gradient."""

    query_gradient: Array
    key_gradient: Array
    value_gradient: Array
    mask_gradient: Array

class ScatterGradientResults(NamedTuple):
    """Results of scatter_gradient."""

    prior_gradient: Array
    updates_gradient: Array

class SgdResults(NamedTuple):
    """Results of sgd."""

    new_params: Array
    new_momentum_buffer: Array

class TopkResults(NamedTuple):
    """Results of topk."""

    values: Array
    indices: Array

class UnscaleResults(NamedTuple):
    """Results of unscale."""

    unscaled: Array
    found_inf: Array

class UpdateScaleResults(NamedTuple):
    """Results of update_scale."""

    new_scale: Array
    new_growth_tracker: Array
