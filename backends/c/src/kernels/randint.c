/* randint.c - the op randint (clause D2): the upper half of a draw times the number of integers. */
#include "draws/draws.h"
#include "moves/index.h"

static const sb_parameter attributes[] = {
    SB_DRAWN, {"high", SB_INTEGERS, 0.0}, {"low", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

typedef unsigned __int128 wide;

typedef struct range {
    uint64_t low, size;
} range;

static void make(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    const range *r = argument;
    uint64_t *out = elements;
    for (int64_t i = 0; i < count; ++i)
        out[i] = r->low + (uint64_t)((wide)sb_draw_of_two(words + 2 * i) * r->size >> 64);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    int64_t low, high;
    (void)inputs;
    if (sb_attribute_find(context, "high") == NULL)
        return sb_fail(context, SB_INVALID, "randint: the attribute high is missing");
    sb_status status = sb_integer_of(context, "low", 0, &low);
    if (status == SB_OK)
        status = sb_integer_of(context, "high", 0, &high);
    if (status != SB_OK)
        return status;
    if (low >= high)
        return sb_fail(context, SB_INVALID, "randint: high must be above low");
    const range r = {(uint64_t)low, (uint64_t)high - (uint64_t)low};
    return sb_draw_run(context, &outputs[0], 2, make, &r);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    (void)inputs;
    return input_count == 0 && output_count == 1 && outputs[0] == SB_I64;
}

const sb_kernel sb_kernel_randint = {
    .op = "randint", .supports = supports, .run = run, .parameters = attributes};
