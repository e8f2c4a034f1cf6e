/* far_template.h - APPROXIMATE, a loop of the function QUICK(x), with FAR(x) for operands for which
 * QUICK(x) is NaN. */
static void APPROXIMATE(const OPERAND *x, double *v, int64_t count, const double *parameters)
{
    uint32_t any = 0;
    (void)parameters;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        v[i] = QUICK(x[i]);
        any |= v[i] != v[i];
    }
    if (any == 0)
        return;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        double y = FAR(x[i]);
        v[i] = v[i] != v[i] ? y : v[i];
    }
}
#undef APPROXIMATE
#undef OPERAND
