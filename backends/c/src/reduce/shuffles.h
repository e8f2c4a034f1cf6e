/* shuffles.h - reduction of LANES vectors to one vector of their LANES nodes: a template, included
 * after reduce/join.h.
 *
 * Each step joins the even lanes with the odd lanes, so that every node has its earlier half on the
 * left. The order of the vectors is kept. Vectors in memory do not need the shuffles of the first
 * step: a load can duplicate the even or the odd lanes (vmovsldup, vmovshdup), and a blend puts the
 * pairs of two vectors into alternate lanes. That leaves 14 shuffles of 30 for 16 vectors.
 */
#ifndef SB_REDUCE_SHUFFLES_H
#define SB_REDUCE_SHUFFLES_H

#include "reduce/join.h"

enum { PIECE = 128 / SB_REAL_BITS }; /* lanes in 128 bits */

/* Reduce 2 `count` vectors to `count` vectors: join even lanes with odd lanes, within pieces. */
INLINE void halve_lanes(vreal *v, const int count)
{
    UNROLL for (int i = 0; i < count; ++i) v[i] =
        v_join(v_even(v[2 * i], v[2 * i + 1]), v_odd(v[2 * i], v[2 * i + 1]));
}

#if defined(__AVX2__)
/* Reduce 2 `count` vectors to `count` vectors: join even pieces with odd pieces. */
INLINE void halve_pieces(vreal *v, const int count)
{
    UNROLL for (int i = 0; i < count; ++i) v[i] =
        v_join(v_even_pieces(v[2 * i], v[2 * i + 1]), v_odd_pieces(v[2 * i], v[2 * i + 1]));
}
#endif

/* Reduce vectors, each with the nodes of PIECE vectors, to one vector of all nodes. */
INLINE vreal pieces_reduced(vreal v[LANES / PIECE])
{
#if defined(__AVX2__)
    if (LANES / PIECE >= 4)
        halve_pieces(v, LANES / PIECE / 2);
    if (LANES / PIECE >= 2)
        halve_pieces(v, 1);
#endif
    return v[0];
}

INLINE vreal reduced(vreal v[LANES])
{
    halve_lanes(v, LANES / 2);
    if (PIECE == 4)
        halve_lanes(v, LANES / 4);
    return pieces_reduced(v);
}

#if defined(__AVX2__) && SB_REAL_BITS == 32
/* Return the pairs of *p in the even lanes and the pairs of *q in the odd lanes. The compiler must
 * not see that an address is loaded twice, or it would load once and shuffle. */
INLINE vreal pairs_loaded(const real *p, const real *q)
{
    const real *p2 = p, *q2 = q;
    __asm__("" : "+r"(p2), "+r"(q2));
    return v_alternate(v_join(v_load(p), v_load_odd_twice(p2)),
                       v_join(v_load_even_twice(q2), v_load(q)));
}

INLINE vreal reduced_rows(const real *const row[LANES])
{
    vreal v[LANES / 4];
    UNROLL for (int i = 0; i < LANES / 4; ++i)
    {
        vreal a = pairs_loaded(row[4 * i], row[4 * i + 1]);
        vreal b = pairs_loaded(row[4 * i + 2], row[4 * i + 3]);
        v[i] = v_join(v_low_halves(a, b), v_high_halves(a, b));
    }
    return pieces_reduced(v);
}

INLINE vreal reduced_loaded(const real *x)
{
    const real *y = x;
    __asm__("" : "+r"(y));
    vreal v[LANES / 4];
    UNROLL for (int i = 0; i < LANES / 4; ++i)
    {
        const real *p = x + 4 * i * LANES, *p2 = y + 4 * i * LANES;
        vreal a = v_alternate(v_join(v_load(p), v_load_odd_twice(p2)),
                              v_join(v_load_even_twice(p2 + LANES), v_load(p + LANES)));
        vreal b = v_alternate(v_join(v_load(p + 2 * LANES), v_load_odd_twice(p2 + 2 * LANES)),
                              v_join(v_load_even_twice(p2 + 3 * LANES), v_load(p + 3 * LANES)));
        v[i] = v_join(v_low_halves(a, b), v_high_halves(a, b));
    }
    return pieces_reduced(v);
}
#else
INLINE vreal reduced_rows(const real *const row[LANES])
{
    vreal v[LANES];
    UNROLL for (int i = 0; i < LANES; ++i) v[i] = v_load(row[i]);
    return reduced(v);
}

INLINE vreal reduced_loaded(const real *x)
{
    vreal v[LANES];
    UNROLL for (int i = 0; i < LANES; ++i) v[i] = v_load(x + i * LANES);
    return reduced(v);
}
#endif

#endif
