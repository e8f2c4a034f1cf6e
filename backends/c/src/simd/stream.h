/* stream.h - copies that go past the caches, for results larger than them.
 *
 * An ordinary store to memory that is not cached reads the line first; this one does not, which is
 * a third of the traffic of x + y and half of that of -x. Where the work takes longer than the
 * memory, ordinary stores go on beside it, and these would not.
 */
#ifndef SB_SIMD_STREAM_H
#define SB_SIMD_STREAM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Results of this many bytes and more are worth it: what is read next is not in a cache anyway. */
#define SB_STREAMED_BYTES (INT64_C(1) << 25)

#if defined(__SSE2__)
#include <emmintrin.h>

static inline void sb_stream_copy(char *to, const char *from, size_t bytes)
{
    size_t head = (size_t)(-(uintptr_t)to & 63u);
    head = head < bytes ? head : bytes;
    memcpy(to, from, head);
    size_t i = head;
    for (; i + 64 <= bytes; i += 64) {
#if defined(__AVX512F__)
        _mm512_stream_si512((void *)(to + i), _mm512_loadu_si512((const void *)(from + i)));
#else
        for (int j = 0; j < 64; j += 16)
            _mm_stream_si128((__m128i *)(void *)(to + i + j),
                             _mm_loadu_si128((const __m128i *)(const void *)(from + i + j)));
#endif
    }
    memcpy(to + i, from + i, bytes - i);
}

/* Streamed stores before it are seen by whoever sees ordinary ones after it. */
static inline void sb_stream_end(void) { _mm_sfence(); }

#else
static inline void sb_stream_copy(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}
static inline void sb_stream_end(void) {}
#endif
#endif
