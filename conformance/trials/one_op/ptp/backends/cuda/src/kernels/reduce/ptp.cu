// ptp.cu - the maximum over axes minus the minimum (clauses S3, T3).
#include "reduce/extreme.cuh"
#include "scalar/arithmetic.h"

SB_NODES(8, 16, 8, 16)
SB_NO_CENTRE

struct sb_peaks {
    sb_key greatest, least;
};

#if SB_JOIN(SB_INTEGER_, SB_A)
// Return the difference modulo 2^bits. If keys have more bits, only their low bits are used.
SB_DEVICE sb_result sb_difference(sb_key greatest, sb_key least)
{
    const uint64_t a = (uint64_t)sb_element_of<sb_first>(greatest, SB_GREATEST);
    return (sb_result)(a - (uint64_t)sb_element_of<sb_first>(least, SB_LEAST));
}
#else
SB_DEVICE sb_real sb_number_of(sb_key key)
{
    const sb_key bits = key < 0 ? (sb_key)(~key | sb_least_key()) : key;
    sb_real x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

SB_DEVICE sb_result sb_difference(sb_key greatest, sb_key least)
{
    const sb_key smallest = least == sb_keys::nan() ? least : (sb_key)~least;
    return sb_rounded(sb_number_of(greatest) - sb_number_of(smallest));
}
#endif

struct sb_peak_to_peak : sb_no_centre, sb_each_leaf<sb_peak_to_peak> {
    typedef sb_first element;
    typedef sb_peaks state;
    static SB_DEVICE sb_peaks leaf(sb_first x, int64_t, int)
    {
        return {sb_key_of(x, SB_GREATEST), sb_key_of(x, SB_LEAST)};
    }
    static SB_DEVICE int centre_found(int centre) { return centre; }
    static SB_DEVICE sb_peaks absent() { return {sb_least_key(), sb_least_key()}; }
    static SB_DEVICE sb_peaks nothing() { return absent(); } // calls without elements are refused
    static SB_DEVICE sb_peaks join(sb_peaks a, sb_peaks b)
    {
        return {a.greatest > b.greatest ? a.greatest : b.greatest,
                a.least > b.least ? a.least : b.least};
    }
    static SB_DEVICE sb_result finish(sb_peaks root, const sb_reduction &, int)
    {
        return sb_difference(root.greatest, root.least);
    }
};

SB_REDUCTION(ptp, sb_peak_to_peak)
