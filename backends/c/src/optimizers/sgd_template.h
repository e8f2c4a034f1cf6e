/* sgd_template.h - a step of SGD in one compute format (clause G8.6); see kernels/sgd.c. */
static void REAL(loop)(const sb_step *step, int64_t count, const void *const *operands,
                       void *const *results)
{
    const bool kept = step->flags[KEPT], nesterov = step->flags[NESTEROV];
    const bool heavy = step->flags[HEAVY];
    const real *params = operands[0], *grads = operands[1], *buffers = operands[kept ? 2 : 1];
    const real sign = (real)step->scalars[SIGN], decay = (real)step->scalars[DECAY];
    const real momentum = (real)step->scalars[MOMENTUM], rest = (real)step->scalars[REST];
    const real pace = (real)step->scalars[PACE];
    real *new_params = results[0], *new_buffers = results[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const real param = params[i], before = buffers[i];
        const real slope = REAL(steep)(grads[i], sign, param, decay, heavy);
        const real buffer = kept ? before * momentum + slope * rest : slope;
        const real way = nesterov ? slope + buffer * momentum : buffer;
        const real place = param + way * pace;
        new_params[i] = REAL(canonical)(place);
        new_buffers[i] = REAL(canonical)(buffer);
    }
}
