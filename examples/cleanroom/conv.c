/* Convolutions and the gradients of their weights (T5.1 to T5.6). */
#include "contraction.h"
#include "ops.h"
#include "tree.h"
#include "window.h"

void run_convolution(Call *call, int axes)
{
    const Tensor *x = &call->operand[0], *weight = &call->operand[1];
    demand_rank(call, 0, axes + 2);
    demand_rank(call, 1, axes + 2);
    Window window = read_window(call, axes);
    set_sizes(&window, window.input, x->shape + 2);
    set_sizes(&window, window.kernel, weight->shape + 2);
    set_output(&window);
    count_elements(&window);
    const int64_t samples = x->shape[0], channels = x->shape[1], results = weight->shape[0];
    demand_groups(&window, channels);
    demand_groups(&window, results);
    const int64_t in_group = channels / window.groups, out_group = results / window.groups;
    if (weight->shape[1] != in_group)
        refuse("the weight has not C / groups channels");
    const double *bias = read_bias(call, results);
    uint64_t *y = make_spatial(call, &window, samples, results, window.output);
    const Format to = call->result[0].format;
    const bool single = computes_in_single(call);
    const int64_t terms = in_group * window.taps;
    const double *values = widened(x), *weights = widened(weight);
    double *read = allocate(terms, sizeof *read); /* the inputs at the taps of one position */
    if (!call->result[0].count)
        return;
    for (int64_t n = 0; n < samples; ++n)
        for (int64_t group = 0; group < window.groups; ++group)
            for (int64_t position = 0; position < window.outputs; ++position) {
                const double *image = values + (n * channels + group * in_group) * window.inputs;
                for (int64_t tap = 0; tap < window.taps; ++tap) {
                    const int64_t place = input_place(&window, position, tap);
                    for (int64_t c = 0; c < in_group; ++c)
                        read[c * window.taps + tap] =
                            place < 0 ? 0 : image[c * window.inputs + place];
                }
                for (int64_t o = group * out_group; o < (group + 1) * out_group; ++o) {
                    double sum = contraction(single, weights + o * terms, read, terms);
                    if (bias)
                        sum = add_in(single, sum, bias[o]);
                    y[(n * results + o) * window.outputs + position] =
                        round_double(to, sum, SATURATE);
                }
            }
}

void run_weight_gradient(Call *call, int axes)
{
    const Tensor *x = &call->operand[0], *gradient = &call->operand[1];
    int64_t kernel[SPATIAL];
    demand_rank(call, 0, axes + 2);
    demand_rank(call, 1, axes + 2);
    Window window = read_window(call, axes);
    integers_attribute(call, "kernel_size", axes, 1, -1, kernel);
    set_sizes(&window, window.input, x->shape + 2);
    set_sizes(&window, window.kernel, kernel);
    set_output(&window);
    count_elements(&window);
    const int64_t samples = x->shape[0], channels = x->shape[1], results = gradient->shape[1];
    demand_groups(&window, channels);
    demand_groups(&window, results);
    if (gradient->shape[0] != samples)
        refuse("x and gradient differ in samples");
    for (int axis = 0; axis < axes; ++axis)
        if (gradient->shape[2 + axis] != sizes_of(&window, window.output)[axis])
            refuse("the gradient has not the shape of the convolution's result");
    const int64_t in_group = channels / window.groups, out_group = results / window.groups;
    uint64_t *y = make_spatial(call, &window, results, in_group, window.kernel);
    if (!call->result[0].count)
        return;
    const Format to = call->result[0].format;
    const bool single = computes_in_single(call);
    const double *values = widened(x), *gradients = widened(gradient);
    double *read = allocate(window.outputs, sizeof *read); /* the inputs of one sample at one tap */
    Tree *sums = allocate(out_group, sizeof *sums);        /* over samples, one for each o */
    for (int64_t channel = 0; channel < channels; ++channel)
        for (int64_t tap = 0; tap < window.taps; ++tap) {
            const int64_t first = channel / in_group * out_group;
            for (int64_t o = 0; o < out_group; ++o) sums[o] = new_tree(SUM, single);
            for (int64_t n = 0; n < samples; ++n) {
                const double *image = values + (n * channels + channel) * window.inputs;
                for (int64_t position = 0; position < window.outputs; ++position) {
                    const int64_t place = input_place(&window, position, tap);
                    read[position] = place < 0 ? 0 : image[place];
                }
                for (int64_t o = 0; o < out_group; ++o)
                    add_leaf(&sums[o],
                             contraction(single,
                                         gradients + (n * results + first + o) * window.outputs,
                                         read, window.outputs));
            }
            for (int64_t o = 0; o < out_group; ++o)
                y[((first + o) * in_group + channel % in_group) * window.taps + tap] =
                    round_double(to, tree_value(&sums[o]), SATURATE);
        }
}
