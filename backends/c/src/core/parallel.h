/* parallel.h - the thread pool behind sb_parallel (declared in kernel.h). */
#ifndef SB_PARALLEL_H
#define SB_PARALLEL_H

/* Return the number of processors that this process may use, at least 1. */
int sb_processor_count(void);

#endif
