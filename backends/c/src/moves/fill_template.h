/* fill_template.h - FILL, which sets n elements of TYPE to the low bits of a number. */
SB_FN void FILL(char *out, int64_t out_stride, uint64_t bits, int64_t n)
{
    const TYPE element = (TYPE)bits;
    if (out_stride == (int64_t)sizeof(TYPE))
        for (int64_t i = 0; i < n; ++i)
            memcpy(out + i * (int64_t)sizeof(TYPE), &element, sizeof element);
    else
        for (int64_t i = 0; i < n; ++i) memcpy(out + i * out_stride, &element, sizeof element);
}
#undef FILL
#undef TYPE
