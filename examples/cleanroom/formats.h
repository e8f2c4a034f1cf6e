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

/* The format of a name; FORMATS where there is none. */
Format format_named(const char *name);

bool is_float(Format format);
/* Floats of 16 and 8 bits, which results of f32 may be asked for. */
bool is_low_float(Format format);
bool is_float8(Format format);
int bytes_of(Format format);

/* An element is kept as its bits, in the low bits of a word. */
uint64_t canonical_nan(Format format);
uint64_t sign_bit(Format format);
bool is_nan(Format format, uint64_t bits);

/* The number that the bits of a float are: every one of these formats is a subset of binary64. */
double float_value(Format format, uint64_t bits);
/* The number that the bits of an integer are; a bool is 0 or 1. */
int64_t integer_value(Format format, uint64_t bits);

uint64_t double_bits(double value);
double bits_double(uint64_t bits);

/* What a value beyond the range of f8e4m3fn becomes (R1.2, R5.2). Others have an infinity. */
typedef enum { SATURATE, BECOME_NAN } Beyond;

/* The number (-1)^negative * (significand + rest) * 2^exponent, rounded once to nearest even, where
   rest is 0, or anything above 0 and below 1 if `sticky`. The significand is not 0; with `sticky`
   its highest bit is at least bit 55. */
uint64_t round_exact(Format format, bool negative, uint64_t significand, int exponent, bool sticky,
                     Beyond beyond);

/* A double rounded once to a float format; its NaN is the canonical one (S1.1). */
uint64_t round_double(Format format, double value, Beyond beyond);
/* An integer rounded once to a float format. */
uint64_t round_integer(Format format, int64_t value, Beyond beyond);

/* R5: an element in another format; in the same format its bits (R5.7). */
uint64_t cast_bits(Format from, uint64_t bits, Format to, Beyond beyond);

#endif
