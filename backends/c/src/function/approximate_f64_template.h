/* approximate_f64_template.h - one stage of settled_loop_template.h: a template with APPROXIMATE,
 * the name of the stage, and with WIDE and ERROR. */
static void APPROXIMATE(const double *const *operands, double *v, uint64_t *open, int64_t count,
                        const double *parameters)
{
    const double parameter = parameters[0];
    const double *const x = operands[0];
    (void)parameter;
#if OPERANDS == 2
    const double *const y = operands[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++)
        v[i] = decided_f64(ENCLOSED_F64(x[i], y[i], WIDE), ERROR, &open[i]);
#else
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++)
        v[i] = decided_f64(ENCLOSED_F64(x[i], WIDE), ERROR, &open[i]);
#endif
}
#undef APPROXIMATE
#undef WIDE
#undef ERROR
