/* factor.c - see factor.h. */
#include "optimizers/factor.h"

#include "fused/step_functions.h"

#include "fused/step_names_f32.h"
#include "optimizers/factor_template.h"
#include "fused/step_names_f64.h"
#include "optimizers/factor_template.h"

sb_status sb_factor_run(sb_context *context, const sb_array *grads, double factor,
                        const sb_array *result, _Atomic int *found)
{
    static const sb_step_loops loops = {loop_f32, loop_f64};
    const sb_step step = {.scalars = {factor}, .found = found};
    return sb_step_run(context, &loops, &step, grads, 1, result, 1);
}

sb_status sb_factor_read(sb_context *context, const sb_array *operand, double *value)
{
    uint16_t bits;
    float single;
    if (operand->rank != 0)
        return sb_fail(context, SB_INVALID, "%s: the second operand must have rank 0",
                       context->call->op);
    switch (operand->format) {
    case SB_F64: memcpy(value, operand->data, sizeof *value); return SB_OK;
    case SB_F32: memcpy(&single, operand->data, sizeof single); break;
    default:
        memcpy(&bits, operand->data, sizeof bits);
        single = operand->format == SB_F16 ? f32_from_f16(bits) : f32_from_bf16(bits);
    }
    *value = (double)single;
    return SB_OK;
}
