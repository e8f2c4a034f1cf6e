/* The formats of clause F1, and rounding to them (R1). */
#ifndef FORMATS_H
#define FORMATS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    F64,
    F32,
    F16,
    BF16,
    F8E4M3FN,
    F8E5M2,
    I64,
    I32,
    I16,
    I8,
    U32,
    U8,
    BOOL,
    FORMATS
} Format;

/* Returns the format of a name, or FORMATS for an unknown name. */
Format format_named(const char *name);

bool is_float(Format format);
/* Returns whether a format is a float of 16 or 8 bits. Calls on these may ask for f32 results. */
bool is_low_float(Format format);
bool is_float8(Format format);
int bytes_of(Format format);

/* Elements are stored as bits, in the low bits of a word. */
uint64_t canonical_nan(Format format);
uint64_t sign_bit(Format format);
bool is_nan(Format format, uint64_t bits);

/* Returns the value that a float's bits represent. All float formats are subsets of binary64. */
double float_value(Format format, uint64_t bits);
/* Returns the value that an integer's bits represent; a bool is 0 or 1. */
int64_t integer_value(Format format, uint64_t bits);

uint64_t double_bits(double value);
double bits_double(uint64_t bits);

/* The result for a value beyond the range of f8e4m3fn, which has no infinity (R1.2, R5.2). */
typedef enum { SATURATE, BECOME_NAN } Beyond;

/* Returns (-1)^negative * (significand + rest) * 2^exponent, rounded once to nearest even. The rest
   is 0, or if `sticky`, any number above 0 and below 1. The significand is not 0. If `sticky`, its
   highest bit is at least bit 55. */
uint64_t round_exact(Format format, bool negative, uint64_t significand, int exponent, bool sticky,
                     Beyond beyond);

/* Returns a double rounded once to a float format; NaN becomes the canonical NaN (S1.1). */
uint64_t round_double(Format format, double value, Beyond beyond);
/* Returns an integer rounded once to a float format. */
uint64_t round_integer(Format format, int64_t value, Beyond beyond);

/* Converts an element to another format (R5). In the same format the bits stay (R5.7). */
uint64_t cast_bits(Format from, uint64_t bits, Format to, Beyond beyond);

#endif
