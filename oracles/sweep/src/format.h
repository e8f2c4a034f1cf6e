/* format.h - the description of a number format for the sweep, and rounding (clauses R1, R5). */
#ifndef SWEEP_FORMAT_H
#define SWEEP_FORMAT_H

#include <stdint.h>
#include <string.h>

enum { KIND_FLOAT, KIND_INT, KIND_UINT, KIND_BOOL };

/* A row of the table of clause F1. The caller sets its fields. */
typedef struct {
    int32_t kind, bits, precision, least; /* least: exponent of the smallest subnormal */
    int32_t has_infinity, saturate;       /* overflow without infinity: saturate or NaN */
    uint64_t largest, nan;                /* patterns: largest finite, canonical NaN */
} format;

static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Return the exact value of a pattern of a float format with at most 32 bits. */
double decode_pattern(uint32_t pattern, const format *f);

/* Return the pattern of x, rounded to the format. x may be NaN only if the format is a float format
 * with less than 64 bits. */
uint64_t round_pattern(double x, const format *f);

/* Return whether x is a midpoint of two numbers of the float format, or a binary64 neighbour of a
 * midpoint. */
int is_tie(double x, const format *f);

#endif
