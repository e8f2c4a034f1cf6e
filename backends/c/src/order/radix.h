/* radix.h - stable sort by digits of 8 bits, least significant first.
 *
 * A pass counts the digits in aligned chunks of the items and moves every item to its new position.
 * Threads share the chunks. The new positions follow from (digit, chunk, old position), so the
 * result does not depend on the number of threads. A pass in which all items have the same digit is
 * skipped.
 */
#ifndef SB_ORDER_RADIX_H
#define SB_ORDER_RADIX_H

#include "kernel.h"

enum { SB_DIGIT_BITS = 8, SB_DIGITS = 1 << SB_DIGIT_BITS, SB_MAX_CHUNKS = 64 };

/* A key and its original position, for 64-bit keys, and for more than 2^32 elements. */
typedef struct sb_keyed {
    uint64_t key, place;
} sb_keyed;

typedef struct sb_radix {
    sb_context *context; /* NULL: only the calling thread works */
    int chunks;          /* 1 .. SB_MAX_CHUNKS */
    int64_t *counts;     /* chunks * SB_DIGITS */
} sb_radix;

/* Sort n items stably by the bits first .. first + bits - 1 (of the key). `spare` has the same
 * length as `items`. Return the buffer that contains the result, `items` or `spare`. */
uint32_t *sb_radix_u32(const sb_radix *radix, uint32_t *items, uint32_t *spare, int64_t n,
                       int first, int bits);
uint64_t *sb_radix_u64(const sb_radix *radix, uint64_t *items, uint64_t *spare, int64_t n,
                       int first, int bits);
sb_keyed *sb_radix_keyed(const sb_radix *radix, sb_keyed *items, sb_keyed *spare, int64_t n,
                         int first, int bits);

#endif
