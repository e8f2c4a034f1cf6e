/* nll_loss.c - the op nll_loss (clauses R4, S1, T8, G7.12). */
#include "simd/vector_f32.h"

#include "fused/class_loss.h"
#include "memory/scratch.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *target = &inputs[1];
    const sb_array *weight = context->call->input_count == 3 ? &inputs[2] : NULL;
    sb_class_loss loss;
    sb_status status = sb_class_loss_check(context, x, target);
    if (status == SB_OK)
        status = sb_class_loss_of(context, target, weight, &outputs[0], x->shape[1], &loss);
    if (status != SB_OK)
        return status;
    const sb_view logs = sb_view_of(x, 1, 2);
    const int64_t places = logs.count;
    real *terms = sb_scratch_take((size_t)(2 * places + 1) * sizeof(real));
    if (terms == NULL)
        return sb_fail(context, SB_NO_MEMORY, "nll_loss: no memory for the terms");
    for (int64_t i = 0; i < places; ++i) {
        const int64_t class = sb_class_at(&loss, i);
        if (class < 0)
            continue;
        load_elements(&logs, sb_view_at(&logs, i), class, 1, &terms[i]);
        terms[i] = -terms[i] * sb_class_weight(&loss, class);
    }
    sb_class_loss_keep(&loss, terms, terms + places, &outputs[0]);
    sb_scratch_give(terms);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_class_loss_supports(inputs, input_count, outputs, output_count, 1);
}

const sb_kernel sb_kernel_nll_loss = {
    .op = "nll_loss", .supports = supports, .run = run, .parameters = sb_class_loss_parameters};
