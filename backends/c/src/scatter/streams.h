/* streams.h - when single values are summed by stream.h instead of a sort,
 * and how that is shared. */
#ifndef SB_SCATTER_STREAMS_H
#define SB_SCATTER_STREAMS_H

#include "scatter/scatter.h"

/* Add single values (no carried axis) by streams. False, and nothing done, where integers are
 * added, where the state of the destinations would be larger than a sort, or without memory. */
bool sb_streams_add(sb_context *context, const sb_scatter *scatter);

#endif
