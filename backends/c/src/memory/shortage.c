/* shortage.c - see shortage.h. */
#include "memory/shortage.h"

typedef struct watched {
    sb_task task;
    void *argument;
    bool is_short; /* set by the task of any thread */
} watched;

static _Thread_local bool noted;

void sb_shortage_note(void) { noted = true; }

static sb_status status_of(sb_context *context, bool is_short)
{
    if (!is_short)
        return SB_OK;
    return sb_fail(context, SB_NO_MEMORY, "%s: no memory to decide about a rounding",
                   context->call->op);
}

sb_status sb_shortage_status(sb_context *context)
{
    const bool is_short = noted;
    noted = false;
    return status_of(context, is_short);
}

static void run_watched(void *argument, int64_t number, int thread)
{
    watched *w = argument;
    noted = false;
    w->task(w->argument, number, thread);
    if (noted)
        __atomic_store_n(&w->is_short, true, __ATOMIC_RELAXED);
    noted = false;
}

sb_status sb_parallel_with_memory(sb_context *context, int64_t tasks, sb_task task, void *argument)
{
    watched w = {.task = task, .argument = argument};
    sb_parallel(context, tasks, run_watched, &w);
    return status_of(context, w.is_short);
}
