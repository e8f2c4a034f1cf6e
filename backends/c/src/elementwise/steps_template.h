/* steps_template.h - the loop of a function of scalar/steps.h in one format: a template.
 *
 *   FORMAT   the format
 *   STEPS    its table of steps, of type STEP_BITS (default: step_bits)
 *   RESULT   RESULT(f, x, other) for the table and a pattern x
 *   OTHER    `other`, evaluated once before the loop; it may name `parameter`
 */
#ifndef STEP_BITS
#define STEP_BITS step_bits
#endif
static void NAME(loop)(int64_t count, const void *const *inputs, void *output,
                       const double *parameters)
{
    const STEP_BITS f = STEPS;
    const PATTERN_OF_FORMAT *a = inputs[0];
    PATTERN_OF_FORMAT *y = output;
    const double parameter = parameters[0];
    (void)parameter;
    const PATTERN_OF_FORMAT other = OTHER;
    (void)other;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const PATTERN_OF_FORMAT x = a[i];
        y[i] = RESULT(f, x, other);
    }
}
#undef FORMAT
#undef STEPS
#undef STEP_BITS
#undef RESULT
#undef OTHER
