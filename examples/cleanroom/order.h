/* The orders of clause S3, as integers. */
#ifndef ORDER_H
#define ORDER_H

#include "formats.h"

/* A number that is greater for a greater element. +0 is above -0, or equal to it with
   `equal_zeros`; every NaN is the greatest; every true bool is the same. */
uint64_t order_key(Format format, uint64_t bits, bool equal_zeros);

/* The bits of an element as a result of a tree: a NaN canonical (S1.1), a bool 0 or 1 (F1.3). */
uint64_t as_result(Format format, uint64_t bits);

#endif
