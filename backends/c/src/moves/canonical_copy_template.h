/* canonical_copy_template.h - COPY, which copies n floats and makes every NaN canonical (S1.1): a
 * template with PATTERN, the unsigned integer of an element, INFINITE, the largest magnitude that
 * is not a NaN, and CANONICAL_NAN.
 */
SB_FN void SB_PASTE(COPY, _by_step)(char *out, int64_t out_stride, const char *in,
                                    int64_t in_stride, int64_t n)
{
    const PATTERN sign = (PATTERN)((PATTERN)1 << (8 * sizeof(PATTERN) - 1));
    SB_VECTORISE
    for (int64_t i = 0; i < n; ++i) {
        PATTERN x;
        memcpy(&x, in + i * in_stride, sizeof x);
        x = (PATTERN)(x & (sign - 1)) > (PATTERN)INFINITE ? (PATTERN)CANONICAL_NAN : x;
        memcpy(out + i * out_stride, &x, sizeof x);
    }
}

static void COPY(char *out, int64_t out_stride, const char *in, int64_t in_stride, int64_t n)
{
    const int64_t size = sizeof(PATTERN);
    if (out_stride == size && in_stride == size)
        SB_PASTE(COPY, _by_step)(out, size, in, size, n);
    else
        SB_PASTE(COPY, _by_step)(out, out_stride, in, in_stride, n);
}
#undef COPY
#undef PATTERN
#undef INFINITE
#undef CANONICAL_NAN
