/* adagrad_template.h - a step of Adagrad in one compute format (clause G8.13); see
 * kernels/adagrad.c. */
static void REAL(loop)(const sb_step *step, int64_t count, const void *const *operands,
                       void *const *results)
{
    const bool heavy = step->flags[HEAVY];
    const real *params = operands[0], *grads = operands[1], *sums = operands[2];
    const real sign = (real)step->scalars[SIGN], decay = (real)step->scalars[DECAY];
    const real eps = (real)step->scalars[EPS], pace = (real)step->scalars[PACE];
    real *new_params = results[0], *new_sums = results[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const real param = params[i];
        const real slope = REAL(steep)(grads[i], sign, param, decay, heavy);
        const real sum = sums[i] + slope * slope;
        const real place = param + (slope * pace) / (REAL_SQRT(sum) + eps);
        new_params[i] = REAL(canonical)(place);
        new_sums[i] = REAL(canonical)(sum);
    }
}
