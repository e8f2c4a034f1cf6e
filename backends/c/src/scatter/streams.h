/* streams.h - the choice between stream.h and a sort for single values, and the distribution of the
 * work over threads. */
#ifndef SB_SCATTER_STREAMS_H
#define SB_SCATTER_STREAMS_H

#include "scatter/scatter.h"

/* Add single values (without carried axes) by streams. Return false, without writing, for integers,
 * if the state of the destinations would be larger than the memory for a sort, or if memory is
 * short. */
bool sb_streams_add(sb_context *context, const sb_scatter *scatter);

#endif
