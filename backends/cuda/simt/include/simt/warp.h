// warp.h - operations between the lanes of a warp. Each operation waits for all lanes of its mask.
#pragma once

enum simt_warp_kind {
    SIMT_WARP_SYNC,
    SIMT_WARP_SHUFFLE,
    SIMT_WARP_BALLOT,
    SIMT_WARP_MATCH,
    SIMT_WARP_ADD,
    SIMT_WARP_MIN,
    SIMT_WARP_MAX,
    SIMT_WARP_MIN_SIGNED,
    SIMT_WARP_MAX_SIGNED,
    SIMT_WARP_AND,
    SIMT_WARP_OR,
    SIMT_WARP_XOR,
    // Matrix products, by the signs of the bytes of A and B (bytes.h).
    SIMT_WARP_MMA_U8_U8,
    SIMT_WARP_MMA_U8_S8,
    SIMT_WARP_MMA_S8_U8,
    SIMT_WARP_MMA_S8_S8
};

extern "C" {
// `source` is the lane that a shuffle reads. Return the value that was read, or a mask of lanes.
unsigned long long simt_warp(int kind, unsigned mask, unsigned long long value, int source,
                             int line, const char *file);
int simt_lane(void);
unsigned simt_active_mask(void);
}

SIMT_INLINE void __syncwarp(unsigned mask = 0xffffffffu, SIMT_HERE)
{
    simt_warp(SIMT_WARP_SYNC, mask, 0, 0, line, file);
}

SIMT_INLINE unsigned __activemask() { return simt_active_mask(); }

template <class T>
SIMT_INLINE T simt_shuffle(unsigned mask, T value, int source, int line, const char *file)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles move 4 or 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    bits = simt_warp(SIMT_WARP_SHUFFLE, mask, bits, source, line, file);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

// Read a lane of the caller's segment of `width` lanes; outside the segment, the caller's own
// value.
template <class T>
SIMT_INLINE T __shfl_sync(unsigned mask, T value, int from, int width = 32, SIMT_HERE)
{
    const int lane = simt_lane();
    return simt_shuffle(mask, value, (lane & ~(width - 1)) | (from & (width - 1)), line, file);
}

template <class T>
SIMT_INLINE T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32, SIMT_HERE)
{
    const int lane = simt_lane(), from = lane ^ bits;
    return simt_shuffle(mask, value, from / width <= lane / width ? from : lane, line, file);
}

template <class T>
SIMT_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32, SIMT_HERE)
{
    const int lane = simt_lane(), place = (lane & (width - 1)) + (int)by;
    return simt_shuffle(mask, value, place < width ? lane + (int)by : lane, line, file);
}

template <class T>
SIMT_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32, SIMT_HERE)
{
    const int lane = simt_lane(), place = (lane & (width - 1)) - (int)by;
    return simt_shuffle(mask, value, place >= 0 ? lane - (int)by : lane, line, file);
}

SIMT_INLINE unsigned __ballot_sync(unsigned mask, int predicate, SIMT_HERE)
{
    return (unsigned)simt_warp(SIMT_WARP_BALLOT, mask, predicate != 0, 0, line, file);
}

SIMT_INLINE int __any_sync(unsigned mask, int predicate, SIMT_HERE)
{
    return __ballot_sync(mask, predicate, line, file) != 0;
}

SIMT_INLINE int __all_sync(unsigned mask, int predicate, SIMT_HERE)
{
    return __ballot_sync(mask, !predicate, line, file) == 0;
}

template <class T> SIMT_INLINE unsigned __match_any_sync(unsigned mask, T value, SIMT_HERE)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "matches compare 4 or 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return (unsigned)simt_warp(SIMT_WARP_MATCH, mask, bits, 0, line, file);
}

template <class T>
SIMT_INLINE unsigned __match_all_sync(unsigned mask, T value, int *all, SIMT_HERE)
{
    const unsigned same = __match_any_sync(mask, value, line, file);
    *all = same == mask;
    return *all ? mask : 0;
}

#define SIMT_WARP_REDUCTION(type, name, kind)                                                      \
    SIMT_INLINE type __reduce_##name##_sync(unsigned mask, type value, SIMT_HERE)                  \
    {                                                                                              \
        return (type)simt_warp(kind, mask, (unsigned)value, 0, line, file);                        \
    }
SIMT_WARP_REDUCTION(unsigned, add, SIMT_WARP_ADD)
SIMT_WARP_REDUCTION(unsigned, min, SIMT_WARP_MIN)
SIMT_WARP_REDUCTION(unsigned, max, SIMT_WARP_MAX)
SIMT_WARP_REDUCTION(unsigned, and, SIMT_WARP_AND)
SIMT_WARP_REDUCTION(unsigned, or, SIMT_WARP_OR)
SIMT_WARP_REDUCTION(unsigned, xor, SIMT_WARP_XOR)
SIMT_WARP_REDUCTION(int, add, SIMT_WARP_ADD)
SIMT_WARP_REDUCTION(int, min, SIMT_WARP_MIN_SIGNED)
SIMT_WARP_REDUCTION(int, max, SIMT_WARP_MAX_SIGNED)
#undef SIMT_WARP_REDUCTION
