/* row_template.h - LOAD and STORE, which copy a row of elements of TYPE, with any stride, to and
 * from `real`.
 *
 * WIDENED(element) is exact, and ROUNDED(x) rounds once. Contiguous rows have separate loops, which
 * compilers vectorise.
 */
INLINE void LOAD(const char *p, int64_t stride, int64_t n, real *restrict out)
{
    if (stride == (int64_t)sizeof(TYPE))
        for (int64_t i = 0; i < n; ++i) {
            TYPE element;
            memcpy(&element, p + i * (int64_t)sizeof(TYPE), sizeof element);
            out[i] = WIDENED(element);
        }
    else
        for (int64_t i = 0; i < n; ++i) {
            TYPE element;
            memcpy(&element, p + i * stride, sizeof element);
            out[i] = WIDENED(element);
        }
}

INLINE void STORE(const real *x, int64_t n, char *restrict p, int64_t stride)
{
    if (stride == (int64_t)sizeof(TYPE))
        for (int64_t i = 0; i < n; ++i) {
            TYPE element = ROUNDED(x[i]);
            memcpy(p + i * (int64_t)sizeof(TYPE), &element, sizeof element);
        }
    else
        for (int64_t i = 0; i < n; ++i) {
            TYPE element = ROUNDED(x[i]);
            memcpy(p + i * stride, &element, sizeof element);
        }
}
#undef LOAD
#undef STORE
#undef TYPE
#undef WIDENED
#undef ROUNDED
