/* parallel.c - a small pool of threads, made on first use and kept.
 *
 * Bits never depend on it: tasks are independent, and which thread takes which is left open. The
 * caller takes tasks too and waits for those workers alone that have begun: one that wakes when all
 * tasks are taken would hold up a short call for as long as the waking takes. If the
 * pool is busy (another thread's call, or a nested one) the caller runs every task itself. After a
 * fork the child has none of the threads, and locks may be held for ever; so a pool belongs to one
 * process, and a child makes its own.
 */
#include "parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "environment.h"
#include "kernel.h"

enum { MAX_THREADS = 256 };

typedef struct job {
    sb_task task;
    void *argument;
    int64_t count;
    _Atomic int64_t next;
} job;

typedef struct pool {
    pid_t owner;
    pthread_mutex_t in_use; /* held by the caller for the whole job */
    pthread_mutex_t lock;   /* guards what follows */
    pthread_cond_t start, finish;
    job *job;
    int workers;     /* threads that exist, numbered 1 .. workers */
    int wanted;      /* workers that take part in the present job */
    int running;     /* of these, those that have begun and not yet finished */
    uint64_t number; /* of the present job */
} pool;

typedef struct worker {
    pool *pool;
    int index;
    uint64_t seen;
} worker;

static _Atomic(pool *) current_pool;

int sb_processor_count(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

static void run_tasks(job *work, int thread)
{
    for (;;) {
        int64_t index = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed);
        if (index >= work->count)
            return;
        work->task(work->argument, index, thread);
    }
}

static void *work(void *argument)
{
    worker self = *(worker *)argument;
    free(argument);
    sb_environment_enter();
    pthread_mutex_lock(&self.pool->lock);
    for (;;) {
        while (self.pool->number == self.seen || self.index > self.pool->wanted)
            pthread_cond_wait(&self.pool->start, &self.pool->lock);
        self.seen = self.pool->number;
        job *present = self.pool->job;
        if (present == NULL) /* all is done */
            continue;
        self.pool->running++;
        pthread_mutex_unlock(&self.pool->lock);
        run_tasks(present, self.index);
        pthread_mutex_lock(&self.pool->lock);
        if (--self.pool->running == 0)
            pthread_cond_signal(&self.pool->finish);
    }
    return NULL;
}

static pool *new_pool(void)
{
    pool *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->owner = getpid();
    pthread_mutex_init(&made->in_use, NULL);
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->start, NULL);
    pthread_cond_init(&made->finish, NULL);
    return made;
}

/* The pool of this process, or NULL without memory. That of a parent is left behind, never freed:
 * the state of its locks is unknown. */
static pool *get_pool(void)
{
    pool *found = atomic_load(&current_pool);
    if (found != NULL && found->owner == getpid())
        return found;
    pool *made = new_pool();
    if (made != NULL && !atomic_compare_exchange_strong(&current_pool, &found, made)) {
        free(made);
        return found;
    }
    return made;
}

/* Add workers up to `wanted`; returns how many there are. Signals stay with
 * the caller's threads. */
static int grow(pool *p, int wanted)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (p->workers < wanted) {
        worker *self = malloc(sizeof *self);
        pthread_t thread;
        if (self == NULL)
            break;
        *self = (worker){.pool = p, .index = p->workers + 1, .seen = p->number};
        if (pthread_create(&thread, NULL, work, self) != 0) {
            free(self);
            break;
        }
        pthread_detach(thread);
        p->workers++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return p->workers < wanted ? p->workers : wanted;
}

void sb_parallel(sb_context *context, int64_t count, sb_task task, void *argument)
{
    job present = {.task = task, .argument = argument, .count = count};
    int64_t threads = context->threads < count ? context->threads : count;
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    pool *p = threads > 1 ? get_pool() : NULL;
    if (p == NULL || pthread_mutex_trylock(&p->in_use) != 0) {
        run_tasks(&present, 0);
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->wanted = grow(p, (int)threads - 1);
    p->job = &present;
    p->number++;
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
    run_tasks(&present, 0);
    pthread_mutex_lock(&p->lock);
    p->job = NULL; /* nobody begins any more */
    while (p->running > 0) pthread_cond_wait(&p->finish, &p->lock);
    pthread_mutex_unlock(&p->lock);
    pthread_mutex_unlock(&p->in_use);
}
