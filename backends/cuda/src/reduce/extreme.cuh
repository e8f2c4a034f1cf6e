// extreme.cuh - extremes and their first indices, by integer keys (clauses S1, S3, T3).
//
// A larger key is nearer to the extreme. -0 is below +0, and a NaN is above all values, for either
// extreme. Floats below binary64 are first converted to binary32, which is exact. Integers are
// their own keys; u32 has its sign bit flipped. For a minimum, every key except the key of NaN is
// complemented. If an index is needed, all NaNs have the same key (sb_key_of). If only the value is
// needed, they may have any key above the key of infinity (sb_value_key_of).
#pragma once

#include "reduce/reduce.cuh"

enum sb_order { SB_GREATEST, SB_LEAST, SB_GREATEST_MAGNITUDE };

template <int bits> struct sb_key_type;
template <> struct sb_key_type<32> {
    typedef int32_t type;
    static SB_DEVICE int32_t nan() { return 0x7fffffff; }
    static SB_DEVICE int32_t infinity() { return 0x7f800000; }
};
template <> struct sb_key_type<64> {
    typedef int64_t type;
    static SB_DEVICE int64_t nan() { return INT64_C(0x7fffffffffffffff); }
    static SB_DEVICE int64_t infinity() { return INT64_C(0x7ff0000000000000); }
};

typedef sb_key_type<(sizeof(sb_first) > 4 ? 64 : 32)> sb_keys;
typedef sb_keys::type sb_key;

SB_DEVICE sb_key sb_least_key() { return -sb_keys::nan() - 1; }

#if SB_JOIN(SB_INTEGER_, SB_A)

#define SB_FLIP_u32 0x80000000u
#define SB_IS_bool 1

SB_DEVICE sb_key sb_key_of(sb_first x, const sb_order order)
{
#if SB_JOIN(SB_FLIP_, SB_A)
    const sb_key key = (sb_key)(x ^ SB_FLIP_u32);
#elif SB_JOIN(SB_IS_, SB_A)
    const sb_key key = x != 0;
#else
    const sb_key key = x;
#endif
    return order == SB_LEAST ? ~key : key;
}

SB_DEVICE sb_key sb_value_key_of(sb_first x, const sb_order order) { return sb_key_of(x, order); }

template <class Result> SB_DEVICE Result sb_value_of(sb_key key, const sb_order order)
{
    key = order == SB_LEAST ? ~key : key;
#if SB_JOIN(SB_FLIP_, SB_A)
    return (Result)((uint32_t)key ^ SB_FLIP_u32);
#else
    return (Result)key;
#endif
}

#else

SB_DEVICE sb_key sb_key_of(sb_first x, const sb_order order)
{
    const sb_real term = sb_term(x);
    sb_key bits;
    memcpy(&bits, &term, sizeof bits);
    const sb_key magnitude = bits & sb_keys::nan();
    sb_key key = bits < 0 ? ~magnitude : magnitude;
    if (order == SB_LEAST)
        key = ~key;
    if (order == SB_GREATEST_MAGNITUDE)
        key = magnitude;
    return magnitude > sb_keys::infinity() ? sb_keys::nan() : key;
}

// Convert the bits of a number to an integer of the same order, or back. NaNs are at both ends.
SB_DEVICE sb_key sb_folded(sb_key bits)
{
    return bits ^ (bits >> (8 * (int)sizeof bits - 1) & sb_keys::nan());
}

// Rotate keys by the number of NaNs of one sign, so that the NaNs below -infinity move above all
// other keys.
SB_DEVICE sb_key sb_turned(sb_key key, int sign)
{
    const uint64_t nans = (uint64_t)(sb_keys::nan() - sb_keys::infinity());
    return (sb_key)(sign < 0 ? (uint64_t)key - nans : (uint64_t)key + nans);
}

SB_DEVICE sb_key sb_value_key_of(sb_first x, const sb_order order)
{
    const sb_real term = sb_term(x);
    sb_key bits;
    memcpy(&bits, &term, sizeof bits);
    if (order == SB_GREATEST_MAGNITUDE)
        return bits & sb_keys::nan();
    return sb_turned(sb_folded(order == SB_LEAST ? bits ^ sb_least_key() : bits), -1);
}

#if !SB_JOIN(SB_INTEGER_, SB_R)
template <class Result> SB_DEVICE Result sb_value_of(sb_key key, const sb_order order)
{
    sb_key bits = key;
    if (order != SB_GREATEST_MAGNITUDE)
        bits = sb_folded(sb_turned(key, +1));
    if (order == SB_LEAST)
        bits ^= sb_least_key();
    sb_real x;
    memcpy(&x, &bits, sizeof x);
    return sb_rounded(x);
}
#endif

#endif

#if SB_JOIN(SB_INTEGER_, SB_A) == SB_JOIN(SB_INTEGER_, SB_R)
template <int order> struct sb_extreme : sb_no_centre, sb_each_leaf<sb_extreme<order>> {
    typedef sb_first element;
    typedef sb_key state;
    static SB_DEVICE sb_key leaf(sb_first x, int64_t, int)
    {
        return sb_value_key_of(x, (sb_order)order);
    }
    static SB_DEVICE int centre_found(int centre) { return centre; }
    static SB_DEVICE sb_key absent() { return sb_least_key(); }
    static SB_DEVICE sb_key nothing() { return 0; } // for a norm; other extremes need terms
    static SB_DEVICE sb_key join(sb_key a, sb_key b) { return a > b ? a : b; }
    static SB_DEVICE sb_result finish(sb_key root, const sb_reduction &, int)
    {
        return sb_value_of<sb_result>(root, (sb_order)order);
    }
};
#endif

// The extreme, and the smallest index of an element that equals it.
struct sb_indexed {
    int64_t key, index;
};

template <int order> struct sb_extreme_index : sb_no_centre, sb_each_leaf<sb_extreme_index<order>> {
    typedef sb_first element;
    typedef sb_indexed state;
    static SB_DEVICE sb_indexed leaf(sb_first x, int64_t index, int)
    {
        return {sb_key_of(x, (sb_order)order), index};
    }
    static SB_DEVICE int centre_found(int centre) { return centre; }
    static SB_DEVICE sb_indexed absent()
    {
        return {-INT64_C(0x7fffffffffffffff) - 1, INT64_C(0x7fffffffffffffff)};
    }
    static SB_DEVICE sb_indexed nothing() { return absent(); }
    static SB_DEVICE sb_indexed join(sb_indexed a, sb_indexed b)
    {
        const bool first = a.key > b.key || (a.key == b.key && a.index < b.index);
        return {first ? a.key : b.key, first ? a.index : b.index};
    }
    static SB_DEVICE sb_result finish(sb_indexed root, const sb_reduction &, int)
    {
        return (sb_result)root.index;
    }
};
