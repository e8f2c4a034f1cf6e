/* conv.h - convolutions, their gradients and transposed convolutions (clauses T4, T5) as products.
 *
 *   conv.c         from the arrays of a call to one sb_conv, or one for each residue of the stride
 *   strip.h        256 positions of the unfolded operand, loaded vector by vector; the whole
 *                  unfolded operand is never stored
 *   conv_gemm.h    panels packed from strips for the micro-kernel of contract/
 *   conv_thin.h    few rows in a group, above all depthwise: loads feed the chains directly
 *   weight.h       the gradient of the weight: terms are positions, a second counter joins samples
 *
 * Every kind reads x through windows: tap t of position p reads index step * p + first + delta * t
 * of an axis. A forward convolution has step = stride. A gradient of the input has step 1 for the
 * positions of one residue, and its taps are in reverse order.
 */
#ifndef SB_CONV_CONV_H
#define SB_CONV_CONV_H

#include "contract/product.h"

typedef enum sb_conv_kind {
    SB_CONV_FORWARD,
    SB_CONV_TRANSPOSED,
    SB_CONV_INPUT_GRADIENT,
    SB_CONV_WEIGHT_GRADIENT
} sb_conv_kind;

/* One spatial axis. `x`, `y` and `w` are byte strides: of x by index, of y by position, and of the
 * weight by tap. */
typedef struct sb_conv_axis {
    int64_t count, taps, size; /* positions, taps, and elements of x */
    int64_t step, first, delta;
    int64_t x, y, w;
} sb_conv_axis;

typedef struct sb_conv_tensor {
    char *data;
    int32_t format;
    int64_t outer, channel, group; /* byte strides */
} sb_conv_tensor;

/* The convolution y[n, g, row, p] = sum over (channel, tap) of w[g, row, channel, tap] * x[n, g,
 * channel, window]. For a gradient of the weight w is the result, and y is read. */
typedef struct sb_conv {
    sb_conv_kind kind;
    sb_conv_axis axis[3];   /* the last axis is the fastest */
    sb_conv_tensor x, y, w; /* `outer`: stride of samples in x and y, of rows in w */
    sb_matrix bias;         /* `row` is its stride; data is NULL without a bias */
    int64_t samples, groups, rows, channels; /* rows and channels are per group */
} sb_conv;

static inline int64_t conv_taps(const sb_conv *conv)
{
    return conv->axis[0].taps * conv->axis[1].taps * conv->axis[2].taps;
}

static inline int64_t conv_positions(const sb_conv *conv)
{
    return conv->axis[0].count * conv->axis[1].count * conv->axis[2].count;
}

/* Compute the convolution with at most context->threads threads. No size may be zero. Return false
 * if memory is short. */
bool sb_conv_run_f32(sb_context *context, const sb_conv *conv);
bool sb_conv_run_f64(sb_context *context, const sb_conv *conv);

/* The attributes of each kind. */
extern const sb_parameter sb_conv_parameters[];
extern const sb_parameter sb_conv_transposed_parameters[];
extern const sb_parameter sb_conv_input_gradient_parameters[];
extern const sb_parameter sb_conv_weight_gradient_parameters[];

bool sb_conv_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count);
/* Run a call. `spatial` is 1, 2 or 3. */
sb_status sb_conv_call(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                       sb_conv_kind kind, int spatial);

#endif
