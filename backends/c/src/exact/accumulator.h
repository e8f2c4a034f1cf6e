/* accumulator.h - a sum without any rounding (clause T10).
 *
 * A fixed-point number of 32-bit limbs, each in 64 bits so that carries can wait (Neal, "Fast exact
 * summation using small and large superaccumulators", 2015). It spans every finite term of its kind
 * and 2^63 of them. The first block of terms is kept apart as two binary64 numbers, whose sum is
 * exact, so that a short sum never touches the limbs.
 */
#ifndef SB_EXACT_ACCUMULATOR_H
#define SB_EXACT_ACCUMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the terms are: the unit of the lowest limb is 2^base. Unless the value goes to binary64, it
 * is rounded to odd there, from which the one rounding to a shorter format follows. */
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
    double high, low; /* the first block */
    int64_t adds;     /* since the last carry; -1: the limbs are not in use */
    uint32_t seen;
    int64_t limbs[];
} sb_exact;

size_t sb_exact_size(const sb_exact_kind *kind);
void sb_exact_clear(sb_exact *sum);

/* Add a number, a term of any kind, a product that is not rounded; a block's sum high + low, whose
 * two parts together are exact in binary64 arithmetic (its terms are in `seen` already). */
void sb_exact_add(const sb_exact_kind *kind, sb_exact *sum, double finite);
void sb_exact_add_term(const sb_exact_kind *kind, sb_exact *sum, double term);
void sb_exact_add_product(const sb_exact_kind *kind, sb_exact *sum, double a, double b);
void sb_exact_add_block(const sb_exact_kind *kind, sb_exact *sum, double high, double low);
void sb_exact_merge(const sb_exact_kind *kind, sb_exact *sum, sb_exact *other);

/* The sum in binary64, to nearest even or to odd; the accumulator is used up. */
double sb_exact_value(const sb_exact_kind *kind, sb_exact *sum);
/* The same, rounded to a float format and stored. */
void sb_exact_store(const sb_exact_kind *kind, sb_exact *sum, char *p, int32_t format);

#endif
