/* keys_template.h - LOAD, which loads the keys KEY(x) of n integers of TYPE. `turn` is 0, or a mask
 * that complements them.
 */
INLINE void LOAD(const char *p, int64_t stride, int64_t n, key turn, key *keys)
{
    for (int64_t i = 0; i < n; ++i) {
        TYPE x;
        memcpy(&x, p + i * stride, sizeof x);
        keys[i] = KEY(x) ^ turn;
    }
}
#undef LOAD
#undef TYPE
#undef KEY
