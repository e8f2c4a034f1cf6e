/* lion_template.h - a step of Lion in one compute format (clause G8.14); see kernels/lion.c. */
static void REAL(loop)(const sb_step *step, int64_t count, const void *const *operands,
                       void *const *results)
{
    const bool heavy = step->flags[HEAVY];
    const real *params = operands[0], *grads = operands[1], *means = operands[2];
    const real sign = (real)step->scalars[SIGN], decay = (real)step->scalars[DECAY];
    const real beta1 = (real)step->scalars[BETA1], rest1 = (real)step->scalars[REST1];
    const real beta2 = (real)step->scalars[BETA2], rest2 = (real)step->scalars[REST2];
    const real pace = (real)step->scalars[PACE];
    real *new_params = results[0], *new_means = results[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const real param = params[i], mean = means[i], slope = grads[i] * sign;
        const real aim = mean * beta1 + slope * rest1;
        const real unit = aim > (real)0 ? (real)1 : aim < (real)0 ? (real)-1 : aim;
        const real way = heavy ? unit + param * decay : unit;
        const real place = param + way * pace;
        const real average = mean * beta2 + slope * rest2;
        new_params[i] = REAL(canonical)(place);
        new_means[i] = REAL(canonical)(average);
    }
}
