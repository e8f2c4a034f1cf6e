/* answer.h - the right result of an elementary function, without any code of the backend. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stdint.h>

typedef struct format {
    const char *name;
    int code; /* an sb_format */
    int bits, precision, emin, emax;
    uint32_t infinity, nan;
} format;

/* NULL, or below zero, for an unknown name. */
const format *find_format(const char *name);
int find_function(const char *name);

/* The exact value of a pattern; NaN and infinities too. */
double decode(const format *form, uint32_t bits);

/* The correctly rounded result for the operand `bits`; counts in `near` the calls of MPFR. */
uint32_t answer(int function, const format *form, uint32_t bits, int64_t *near);

#endif
