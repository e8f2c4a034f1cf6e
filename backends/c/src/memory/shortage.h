/* shortage.h - memory that a loop lacks, where no status can be returned: the last stage of a
 * function of binary64 notes it, deep in a task, and the kernel asks when its tasks have ended.
 */
#ifndef SB_SHORTAGE_H
#define SB_SHORTAGE_H

#include "kernel.h"

/* Note that this thread had no memory to decide about a rounding. */
void sb_shortage_note(void);

/* SB_NO_MEMORY if this thread has noted it since it was asked last. */
sb_status sb_shortage_status(sb_context *context);

/* sb_parallel; SB_NO_MEMORY if a task of any thread has noted it. */
sb_status sb_parallel_with_memory(sb_context *context, int64_t tasks, sb_task task, void *argument);

#endif
