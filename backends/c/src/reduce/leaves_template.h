/* leaves_template.h - LOAD, which loads the leaves LEAF(x, sign) of n elements of TYPE. */
SB_FN void LOAD(const char *p, int64_t stride, int64_t n, const int sign, uint64_t *leaves)
{
    (void)sign;
    for (int64_t i = 0; i < n; ++i) {
        TYPE x;
        memcpy(&x, p + i * stride, sizeof x);
        leaves[i] = (uint64_t)LEAF(x, sign);
    }
}
#undef LOAD
#undef TYPE
#undef LEAF
