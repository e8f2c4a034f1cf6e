/* integer.h - matrix products of 8-bit integers, exact modulo 2^32 (clause T4). */
#ifndef SB_CONTRACT_INTEGER_H
#define SB_CONTRACT_INTEGER_H

#include "contract/matrix.h"

/* sb_integer_size returns the size in bytes of the scratch memory for this number of threads.
 * sb_integer_run computes the product. k may be 0, but m and n must not be 0. */
size_t sb_integer_size(int threads);
void sb_integer_run(sb_context *context, const sb_product *product, char *scratch);

#endif
