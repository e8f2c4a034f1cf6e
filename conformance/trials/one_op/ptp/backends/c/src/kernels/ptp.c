/* ptp.c - the op ptp: both extremes (reduce/extreme.h), then a subtraction (clauses R4, S1, T3). */
#include "elementwise/cast_stages.h"
#include "memory/scratch.h"
#include "moves/nest.h"
#include "reduce/extreme.h"
#include "scalar/arithmetic.h"

/* Return a contiguous array in `memory` with the shape of y. `strides` receives its strides. */
static sb_array scratch_like(const sb_array *y, int32_t format, void *memory, int64_t *strides)
{
    sb_array array = *y;
    array.data = memory;
    array.format = format;
    array.strides = strides;
    int64_t step = (int64_t)sb_format_size(format);
    for (int i = y->rank - 1; i >= 0; --i) {
        strides[i] = step;
        step *= array.shape[i];
    }
    return array;
}

/* Write the differences of n pairs of integers of `size` bytes, modulo 2^bits. */
static void subtract_integers(const char *most, const char *least, size_t size, int64_t n,
                              char *out)
{
    for (int64_t i = 0; i < n; ++i) {
        uint64_t a = 0, b = 0;
        memcpy(&a, most + i * (int64_t)size, size);
        memcpy(&b, least + i * (int64_t)size, size);
        a -= b;
        memcpy(out + i * (int64_t)size, &a, size);
    }
}

/* Write the differences of n pairs of numbers. They are computed in the compute format, and rounded
 * to the format of the result. */
static void subtract_floats(const char *most, const char *least, bool wide, int32_t format,
                            int64_t n, char *out)
{
    static void (*const write[SB_FORMAT_COUNT])(const sb_cast_block *, void *, int64_t) = {
        [SB_F64] = sb_f64_write_numbers,           [SB_F32] = sb_f32_write_numbers,
        [SB_F16] = sb_f16_write_numbers,           [SB_BF16] = sb_bf16_write_numbers,
        [SB_F8E4M3FN] = sb_f8e4m3fn_write_numbers, [SB_F8E5M2] = sb_f8e5m2_write_numbers,
    };
    sb_cast_block block;
    const double *const a64 = (const double *)(const void *)most;
    const double *const b64 = (const double *)(const void *)least;
    const float *const a32 = (const float *)(const void *)most;
    const float *const b32 = (const float *)(const void *)least;
    for (int64_t i = 0; i < n; ++i)
        block.numbers[i] = wide ? f64_sub(a64[i], b64[i]) : (double)f32_sub(a32[i], b32[i]);
    write[format](&block, out, n);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *y = &outputs[0];
    const bool is_float = inputs[0].format < SB_I64;
    const int32_t compute = !is_float || inputs[0].format == SB_F64 ? inputs[0].format : SB_F32;
    const int64_t count = sb_element_count(y), step = (int64_t)sb_format_size(compute);
    const int64_t item = (int64_t)sb_format_size(y->format);
    char *memory = sb_scratch_take((size_t)(2 * count * step + 1));
    if (memory == NULL)
        return sb_fail(context, SB_NO_MEMORY, "ptp: no memory for %lld extremes",
                       (long long)(2 * count));
    int64_t strides[SB_MAX_RANK];
    const sb_array most = scratch_like(y, compute, memory, strides);
    const sb_array least = scratch_like(y, compute, memory + count * step, strides);
    sb_status status = sb_extreme_run(context, inputs, &most, SB_GREATEST, false);
    if (status == SB_OK)
        status = sb_extreme_run(context, inputs, &least, SB_LEAST, false);
    sb_nest nest = {0};
    for (int i = 0; i < y->rank; ++i) sb_nest_add(&nest, y->shape[i], y->strides[i], 0, 0, 0);
    for (int64_t start = 0; status == SB_OK && start < count; start += SB_CAST_BLOCK) {
        const int64_t n = count - start < SB_CAST_BLOCK ? count - start : SB_CAST_BLOCK;
        const char *a = memory + start * step, *b = memory + (count + start) * step;
        char block[SB_CAST_BLOCK * sizeof(double)];
        if (is_float)
            subtract_floats(a, b, compute == SB_F64, y->format, n, block);
        else
            subtract_integers(a, b, (size_t)step, n, block);
        for (int64_t i = 0; i < n; ++i) {
            int64_t offsets[SB_NEST_ARRAYS];
            sb_nest_offsets(&nest, start + i, offsets);
            memcpy((char *)y->data + offsets[0], block + i * item, (size_t)item);
        }
    }
    sb_scratch_give(memory);
    return status;
}

const sb_kernel sb_kernel_ptp = {.op = "ptp",
                                 .supports = sb_extreme_supports,
                                 .run = run,
                                 .parameters = sb_reduction_parameters};
