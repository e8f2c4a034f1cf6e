/* keys_template.h - conversions between elements and keys of one format: a template; see keys.c.
 *
 * FORMAT is part of the functions' names. WORD is the unsigned integer of an element's size, KEY is
 * the integer type of a key, and SIGN is the bit that is flipped, or 0. A float format also has
 * LAST, the largest magnitude that is not a NaN. KEY stays defined, the others do not.
 */

static inline WORD NAME(key_of)(WORD u)
{
#ifdef LAST
    const WORD size = u & (WORD)(SIGN - 1);
    return size > LAST ? (WORD) ~(WORD)0
           : size == 0 ? (WORD)SIGN
                       : (WORD)(u & SIGN ? (WORD)~u : (WORD)(u ^ SIGN));
#else
    return (WORD)(u ^ SIGN);
#endif
}

/* Compute keys. `flip` is a mask that inverts every bit for a descending order. */
static inline void NAME(keys_by_step)(const char *p, int64_t step, int64_t n, WORD flip, KEY *keys)
{
    for (int64_t i = 0; i < n; ++i) {
        WORD u;
        memcpy(&u, p + i * step, sizeof u);
        keys[i] = (WORD)(NAME(key_of)(u) ^ flip);
    }
}

static void NAME(keys)(const char *p, int64_t stride, int64_t n, bool descending, KEY *keys)
{
    const WORD flip = descending ? (WORD) ~(WORD)0 : 0;
    if (stride == (int64_t)sizeof(WORD))
        NAME(keys_by_step)(p, (int64_t)sizeof(WORD), n, flip, keys);
    else
        NAME(keys_by_step)(p, stride, n, flip, keys);
}

static inline void NAME(unkeys_by_step)(const KEY *keys, int64_t n, WORD flip, char *out,
                                        int64_t step)
{
    for (int64_t i = 0; i < n; ++i) {
        const WORD k = (WORD)(keys[i] ^ flip);
#ifdef LAST
        const WORD u = k & SIGN ? (WORD)(k ^ SIGN) : (WORD)~k;
#else
        const WORD u = (WORD)(k ^ SIGN);
#endif
        memcpy(out + i * step, &u, sizeof u);
    }
}

#ifdef LAST
/* Copy the elements with the given key from the row, in its order. They are the zeros or the NaNs.
 */
static inline void NAME(repair)(const KEY *keys, int64_t n, WORD key, bool zeros, const char *in,
                                int64_t in_stride, char *out, int64_t out_stride)
{
    const int64_t first = LOWER_BOUND(keys, n, key);
    const int64_t end = key == (WORD) ~(WORD)0 ? n : LOWER_BOUND(keys, n, (KEY)(key + 1));
    int64_t count = end - first;
    char *place = out + first * out_stride;
    for (int64_t i = 0; count > 0; ++i) {
        WORD u;
        memcpy(&u, in + i * in_stride, sizeof u);
        const WORD size = u & (WORD)(SIGN - 1);
        if (zeros ? size == 0 : size > LAST) {
            memcpy(place, &u, sizeof u);
            place += out_stride;
            --count;
        }
    }
}
#endif

static void NAME(unkeys)(const KEY *keys, int64_t n, bool descending, const char *in,
                         int64_t in_stride, char *out, int64_t out_stride)
{
    const WORD flip = descending ? (WORD) ~(WORD)0 : 0;
    if (out_stride == (int64_t)sizeof(WORD))
        NAME(unkeys_by_step)(keys, n, flip, out, (int64_t)sizeof(WORD));
    else
        NAME(unkeys_by_step)(keys, n, flip, out, out_stride);
#ifdef LAST
    NAME(repair)(keys, n, (WORD)(SIGN ^ flip), true, in, in_stride, out, out_stride);
    NAME(repair)(keys, n, (WORD)~flip, false, in, in_stride, out, out_stride);
#else
    (void)in, (void)in_stride;
#endif
}
#undef FORMAT
#undef WORD
#undef SIGN
#undef LAST
