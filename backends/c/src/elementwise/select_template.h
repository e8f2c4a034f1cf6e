/* select_template.h - the loop of `where` for formats of BITS bits, of type PATTERN. */

/* Both operands are loaded first, so that the loop has no branch and can be vectorised. */
static inline PATTERN SB_PASTE(select_, BITS)(uint8_t condition, PATTERN a, PATTERN b)
{
    return condition != 0 ? a : b;
}

static void SB_PASTE(loop_, BITS)(int64_t count, const void *const *inputs, void *output,
                                  const double *parameters)
{
    (void)parameters;
    PATTERN *y = output;
    const uint8_t *condition = inputs[0];
    const PATTERN *a = inputs[1], *b = inputs[2];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = SB_PASTE(select_, BITS)(condition[i], a[i], b[i]);
}
#undef BITS
#undef PATTERN
