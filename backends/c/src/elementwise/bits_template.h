/* bits_template.h - an op on the bits of its operands, for formats of one size: a template.
 *
 *   LOOP      the loop's name
 *   PATTERN   the unsigned integer of the formats' size
 *   ARITY     number of operands, 1 or 2
 *   RESULT    RESULT(x, sign), or RESULT(x, z, sign) with two operands, is the bit pattern of the
 *             result for bit patterns x and z; `sign` is the sign bit
 */
static void LOOP(int64_t count, const void *const *inputs, void *output, const double *parameters)
{
    (void)parameters;
    const PATTERN sign = (PATTERN)((PATTERN)1 << (8 * sizeof(PATTERN) - 1));
    (void)sign;
    PATTERN *y = output;
    const PATTERN *a = inputs[0];
#if ARITY == 1
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = (PATTERN)RESULT(a[i], sign);
#else
    const PATTERN *b = inputs[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = (PATTERN)RESULT(a[i], b[i], sign);
#endif
}
#undef LOOP
#undef PATTERN
