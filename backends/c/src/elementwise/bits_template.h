/* bits_template.h - an op on the bits of its operands, for formats of one size: a template.
 *
 *   LOOP      the loop's name
 *   PATTERN   the unsigned integer of the formats' size
 *   RESULT    RESULT(x, sign) is the op's result for the pattern x, `sign` being the sign bit
 */
static void LOOP(int64_t count, const void *const *inputs, void *output, const double *parameters)
{
    (void)parameters;
    const PATTERN sign = (PATTERN)((PATTERN)1 << (8 * sizeof(PATTERN) - 1));
    (void)sign;
    PATTERN *y = output;
    const PATTERN *a = inputs[0];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = (PATTERN)RESULT(a[i], sign);
}
#undef LOOP
#undef PATTERN
