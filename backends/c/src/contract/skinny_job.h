/* skinny_job.h - data shared by the tasks of a skinny product: a template, included after
 * pack.h. */
#ifndef SB_CONTRACT_SKINNY_JOB_H
#define SB_CONTRACT_SKINNY_JOB_H

#include "contract/product.h"

typedef struct skinny_job {
    const sb_product *product;
    const real *a; /* rows of A, a_ld apart */
    int64_t a_ld, strip;
    char *scratch;
    size_t scratch_size;
} skinny_job;

#endif
