/* row_template.h - ADD and STORE, which add a row of integers of TYPE to sums of 64 bits, and store
 * sums. */
SB_FN void ADD(const char *p, int64_t stride, int64_t n, uint64_t *sums)
{
    for (int64_t i = 0; i < n; ++i) {
        TYPE element;
        memcpy(&element, p + i * stride, sizeof element);
        sums[i] += element;
    }
}

SB_FN void STORE(const uint64_t *sums, char *p, int64_t stride, int64_t n)
{
    for (int64_t i = 0; i < n; ++i) {
        const TYPE element = (TYPE)sums[i];
        memcpy(p + i * stride, &element, sizeof element);
    }
}
#undef ADD
#undef STORE
#undef TYPE
