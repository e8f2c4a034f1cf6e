/* rmsprop_template.h - a step of RMSprop in one compute format (clauses G8.10, G8.11); see
 * rmsprop_kernel.h. */
static void REAL(loop)(const sb_step *step, int64_t count, const void *const *operands,
                       void *const *results)
{
    const bool heavy = step->flags[RMSPROP_HEAVY], near = step->flags[RMSPROP_NEAR];
    const bool kept = step->flags[RMSPROP_KEPT];
    enum { MEAN = RMSPROP_CENTERED ? 3 : 2, BUFFER = MEAN + 1 };
    const real *params = operands[0], *grads = operands[1], *squares = operands[2];
    const real *means = operands[MEAN], *buffers = operands[kept ? BUFFER : MEAN];
    const real sign = (real)step->scalars[RMSPROP_SIGN];
    const real decay = (real)step->scalars[RMSPROP_DECAY];
    const real alpha = (real)step->scalars[RMSPROP_ALPHA];
    const real rest = (real)step->scalars[RMSPROP_REST];
    const real weight = (real)step->scalars[RMSPROP_WEIGHT];
    const real eps = (real)step->scalars[RMSPROP_EPS];
    const real momentum = (real)step->scalars[RMSPROP_MOMENTUM];
    const real pace = (real)step->scalars[RMSPROP_PACE];
    real *new_params = results[0], *new_squares = results[1], *new_means = results[MEAN - 1];
    real *new_buffers = results[kept ? BUFFER - 1 : MEAN - 1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const real param = params[i], mean = means[i], before = buffers[i];
        const real slope = REAL(steep)(grads[i], sign, param, decay, heavy);
        const real square = squares[i] * alpha + (slope * rest) * slope;
        const real average = (near ? mean : slope) + (slope - mean) * weight;
        const real spread = RMSPROP_CENTERED ? square - average * average : square;
        const real denominator = REAL_SQRT(spread) + eps;
        const real buffer = before * momentum + slope / denominator;
        const real fallen = param + (slope * pace) / denominator;
        const real place = kept ? param + buffer * pace : fallen;
        new_params[i] = REAL(canonical)(place);
        new_squares[i] = REAL(canonical)(square);
        if (RMSPROP_CENTERED)
            new_means[i] = REAL(canonical)(average);
        if (kept)
            new_buffers[i] = REAL(canonical)(buffer);
    }
}
