/* keys.c - see keys.h.
 *
 * The key of a float is its bit pattern with the sign bit flipped if it is clear, and with all bits
 * flipped if it is set (so that magnitudes of negative numbers descend). -0 has the key of +0. The
 * key of a NaN is all ones. The key of a signed integer has the sign bit flipped.
 */
#include "order/keys.h"

#include <string.h>

#include "elementwise/format_names.h"

int sb_key_bits(int32_t format) { return 8 * (int)sb_format_size(format); }

/* ---- formats with keys of 32 bits ---- */

#define KEY uint32_t
#define LOWER_BOUND lower_bound_u32
#include "order/lower_bound_template.h"

#define FORMAT f32
#define WORD uint32_t
#define SIGN 0x80000000u
#define LAST 0x7f800000u
#include "order/keys_template.h"

#define FORMAT f16
#define WORD uint16_t
#define SIGN 0x8000u
#define LAST 0x7c00u
#include "order/keys_template.h"

#define FORMAT bf16
#define WORD uint16_t
#define SIGN 0x8000u
#define LAST 0x7f80u
#include "order/keys_template.h"

#define FORMAT f8e4m3fn
#define WORD uint8_t
#define SIGN 0x80u
#define LAST 0x7eu
#include "order/keys_template.h"

#define FORMAT f8e5m2
#define WORD uint8_t
#define SIGN 0x80u
#define LAST 0x7cu
#include "order/keys_template.h"

#define FORMAT i32
#define WORD uint32_t
#define SIGN 0x80000000u
#include "order/keys_template.h"

#define FORMAT i16
#define WORD uint16_t
#define SIGN 0x8000u
#include "order/keys_template.h"

#define FORMAT i8
#define WORD uint8_t
#define SIGN 0x80u
#include "order/keys_template.h"

#define FORMAT u32
#define WORD uint32_t
#define SIGN 0u
#include "order/keys_template.h"

#define FORMAT u8
#define WORD uint8_t
#define SIGN 0u
#include "order/keys_template.h"

#undef KEY
#undef LOWER_BOUND

/* ---- formats with keys of 64 bits ---- */

#define KEY uint64_t
#define LOWER_BOUND lower_bound_u64
#include "order/lower_bound_template.h"

#define FORMAT f64
#define WORD uint64_t
#define SIGN UINT64_C(0x8000000000000000)
#define LAST UINT64_C(0x7ff0000000000000)
#include "order/keys_template.h"

#define FORMAT i64
#define WORD uint64_t
#define SIGN UINT64_C(0x8000000000000000)
#include "order/keys_template.h"

#undef KEY
#undef LOWER_BOUND

/* ---- bool: every byte but 0 is true ---- */

static void keys_bool(const char *p, int64_t stride, int64_t n, bool descending, uint32_t *keys)
{
    const uint8_t flip = descending ? 0xff : 0;
    for (int64_t i = 0; i < n; ++i) keys[i] = (uint8_t)((p[i * stride] != 0) ^ flip);
}

/* Copy true bytes from the row, in its order. */
static void unkeys_bool(const uint32_t *keys, int64_t n, bool descending, const char *in,
                        int64_t in_stride, char *out, int64_t out_stride)
{
    const uint8_t flip = descending ? 0xff : 0, key = 1 ^ flip;
    for (int64_t i = 0; i < n; ++i) out[i * out_stride] = (char)(uint8_t)(keys[i] ^ flip);
    const int64_t first = lower_bound_u32(keys, n, key);
    int64_t count = lower_bound_u32(keys, n, key + 1u) - first;
    char *place = out + first * out_stride;
    for (int64_t i = 0; count > 0; ++i) {
        if (in[i * in_stride] != 0) {
            *place = in[i * in_stride];
            place += out_stride;
            --count;
        }
    }
}

void sb_keys_u32(int32_t format, const char *p, int64_t stride, int64_t n, bool descending,
                 uint32_t *keys)
{
    switch (format) {
    case SB_F32: keys_f32(p, stride, n, descending, keys); return;
    case SB_F16: keys_f16(p, stride, n, descending, keys); return;
    case SB_BF16: keys_bf16(p, stride, n, descending, keys); return;
    case SB_F8E4M3FN: keys_f8e4m3fn(p, stride, n, descending, keys); return;
    case SB_F8E5M2: keys_f8e5m2(p, stride, n, descending, keys); return;
    case SB_I32: keys_i32(p, stride, n, descending, keys); return;
    case SB_I16: keys_i16(p, stride, n, descending, keys); return;
    case SB_I8: keys_i8(p, stride, n, descending, keys); return;
    case SB_U32: keys_u32(p, stride, n, descending, keys); return;
    case SB_U8: keys_u8(p, stride, n, descending, keys); return;
    default: keys_bool(p, stride, n, descending, keys);
    }
}

void sb_keys_u64(int32_t format, const char *p, int64_t stride, int64_t n, bool descending,
                 uint64_t *keys)
{
    switch (format) {
    case SB_F64: keys_f64(p, stride, n, descending, keys); return;
    case SB_I64: keys_i64(p, stride, n, descending, keys); return;
    }
}

void sb_unkeys_u32(int32_t format, const uint32_t *keys, int64_t n, bool descending, const char *in,
                   int64_t in_stride, char *out, int64_t out_stride)
{
    switch (format) {
    case SB_F32: unkeys_f32(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_F16: unkeys_f16(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_BF16: unkeys_bf16(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_F8E4M3FN: unkeys_f8e4m3fn(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_F8E5M2: unkeys_f8e5m2(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_I32: unkeys_i32(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_I16: unkeys_i16(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_I8: unkeys_i8(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_U32: unkeys_u32(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_U8: unkeys_u8(keys, n, descending, in, in_stride, out, out_stride); return;
    default: unkeys_bool(keys, n, descending, in, in_stride, out, out_stride);
    }
}

void sb_unkeys_u64(int32_t format, const uint64_t *keys, int64_t n, bool descending, const char *in,
                   int64_t in_stride, char *out, int64_t out_stride)
{
    switch (format) {
    case SB_F64: unkeys_f64(keys, n, descending, in, in_stride, out, out_stride); return;
    case SB_I64: unkeys_i64(keys, n, descending, in, in_stride, out, out_stride); return;
    }
}
