/* lanes.h - the scan of one vector: a template, included after vector_f32.h or vector_f64.h.
 *
 * COMBINE(a, b) is the rounded operation and IDENTITY is its neutral element: -0 for addition and 1
 * for multiplication. It changes neither a value nor the sign of a zero. Level k joins each lane
 * whose bit k is set to the last lane before it that ends an aligned range of 2^k (Sklansky, 1960).
 */
#ifndef SB_SCAN_LANES_H
#define SB_SCAN_LANES_H

#if defined(__AVX512F__)
#define SCAN_LANES (512 / SB_REAL_BITS)
#elif defined(__AVX2__) && defined(__FMA__)
#define SCAN_LANES (256 / SB_REAL_BITS)
#else
#define SCAN_LANES (128 / SB_REAL_BITS)
#endif
_Static_assert(SCAN_LANES == LANES, "the shuffles are written for the vector of this build");

#define JOIN(...) v = COMBINE((vreal)__builtin_shufflevector(v, identity, __VA_ARGS__), v)
#define LAST(...) ((vreal)__builtin_shufflevector(v, v, __VA_ARGS__))

/* Scan a vector: lane i becomes the tree T1 of lanes 0 .. i. Index SCAN_LANES means IDENTITY. */
INLINE vreal v_scanned(vreal v)
{
    const vreal identity = v_set(IDENTITY);
#if SCAN_LANES == 16
    JOIN(16, 0, 16, 2, 16, 4, 16, 6, 16, 8, 16, 10, 16, 12, 16, 14);
    JOIN(16, 16, 1, 1, 16, 16, 5, 5, 16, 16, 9, 9, 16, 16, 13, 13);
    JOIN(16, 16, 16, 16, 3, 3, 3, 3, 16, 16, 16, 16, 11, 11, 11, 11);
    JOIN(16, 16, 16, 16, 16, 16, 16, 16, 7, 7, 7, 7, 7, 7, 7, 7);
#elif SCAN_LANES == 8
    JOIN(8, 0, 8, 2, 8, 4, 8, 6);
    JOIN(8, 8, 1, 1, 8, 8, 5, 5);
    JOIN(8, 8, 8, 8, 3, 3, 3, 3);
#elif SCAN_LANES == 4
    JOIN(4, 0, 4, 2);
    JOIN(4, 4, 1, 1);
#else
    JOIN(2, 0);
#endif
    return v;
}

/* Return the last lane in every lane. */
INLINE vreal v_last(vreal v)
{
#if SCAN_LANES == 16
    return LAST(15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
#elif SCAN_LANES == 8
    return LAST(7, 7, 7, 7, 7, 7, 7, 7);
#elif SCAN_LANES == 4
    return LAST(3, 3, 3, 3);
#else
    return LAST(1, 1);
#endif
}

#undef JOIN
#undef LAST
#endif
