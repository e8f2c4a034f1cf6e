/* question_template.h - the loop of question_kernel.h for one format. INFINITE is the bit pattern
 * of its infinity. */
static void NAME(loop)(int64_t count, const void *const *inputs, void *output,
                       const double *parameters)
{
    const PATTERN_OF_FORMAT sign =
        (PATTERN_OF_FORMAT)((PATTERN_OF_FORMAT)1 << (8 * sizeof(PATTERN_OF_FORMAT) - 1));
    const PATTERN_OF_FORMAT infinity = (PATTERN_OF_FORMAT)INFINITE;
    const PATTERN_OF_FORMAT *x = inputs[0];
    uint8_t *y = output;
    (void)parameters, (void)infinity;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++)
        y[i] = ANSWER((PATTERN_OF_FORMAT)(x[i] & (sign - 1)), (PATTERN_OF_FORMAT)(x[i] & sign),
                      infinity);
}
#undef FORMAT
#undef INFINITE
