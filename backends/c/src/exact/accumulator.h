/* accumulator.h - a sum without any rounding (clause T10).
 *
 * It is a fixed-point number of 32-bit limbs, each stored in 64 bits so that carries can be delayed
 * (Neal, "Fast exact summation using small and large superaccumulators", 2015). It has space for
 * 2^63 finite terms of its kind. The first block of terms is stored separately, as two binary64
 * numbers whose sum is exact. So a short sum never uses the limbs.
 */
#ifndef SB_EXACT_ACCUMULATOR_H
#define SB_EXACT_ACCUMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of the terms. The unit of the lowest limb is 2^base. If the result is shorter than
 * binary64, the value is rounded to odd in binary64, and then once to the shorter format. */
typedef struct sb_exact_kind {
    int32_t base, limbs;
    bool to_odd;
} sb_exact_kind;

extern const sb_exact_kind sb_exact_terms_f32, sb_exact_terms_f64;
extern const sb_exact_kind sb_exact_products_f32, sb_exact_products_f64;

enum {
    SB_SEEN_NAN = 1,
    SB_SEEN_INFINITY = 2,
    SB_SEEN_NEGATIVE_INFINITY = 4,
    SB_SEEN_NEGATIVE_ZERO = 8,
    SB_SEEN_OTHER = 16 /* a finite term other than -0 */
};

typedef struct sb_exact {
    double high, low; /* the sum of the first block */
    int64_t adds;     /* additions since the last carry; -1: the limbs are not in use */
    uint32_t seen;
    int64_t limbs[];
} sb_exact;

size_t sb_exact_size(const sb_exact_kind *kind);
void sb_exact_clear(sb_exact *sum);

/* Add one of the following: a finite number; a term of any kind; a product, without rounding it; or
 * the sum high + low of a block. high + low is exact, and the terms of the block are already
 * recorded in `seen`. */
void sb_exact_add(const sb_exact_kind *kind, sb_exact *sum, double finite);
void sb_exact_add_term(const sb_exact_kind *kind, sb_exact *sum, double term);
void sb_exact_add_product(const sb_exact_kind *kind, sb_exact *sum, double a, double b);
void sb_exact_add_block(const sb_exact_kind *kind, sb_exact *sum, double high, double low);
void sb_exact_merge(const sb_exact_kind *kind, sb_exact *sum, sb_exact *other);

/* Return the sum in binary64, rounded to nearest even or to odd. The accumulator cannot be used
 * afterwards. */
double sb_exact_value(const sb_exact_kind *kind, sb_exact *sum);
/* Round the sum to a float format and store it. */
void sb_exact_store(const sb_exact_kind *kind, sb_exact *sum, char *p, int32_t format);

#endif
