/* formula_template.h - the loop of one compute format; see formula_kernel.h. */
static void REAL(loop)(const sb_step *step, int64_t count, const void *const *operands,
                       void *const *results)
{
    const real *first = operands[0], *second = operands[OPERANDS > 1 ? 1 : 0];
    const real *third = operands[OPERANDS > 2 ? 2 : 0], *fourth = operands[OPERANDS > 3 ? 3 : 0];
    const real s = (real)step->scalars[0], t = (real)step->scalars[1];
    const bool flag = step->flags[0];
    real *result = results[0];
    (void)s, (void)t, (void)flag;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const real x = first[i], y = second[i], z = third[i], w = fourth[i];
        (void)x, (void)y, (void)z, (void)w;
        result[i] = REAL(canonical)(FORMULA(x, y, z, w, s, t, flag));
    }
}
