/* bernoulli.c - the op bernoulli (clause D2): 1 if a draw is below a probability, else 0. */
#include "draws/draws.h"

static const sb_parameter attributes[] = {SB_DRAWN, {"p", SB_NUMBER, -1.0}, {NULL, 0, 0.0}};

/* Make elements. A draw is below p * 2^32 if it is below `argument`, which is p * 2^32 rounded up
 * to an integer. */
static void make(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    const uint64_t limit = *(const uint64_t *)argument;
    uint8_t *out = elements;
    for (int64_t i = 0; i < count; ++i) out[i] = words[i] < limit;
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const double p = sb_attribute_number(context, "p"), scaled = p * 0x1p32; /* exact */
    (void)inputs;
    if (!(p >= 0.0 && p <= 1.0))
        return sb_fail(context, SB_INVALID, "bernoulli: p must be a number from 0 to 1");
    uint64_t limit = (uint64_t)scaled;
    limit += (double)limit < scaled;
    return sb_draw_run(context, &outputs[0], 1, make, &limit);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    (void)inputs;
    return input_count == 0 && output_count == 1 && outputs[0] == SB_BOOL;
}

const sb_kernel sb_kernel_bernoulli = {
    .op = "bernoulli", .supports = supports, .run = run, .parameters = attributes};
