/* keys.h - integer keys of elements of any format, in the order of a search (S3): a template.
 *
 * The extreme has the largest key. For minimum and maximum, -0 is below +0, and NaN has the largest
 * key. The key of an integer is the integer itself, with the highest bit flipped for u32. The key
 * of a bool is 0 or 1. For a minimum, every key except the key of NaN is complemented.
 */
#ifndef SB_REDUCE_KEYS_H
#define SB_REDUCE_KEYS_H

#include "reduce/extreme.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

#if SB_REAL_BITS == 32
typedef int32_t key;
#define KEY_LEAST INT32_MIN
#define KEY_NAN INT32_MAX
#define KEY_INFINITY 0x7f800000
#else
typedef int64_t key;
#define KEY_LEAST INT64_MIN
#define KEY_NAN INT64_MAX
#define KEY_INFINITY INT64_C(0x7ff0000000000000)
#endif

INLINE key key_of_float(real x, const sb_order order)
{
    key bits;
    memcpy(&bits, &x, sizeof bits);
    key magnitude = bits & KEY_NAN, ordered = bits < 0 ? ~magnitude : magnitude;
    if (order == SB_LEAST)
        ordered = ~ordered;
    if (order == SB_GREATEST_MAGNITUDE)
        ordered = magnitude;
    return magnitude > KEY_INFINITY ? KEY_NAN : ordered;
}

static real float_of_key(key k, sb_order order)
{
    if (order == SB_LEAST && k != KEY_NAN)
        k = ~k;
    key bits = k < 0 ? ~k | KEY_LEAST : k;
    real x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static bool is_integer(int32_t format) { return format >= SB_I64; }

#if SB_REAL_BITS == 32
#define LOAD load_i8_keys
#define TYPE int8_t
#define KEY(x) (x)
#include "reduce/keys_template.h"
#define LOAD load_i16_keys
#define TYPE int16_t
#define KEY(x) (x)
#include "reduce/keys_template.h"
#define LOAD load_u8_keys
#define TYPE uint8_t
#define KEY(x) (x)
#include "reduce/keys_template.h"
#define LOAD load_u32_keys
#define TYPE int32_t
#define KEY(x) ((x) ^ KEY_LEAST)
#include "reduce/keys_template.h"
#define LOAD load_bool_keys
#define TYPE uint8_t
#define KEY(x) ((x) != 0)
#include "reduce/keys_template.h"
#endif
#define LOAD load_own_keys /* i32 or i64 */
#define TYPE key
#define KEY(x) (x)
#include "reduce/keys_template.h"

static void load_integer_keys(const char *p, int64_t stride, int32_t format, int64_t n, key turn,
                              key *keys)
{
    switch (format) {
#if SB_REAL_BITS == 32
    case SB_I8: load_i8_keys(p, stride, n, turn, keys); break;
    case SB_I16: load_i16_keys(p, stride, n, turn, keys); break;
    case SB_U8: load_u8_keys(p, stride, n, turn, keys); break;
    case SB_U32: load_u32_keys(p, stride, n, turn, keys); break;
    case SB_BOOL: load_bool_keys(p, stride, n, turn, keys); break;
#endif
    default: load_own_keys(p, stride, n, turn, keys);
    }
}

INLINE void float_keys(const real *x, int64_t n, const sb_order order, key *keys)
{
    _Pragma("GCC ivdep") for (int64_t i = 0; i < n; ++i) keys[i] = key_of_float(x[i], order);
}

/* Load the keys of n elements. */
static void load_keys(const char *p, int64_t stride, int32_t format, int64_t n, sb_order order,
                      key *keys)
{
    if (is_integer(format)) {
        load_integer_keys(p, stride, format, n, order == SB_LEAST ? -1 : 0, keys);
        return;
    }
    real staged[256];
    for (int64_t part; n > 0; n -= part, p += part * stride, keys += part) {
        const real *x = (const real *)(const void *)p;
        bool direct = row_is_direct(p, stride, format);
        part = direct || n < 256 ? n : 256;
        if (!direct) {
            load_row(p, stride, format, part, staged);
            x = staged;
        }
        if (order == SB_GREATEST)
            float_keys(x, part, SB_GREATEST, keys);
        else if (order == SB_LEAST)
            float_keys(x, part, SB_LEAST, keys);
        else
            float_keys(x, part, SB_GREATEST_MAGNITUDE, keys);
    }
}

/* Store the element that a key represents. The conversion of a float to the result format is exact.
 */
static void store_key(key k, sb_order order, int32_t in_format, int32_t out_format, char *out)
{
    if (!is_integer(in_format)) {
        real x = float_of_key(k, order);
        store_row(&x, 1, out, 0, out_format);
        return;
    }
    int64_t x = order == SB_LEAST ? ~k : k;
    if (in_format == SB_U32)
        x ^= (int64_t)INT32_MIN;
    unsigned char bytes[8];
    int64_t size = (int64_t)sb_format_size(out_format);
    for (int64_t i = 0; i < size; ++i)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        bytes[size - 1 - i] = (unsigned char)((uint64_t)x >> (8 * i));
#else
        bytes[i] = (unsigned char)((uint64_t)x >> (8 * i));
#endif
    memcpy(out, bytes, (size_t)size);
}

#endif
