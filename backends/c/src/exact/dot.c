/* dot.c - see dot.h. */
#include "exact/dot.h"

#include "exact/accumulator.h"
#include "memory/scratch.h"

bool sb_exact_dot_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                           int output_count)
{
    if (input_count != 2 || output_count != 1)
        return false;
    const int32_t a = inputs[0], b = inputs[1], result = outputs[0];
    const bool eighths =
        (a == SB_F8E4M3FN || a == SB_F8E5M2) && (b == SB_F8E4M3FN || b == SB_F8E5M2);
    if (eighths && (result == SB_BF16 || result == SB_F32))
        return true;
    if (a != b || a < SB_F64 || a > SB_F8E5M2)
        return false;
    return result == a || (result == SB_F32 && (a == SB_F16 || a == SB_BF16));
}

sb_status sb_exact_dot_run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *a = &inputs[0], *b = &inputs[1];
    if (a->rank != 1 || b->rank != 1 || outputs->rank != 0 || a->shape[0] != b->shape[0])
        return sb_fail(context, SB_INVALID, "%s: the shapes of operands and result do not fit",
                       context->call->op);
    const bool wide = a->format == SB_F64;
    const sb_exact_kind *kind = wide ? &sb_exact_products_f64 : &sb_exact_products_f32;
    const int64_t tasks = (a->shape[0] + SB_EXACT_DOT_TASK - 1) / SB_EXACT_DOT_TASK;
    const size_t threads = sb_scratch_parts(context->threads, tasks), size = sb_exact_size(kind);
    sb_exact_dot job = {a, b, sb_scratch_take(threads * size), size};
    if (job.sums == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for exact sums", context->call->op);
    for (size_t i = 0; i < threads; ++i) sb_exact_clear((sb_exact *)(void *)(job.sums + i * size));
    sb_parallel(context, tasks, wide ? sb_exact_dot_task_f64 : sb_exact_dot_task_f32, &job);
    sb_exact *sum = (sb_exact *)(void *)job.sums;
    for (size_t i = 1; i < threads; ++i)
        sb_exact_merge(kind, sum, (sb_exact *)(void *)(job.sums + i * size));
    sb_exact_store(kind, sum, outputs->data, outputs->format);
    sb_scratch_give(job.sums);
    return SB_OK;
}
