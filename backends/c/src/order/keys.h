/* keys.h - unsigned integer keys of elements, in the order of a sort (clause S3).
 *
 * Formats of up to 32 bits have keys of 32 bits, the others of 64. Both zeros have the same key,
 * all NaNs have the greatest key, and all true bools have the same key. Every other key determines
 * its element. For a descending order, every bit is inverted.
 */
#ifndef SB_ORDER_KEYS_H
#define SB_ORDER_KEYS_H

#include "kernel.h"

/* Return the number of significant low bits of the keys of a format: 8, 16, 32 or 64. */
int sb_key_bits(int32_t format);

/* Compute the keys of n elements. */
void sb_keys_u32(int32_t format, const char *p, int64_t stride, int64_t n, bool descending,
                 uint32_t *keys);
void sb_keys_u64(int32_t format, const char *p, int64_t stride, int64_t n, bool descending,
                 uint64_t *keys);

/* Write the elements of sorted keys. If several elements have the same key, they are copied from
 * the original row, in its order. */
void sb_unkeys_u32(int32_t format, const uint32_t *keys, int64_t n, bool descending, const char *in,
                   int64_t in_stride, char *out, int64_t out_stride);
void sb_unkeys_u64(int32_t format, const uint64_t *keys, int64_t n, bool descending, const char *in,
                   int64_t in_stride, char *out, int64_t out_stride);

#endif
