/* fetch.h - prefetching of data during other work, in calls too large for caches.
 *
 * A kernel that processes rows in several steps reads in bursts, and waits for each burst. The
 * processor's own prefetching ends at the end of a page. If the data are already in a cache, a
 * prefetch costs more than it saves.
 */
#ifndef SB_FUSED_FETCH_H
#define SB_FUSED_FETCH_H

#include <stdint.h>

#include "fused/functions.h"

#define SB_FETCHED_BYTES (INT64_C(1) << 22)

enum { SB_AHEAD = 1024 }; /* numbers that are prefetched together */

/* Return whether an operand of this many binary32 numbers is large enough for prefetching. */
static inline int sb_is_fetched(int64_t numbers)
{
    return numbers * (int64_t)sizeof(float) >= SB_FETCHED_BYTES;
}

/* Prefetch n numbers at p. The addresses may be invalid. */
static inline void sb_fetch(const float *p, int64_t n)
{
    for (int64_t i = 0; i < n; i += 64 / (int64_t)sizeof(float)) __builtin_prefetch(p + i, 0, 2);
}

/* Compute y = exp(x), and prefetch n numbers at each of the two addresses `place` and `other`,
 * which may be NULL. */
static inline void sb_exp_fetching(int64_t n, const float *x, float *y, const float *place,
                                   const float *other)
{
    for (int64_t start = 0; start < n; start += SB_AHEAD) {
        const int64_t count = start + SB_AHEAD < n ? SB_AHEAD : n - start;
        if (place)
            sb_fetch(place + start, count);
        if (other)
            sb_fetch(other + start, count);
        sb_each_exp_f32(count, x + start, y + start);
    }
}

#endif
