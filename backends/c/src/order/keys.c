/* keys.c - see keys.h.
 *
 * A float's key: the bits with the sign flipped if it is clear, all bits flipped if it is set (so
 * that magnitudes of negative numbers descend); -0 as +0; NaN all ones. A signed integer's: the
 * sign flipped.
 */
#include "order/keys.h"

#include <string.h>

/* X(format, element, key type, sign bit, last magnitude that is no NaN) */
#define FLOATS_32(X)                                                                               \
    X(SB_F32, uint32_t, 0x80000000u, 0x7f800000u)                                                  \
    X(SB_F16, uint16_t, 0x8000u, 0x7c00u)                                                          \
    X(SB_BF16, uint16_t, 0x8000u, 0x7f80u)                                                         \
    X(SB_F8E4M3FN, uint8_t, 0x80u, 0x7eu)                                                          \
    X(SB_F8E5M2, uint8_t, 0x80u, 0x7cu)
#define FLOATS_64(X) X(SB_F64, uint64_t, UINT64_C(0x8000000000000000), UINT64_C(0x7ff0000000000000))
/* X(format, element, bits to flip) */
#define INTEGERS_32(X)                                                                             \
    X(SB_I32, uint32_t, 0x80000000u)                                                               \
    X(SB_I16, uint16_t, 0x8000u)                                                                   \
    X(SB_I8, uint8_t, 0x80u)                                                                       \
    X(SB_U32, uint32_t, 0u)                                                                        \
    X(SB_U8, uint8_t, 0u)
#define INTEGERS_64(X) X(SB_I64, uint64_t, UINT64_C(0x8000000000000000))

int sb_key_bits(int32_t format) { return 8 * (int)sb_format_size(format); }

#define EACH(element, expression)                                                                  \
    for (int64_t i = 0; i < n; ++i) {                                                              \
        element u;                                                                                 \
        memcpy(&u, p + i * step, sizeof u);                                                        \
        keys[i] = (element)((expression) ^ flip);                                                  \
    }
#define ANY_STRIDE(element, expression)                                                            \
    do {                                                                                           \
        const element flip = descending ? (element) ~(element)0 : 0;                               \
        if (stride == (int64_t)sizeof(element)) {                                                  \
            const int64_t step = (int64_t)sizeof(element);                                         \
            EACH(element, expression)                                                              \
        } else {                                                                                   \
            const int64_t step = stride;                                                           \
            EACH(element, expression)                                                              \
        }                                                                                          \
    } while (0)

#define FLOAT_KEY(u, element, sign, last)                                                          \
    ((u & (sign - 1)) > last ? (element) ~(element)0                                               \
     : (u & (sign - 1)) == 0 ? (element)sign                                                       \
                             : (element)(u & sign ? (element)~u : (element)(u ^ sign)))
#define FLOAT_CASE(format, element, sign, last)                                                    \
    case format: ANY_STRIDE(element, FLOAT_KEY(u, element, sign, last)); return;
#define INTEGER_CASE(format, element, sign)                                                        \
    case format: ANY_STRIDE(element, u ^ sign); return;

void sb_keys_u32(int32_t format, const char *p, int64_t stride, int64_t n, bool descending,
                 uint32_t *keys)
{
    switch (format) {
        FLOATS_32(FLOAT_CASE)
        INTEGERS_32(INTEGER_CASE)
    default: ANY_STRIDE(uint8_t, u != 0);
    }
}

void sb_keys_u64(int32_t format, const char *p, int64_t stride, int64_t n, bool descending,
                 uint64_t *keys)
{
    switch (format) {
        FLOATS_64(FLOAT_CASE)
        INTEGERS_64(INTEGER_CASE)
    }
}

/* ---- back ---- */

/* Copy the elements of the row for which `wanted` holds to out, in order,
 * until `count` are there. */
#define COPY_WHERE(element, wanted)                                                                \
    for (int64_t i = 0; count > 0; ++i) {                                                          \
        element u;                                                                                 \
        memcpy(&u, in + i * in_stride, sizeof u);                                                  \
        if (wanted) {                                                                              \
            memcpy(place, &u, sizeof u);                                                           \
            place += out_stride;                                                                   \
            --count;                                                                               \
        }                                                                                          \
    }

