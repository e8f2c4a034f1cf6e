/* filled_template.h - the loop of masked_fill for one format. INFINITE is the bit pattern of its
 * infinity, CANONICAL_NAN of its NaN. The number is the first parameter. */
static void NAME(loop)(int64_t count, const void *const *inputs, void *output,
                       const double *parameters)
{
    const PATTERN_OF_FORMAT sign =
        (PATTERN_OF_FORMAT)((PATTERN_OF_FORMAT)1 << (8 * sizeof(PATTERN_OF_FORMAT) - 1));
    const PATTERN_OF_FORMAT value = NAME(bits)(parameters[0]);
    const PATTERN_OF_FORMAT *x = inputs[0];
    const uint8_t *mask = inputs[1];
    PATTERN_OF_FORMAT *y = output;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        const PATTERN_OF_FORMAT kept = (PATTERN_OF_FORMAT)(x[i] & (sign - 1)) > INFINITE
                                           ? (PATTERN_OF_FORMAT)CANONICAL_NAN
                                           : x[i];
        y[i] = mask[i] != 0 ? value : kept;
    }
}
#undef FORMAT
#undef INFINITE
#undef CANONICAL_NAN
