/* shortage.h - reports of failed allocations from loops that cannot return a status. The last stage
 * of a binary64 function, deep in a task, records it, and the kernel checks it after its tasks have
 * ended.
 */
#ifndef SB_SHORTAGE_H
#define SB_SHORTAGE_H

#include "kernel.h"

/* Record that this thread could not allocate memory to decide a rounding. */
void sb_shortage_note(void);

/* Return SB_NO_MEMORY if this thread has recorded a shortage since the last check. */
sb_status sb_shortage_status(sb_context *context);

/* Run sb_parallel, and return SB_NO_MEMORY if a task of any thread has recorded a shortage. */
sb_status sb_parallel_with_memory(sb_context *context, int64_t tasks, sb_task task, void *argument);

#endif
