/* base.h - the initial values of destinations, to which contributions are added later (clauses S1,
 * T7). */
#ifndef SB_SCATTER_BASE_H
#define SB_SCATTER_BASE_H

#include "kernel.h"

/* Write the prior, with canonical NaNs, to the whole result, or +0 if the prior is NULL. */
void sb_scatter_base(sb_context *context, const sb_array *prior, const sb_array *result);

#endif
