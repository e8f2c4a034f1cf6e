/* format.h - a number format as the sweep sees it, and the one rounding (clauses R1, R5). */
#ifndef SWEEP_FORMAT_H
#define SWEEP_FORMAT_H

#include <stdint.h>
#include <string.h>

enum { KIND_FLOAT, KIND_INT, KIND_UINT, KIND_BOOL };

/* The table of clause F1, filled in by the caller. */
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

/* The exact value of a pattern of a float format with at most 32 bits. */
double decode_pattern(uint32_t pattern, const format *f);

/* The pattern of a number or infinity (for a float format with less than 64 bits, NaN too). */
uint64_t round_pattern(double x, const format *f);

/* Whether x is a midpoint of two numbers of the float format, or its neighbour in binary64. */
int is_tie(double x, const format *f);

#endif
