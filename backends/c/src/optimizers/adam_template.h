/* adam_template.h - a step of Adam or AdamW in one compute format (clauses G8.5, G8.8, G8.9); see
 * adam_kernel.h. Included after fused/step_names_f32.h or fused/step_names_f64.h. */

/* The mean of x and y with the weight w is x + (y - x) * w or y - (y - x) * u (G8.4). Both are the
 * sum of one of the numbers and a product, whose factor in the second form is -u. The sign of the
 * factor never depends on rounding. */
SB_FN void REAL(adam)(const sb_step *step, bool apart, bool heavy, bool near, bool amsgrad,
                      int64_t count, const void *const *operands, void *const *results)
{
    const real *params = operands[0], *grads = operands[1], *means = operands[2];
    const real *squares = operands[3], *maxima = operands[amsgrad ? 4 : 3];
    real *new_params = results[0], *new_means = results[1], *new_squares = results[2];
    real *new_maxima = results[amsgrad ? 3 : 2];
    const real sign = (real)step->scalars[ADAM_SIGN], decay = (real)step->scalars[ADAM_DECAY];
    const real weight = (real)step->scalars[ADAM_WEIGHT], beta2 = (real)step->scalars[ADAM_BETA2];
    const real rest = (real)step->scalars[ADAM_REST], root = (real)step->scalars[ADAM_ROOT];
    const real eps = (real)step->scalars[ADAM_EPS], pace = (real)step->scalars[ADAM_PACE];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const real mean = means[i], greatest = maxima[i];
        real start = params[i], slope = grads[i] * sign;
        if (apart)
            start = start * decay;
        else if (heavy)
            slope = slope + start * decay;
        const real average = (near ? mean : slope) + (slope - mean) * weight;
        const real square = squares[i] * beta2 + (slope * rest) * slope;
        const real used = amsgrad ? REAL(maximum)(greatest, square) : square;
        const real denominator = REAL_SQRT(used) / root + eps;
        const real place = start + (average * pace) / denominator;
        new_params[i] = REAL(canonical)(place);
        new_means[i] = REAL(canonical)(average);
        new_squares[i] = REAL(canonical)(square);
        if (amsgrad)
            new_maxima[i] = REAL(canonical)(used);
    }
}

static void REAL(adam_loop)(const sb_step *step, int64_t count, const void *const *operands,
                            void *const *results)
{
    const bool heavy = step->flags[ADAM_HEAVY], near = step->flags[ADAM_NEAR];
    if (step->flags[ADAM_AMSGRAD])
        REAL(adam)(step, ADAM_APART, heavy, near, true, count, operands, results);
    else if (heavy)
        REAL(adam)(step, ADAM_APART, true, near, false, count, operands, results);
    else if (near)
        REAL(adam)(step, ADAM_APART, false, true, false, count, operands, results);
    else
        REAL(adam)(step, ADAM_APART, false, false, false, count, operands, results);
}
