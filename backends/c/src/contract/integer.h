/* integer.h - matrix products of 8-bit integers, exact modulo 2^32 (clause T4). */
#ifndef SB_CONTRACT_INTEGER_H
#define SB_CONTRACT_INTEGER_H

#include "contract/matrix.h"

/* Return the bytes of scratch memory for this many threads, or run the product. k may be 0, m and n
 * may not. */
size_t sb_integer_size(int threads);
void sb_integer_run(sb_context *context, const sb_product *product, char *scratch);

#endif
