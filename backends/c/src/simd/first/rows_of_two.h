/* rows_of_two.h - tables in memory with two numbers per row, for vectors of four numbers (AVX2).
 *
 * Four loads and a transposition take less time than a gather, for any number of rows. Vectors of
 * eight numbers have tables of 16 rows in registers instead (doubles.h).
 */
#ifndef SB_SIMD_FIRST_ROWS_OF_TWO_H
#define SB_SIMD_FIRST_ROWS_OF_TWO_H

#include "simd/doubles.h"

#if SB_HAS_DOUBLES && DOUBLES_COUNT == 4

typedef const double (*rows_of_two)[2];

LANES_FN __m128d rows_of_two_at(rows_of_two rows, int64_t offset)
{
    return _mm_loadu_pd((const double *)(const void *)((const char *)rows + offset));
}

/* Load the two columns of four rows, which are given by their offsets in bytes. */
LANES_FN void rows_of_two_lookup(rows_of_two rows, doubles_int offsets, doubles *left,
                                 doubles *right)
{
    int64_t at[4];
    _mm256_storeu_si256((__m256i *)(void *)at, offsets);
    const doubles even = _mm256_set_m128d(rows_of_two_at(rows, at[2]), rows_of_two_at(rows, at[0]));
    const doubles odd = _mm256_set_m128d(rows_of_two_at(rows, at[3]), rows_of_two_at(rows, at[1]));
    *left = _mm256_unpacklo_pd(even, odd);
    *right = _mm256_unpackhi_pd(even, odd);
}
#endif
#endif