#define LOWER_BOUND(name, type)                                                                    \
    static int64_t name(const type *keys, int64_t n, type key)                                     \
    {                                                                                              \
        int64_t low = 0;                                                                           \
        for (int64_t high = n; low < high;) {                                                      \
            int64_t middle = low + (high - low) / 2;                                               \
            if (keys[middle] < key)                                                                \
                low = middle + 1;                                                                  \
            else                                                                                   \
                high = middle;                                                                     \
        }                                                                                          \
        return low;                                                                                \
    }
LOWER_BOUND(lower_bound_u32, uint32_t)
LOWER_BOUND(lower_bound_u64, uint64_t)

/* The elements with one key, from the row. */
#define REPAIR(bound, type, element, key_, wanted)                                                 \
    do {                                                                                           \
        const element key = (element)((key_) ^ flip);                                              \
        const int64_t first = bound(keys, n, key);                                                 \
        const int64_t end = key == (element) ~(element)0 ? n : bound(keys, n, (type)(key + 1));    \
        int64_t count = end - first;                                                               \
        char *place = out + first * out_stride;                                                    \
        COPY_WHERE(element, wanted)                                                                \
    } while (0)

#define BACK(element, expression)                                                                  \
    for (int64_t i = 0; i < n; ++i) {                                                              \
        const element k = (element)(keys[i] ^ flip), u = (element)(expression);                    \
        memcpy(out + i * out_stride, &u, sizeof u);                                                \
    }
#define BACK_ANY(element, expression)                                                              \
    if (out_stride == (int64_t)sizeof(element))                                                    \
        for (int64_t i = 0; i < n; ++i) {                                                          \
            const element k = (element)(keys[i] ^ flip), u = (element)(expression);                \
            memcpy(out + i * (int64_t)sizeof(element), &u, sizeof u);                              \
        }                                                                                          \
    else                                                                                           \
        BACK(element, expression)

#define FLOAT_BACK(bound, type, format, element, sign, last)                                       \
    case format: {                                                                                 \
        const element flip = descending ? (element) ~(element)0 : 0;                               \
        BACK_ANY(element, k & sign ? (element)(k ^ sign) : (element)~k)                            \
        REPAIR(bound, type, element, (element)sign, (u & (sign - 1)) == 0);                        \
        REPAIR(bound, type, element, (element) ~(element)0, (u & (sign - 1)) > last);              \
        return;                                                                                    \
    }
#define INTEGER_BACK(format, element, sign)                                                        \
    case format: {                                                                                 \
        const element flip = descending ? (element) ~(element)0 : 0;                               \
        BACK_ANY(element, k ^ sign)                                                                \
        return;                                                                                    \
    }
#define FLOAT_BACK_32(format, element, sign, last)                                                 \
    FLOAT_BACK(lower_bound_u32, uint32_t, format, element, sign, last)
#define FLOAT_BACK_64(format, element, sign, last)                                                 \
    FLOAT_BACK(lower_bound_u64, uint64_t, format, element, sign, last)

void sb_unkeys_u32(int32_t format, const uint32_t *keys, int64_t n, bool descending, const char *in,
                   int64_t in_stride, char *out, int64_t out_stride)
{
    switch (format) {
        FLOATS_32(FLOAT_BACK_32)
        INTEGERS_32(INTEGER_BACK)
    default: {
        const uint8_t flip = descending ? 0xff : 0;
        BACK(uint8_t, k)
        REPAIR(lower_bound_u32, uint32_t, uint8_t, (uint8_t)1, u != 0);
    }
    }
}

void sb_unkeys_u64(int32_t format, const uint64_t *keys, int64_t n, bool descending, const char *in,
                   int64_t in_stride, char *out, int64_t out_stride)
{
    switch (format) {
        FLOATS_64(FLOAT_BACK_64)
        INTEGERS_64(INTEGER_BACK)
    }
}
