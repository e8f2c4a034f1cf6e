/* base.h - what a destination without contributions holds (clauses S1, T7). */
#ifndef SB_SCATTER_BASE_H
#define SB_SCATTER_BASE_H

#include "kernel.h"

/* Write the prior, its NaNs canonical, or +0 where it is NULL, to the whole result. */
void sb_scatter_base(sb_context *context, const sb_array *prior, const sb_array *result);

#endif
