/* The orders of clause S3, as integers. */
#ifndef ORDER_H
#define ORDER_H

#include "formats.h"

/* Returns a key with the order of the elements. +0 is above -0, or equal to it with `equal_zeros`.
   All NaNs have the greatest key, and all true bools the same key. */
uint64_t order_key(Format format, uint64_t bits, bool equal_zeros);

/* Returns an element as the result of a tree: canonical NaN (S1.1), and bool 0 or 1 (F1.3). */
uint64_t as_result(Format format, uint64_t bits);

#endif
