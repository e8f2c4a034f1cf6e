/* Gradients of the inputs of convolutions, and transposed convolutions (T5.7 to T5.10). */
#include "contraction.h"
#include "ops.h"
#include "tree.h"
#include "window.h"

/* T5.7 and T5.9: computes [N, c * groups, input..] from gradient[N, O, P..], weight[O, c, k..]. */
static void to_input(Call *call, const Window *window, const double *bias)
{
    const Tensor *gradient = &call->operand[0], *weight = &call->operand[1];
    const int64_t samples = gradient->shape[0], sources = gradient->shape[1];
    const int64_t in_group = weight->shape[1], out_group = sources / window->groups;
    const int64_t channels = times(in_group, window->groups);
    uint64_t *y = make_spatial(call, window, samples, channels, window->input);
    if (!call->result[0].count)
        return;
    const Format to = call->result[0].format;
    const bool single = computes_in_single(call);
    const double *values = widened(gradient), *weights = widened(weight);
    const int64_t most = times(out_group, window->taps);
    double *read = allocate(times(samples, most), sizeof *read);
    double *factor = allocate(most, sizeof *factor); /* the weight for each value in `read` */
    int64_t *tap = allocate(window->taps, sizeof *tap);
    int64_t *place = allocate(window->taps, sizeof *place); /* the output position of each tap */
    for (int64_t position = 0; position < window->inputs; ++position) {
        int64_t fitting = 0;
        for (int64_t t = 0; t < window->taps; ++t)
            if (tap_fits(window, position, t, &place[fitting]))
                tap[fitting++] = t;
        const int64_t terms = out_group * fitting;
        for (int64_t group = 0; group < window->groups; ++group) {
            double *next = read; /* fill `read` with the gradients, sample by sample */
            for (int64_t n = 0; n < samples; ++n)
                for (int64_t o = group * out_group; o < (group + 1) * out_group; ++o)
                    for (int64_t i = 0; i < fitting; ++i) {
                        const double *from = values + (n * sources + o) * window->outputs;
                        *next++ = place[i] < 0 ? 0 : from[place[i]];
                    }
            for (int64_t c = 0; c < in_group; ++c) {
                next = factor;
                for (int64_t o = group * out_group; o < (group + 1) * out_group; ++o)
                    for (int64_t i = 0; i < fitting; ++i)
                        *next++ = weights[(o * in_group + c) * window->taps + tap[i]];
                const int64_t channel = group * in_group + c;
                for (int64_t n = 0; n < samples; ++n) {
                    double sum = contraction(single, read + n * terms, factor, terms);
                    if (bias)
                        sum = add_in(single, sum, bias[channel]);
                    y[(n * channels + channel) * window->inputs + position] =
                        round_double(to, sum, SATURATE);
                }
            }
        }
    }
}

void run_input_gradient(Call *call, int axes)
{
    const Tensor *gradient = &call->operand[0], *weight = &call->operand[1];
    int64_t input[SPATIAL];
    demand_rank(call, 0, axes + 2);
    demand_rank(call, 1, axes + 2);
    Window window = read_window(call, axes);
    integers_attribute(call, "input_size", axes, 0, -1, input);
    set_sizes(&window, window.input, input);
    set_sizes(&window, window.kernel, weight->shape + 2);
    set_output(&window);
    count_elements(&window);
    for (int axis = 0; axis < axes; ++axis)
        if (gradient->shape[2 + axis] != sizes_of(&window, window.output)[axis])
            refuse("input_size belongs to a gradient of another shape");
    demand_groups(&window, gradient->shape[1]);
    if (weight->shape[0] != gradient->shape[1])
        refuse("gradient and weight differ in output channels");
    to_input(call, &window, NULL);
}

void run_transposed(Call *call, int axes)
{
    const Tensor *x = &call->operand[0], *weight = &call->operand[1];
    int64_t more[SPATIAL] = {0}, extra[SPATIAL];
    demand_rank(call, 0, axes + 2);
    demand_rank(call, 1, axes + 2);
    Window window = read_window(call, axes);
    integers_attribute(call, "output_padding", axes, 0, 0, extra);
    set_sizes(&window, more, extra);
    set_sizes(&window, window.output, x->shape + 2);
    set_sizes(&window, window.kernel, weight->shape + 2);
    for (int axis = SPATIAL - axes; axis < SPATIAL; ++axis) { /* T5.10 */
        if (more[axis] >= window.stride[axis] && more[axis] >= window.dilation[axis])
            refuse("output_padding is below neither stride nor dilation");
        if (!window.output[axis] || !window.kernel[axis])
            refuse("a spatial axis of x or of the kernel has the size 0");
        window.input[axis] = times(window.output[axis] - 1, window.stride[axis]) -
                             2 * window.padding[axis] +
                             times(window.dilation[axis], window.kernel[axis] - 1) + more[axis] + 1;
        if (window.input[axis] < 1)
            refuse("the result has a spatial size below 1");
    }
    count_elements(&window);
    demand_groups(&window, x->shape[1]);
    if (weight->shape[0] != x->shape[1])
        refuse("x and weight differ in channels");
    const double *bias = read_bias(call, times(weight->shape[1], window.groups));
    to_input(call, &window, bias);
}
