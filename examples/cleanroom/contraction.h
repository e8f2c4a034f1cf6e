/* The contraction of clause T4.1. */
#ifndef CONTRACTION_H
#define CONTRACTION_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the sum of a[k] * b[k] for k from 0 to n - 1, in the compute format. */
double contraction(bool single, const double *a, const double *b, int64_t n);

#endif
