/* tables.h - the tables of the narrow filters, which tables.c makes. A number is the sum of its
 * high and its low part. */
#ifndef SWEEP_NARROW_TABLES_H
#define SWEEP_NARROW_TABLES_H

#include <stdint.h>

/* 2^(j/64) */
extern double sweep_power_high[64], sweep_power_low[64];

/* For each of 128 cells: a number c near 1/m for m in the cell, and -log c. The first cell begins
 * at the pattern LOG_LEAST, so that 1 is inside a cell. A cell has 2^LOG_CELL patterns. */
extern double sweep_inverse[128], sweep_log_high[128], sweep_log_low[128];
#define LOG_LEAST UINT64_C(0x3fe6b00000000000)
#define LOG_CELL 45

/* sin (j pi / 256), with exact zeros; atan (j / 64) */
extern double sweep_sine_high[640], sweep_sine_low[640];
extern double sweep_atan_high[128], sweep_atan_low[128];

/* The Taylor coefficients of e^(x^2) erfc x about j / 32, for x up to 26. From row FIRST_ERF on,
 * the rows contain the coefficients of erf x, for x up to 1. The low parts of the coefficients of
 * degree 0 and 1 have the indices ERROR_LOW and ERROR_LOW + 1. */
#define ERROR_CELLS 32
#define FIRST_ERF 833
#define ERROR_ROWS (FIRST_ERF + 34)
#define ERROR_DEGREE 10
#define ERROR_LOW (ERROR_DEGREE + 1)
extern double sweep_error[ERROR_DEGREE + 3][ERROR_ROWS];

#endif
