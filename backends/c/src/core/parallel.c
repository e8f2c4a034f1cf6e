/* parallel.c - a small pool of threads, created on first use and then reused.
 *
 * Result bits never depend on the pool: tasks are independent, and any thread may take any task.
 * The caller takes tasks too. At the end it waits only for workers that have joined the job. If it
 * also waited for a worker that wakes up after all tasks were taken, a short call would take as
 * long as the wake-up. Waking up takes longer than many calls, so an idle worker polls for the next
 * job for a while before it sleeps (spin.h). The caller polls in the same way for the last worker.
 *
 * If the pool is busy (with a call of another thread, or in a nested call), the caller runs every
 * task itself. After a fork, the child has none of the threads, and locks may be held forever. So a
 * pool belongs to one process, and a child creates its own.
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
#include "spin.h"

/* Tasks are taken from both ends: the caller goes forward from the first task, and the workers go
 * backward from the last. In the next call on the same data, a thread then finds most of its
 * elements in its cache. */
typedef struct job {
    sb_task task;
    void *argument;
    int64_t count;
    _Atomic int64_t taken, from_behind;
} job;

/* The state of the pool's present job is one word. It contains the identifier of the job, whether
 * workers may still join it, whether the caller sleeps until the workers have left, the number of
 * workers in the job, and the number that have joined. */
#define JOINED UINT64_C(1)
#define RUNNING (UINT64_C(1) << 16)
#define OPEN (UINT64_C(1) << 32)
#define AWAITED (UINT64_C(1) << 33)
#define NUMBER (UINT64_C(1) << 34)

static int joined(uint64_t state) { return (int)(state & 0xffff); }
static int running(uint64_t state) { return (int)(state / RUNNING & 0xffff); }
static uint64_t number_of(uint64_t state) { return state / NUMBER; }

typedef struct pool {
    pid_t owner;
    pthread_mutex_t in_use; /* locked by the caller for the whole job */
    _Atomic uint64_t state;
    _Atomic int wanted; /* maximum number of workers that may join the present job */
    job *job;           /* read by workers that have joined the job */
    _Atomic bool looks; /* threads poll before they sleep, because each has a processor */
    int workers;        /* threads that exist */
    pthread_mutex_t lock;
    pthread_cond_t start, finish; /* for sleeping threads; used with the lock held */
    _Atomic int sleepers;         /* changed with the lock held */
} pool;

static _Atomic(pool *) current_pool;

static int count_processors(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

/* Return the number of processors. Each thread counts them at most once in 10 ms, because counting
 * takes longer than a small call. */
int sb_processor_count(void)
{
    enum { LASTS_NS = 10000000 };
    static _Thread_local int count;
    static _Thread_local int64_t counted;
    const int64_t now = sb_spin_rough_clock();
    if (count == 0 || now - counted > LASTS_NS) {
        count = count_processors();
        counted = now;
    }
    return count;
}

static void run_tasks(job *work, int thread)
{
    for (int64_t own = 0;; own++) {
        if (atomic_fetch_add_explicit(&work->taken, 1, memory_order_relaxed) >= work->count)
            return;
        int64_t index = own;
        if (thread > 0)
            index = work->count - 1 -
                    atomic_fetch_add_explicit(&work->from_behind, 1, memory_order_relaxed);
        work->task(work->argument, index, thread);
    }
}

/* Return whether a worker whose last job was `seen` may join the present job. */
static bool may_join(pool *p, uint64_t state, uint64_t seen)
{
    return (state & OPEN) != 0 && number_of(state) != seen &&
           joined(state) < atomic_load_explicit(&p->wanted, memory_order_relaxed);
}

/* Poll for a job, then sleep until there is one. Return the state with the job. */
static uint64_t next_job(pool *p, uint64_t seen)
{
    uint64_t state = atomic_load(&p->state);
    for (sb_spin spin = sb_spin_start(); !may_join(p, state, seen);) {
        if (!atomic_load_explicit(&p->looks, memory_order_relaxed) || !sb_spin_on(&spin))
            break;
        state = atomic_load(&p->state);
    }
    if (may_join(p, state, seen))
        return state;
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->sleepers,
                     1); /* before reading the state; open_job uses the reverse order */
    while (!may_join(p, state = atomic_load(&p->state), seen))
        pthread_cond_wait(&p->start, &p->lock);
    atomic_fetch_sub(&p->sleepers, 1);
    pthread_mutex_unlock(&p->lock);
    return state;
}

static void *work(void *argument)
{
    pool *p = argument;
    uint64_t seen = 0; /* a value that is not the identifier of a job */
    sb_environment_enter();
    for (;;) {
        uint64_t state = next_job(p, seen);
        /* If the state is unchanged, the job is the same, and `wanted` and `job` are unchanged too.
         */
        if (!atomic_compare_exchange_strong(&p->state, &state, state + JOINED + RUNNING))
            continue;
        seen = number_of(state);
        run_tasks(p->job, joined(state) + 1);
        state = atomic_fetch_sub(&p->state, RUNNING) - RUNNING;
        if (running(state) == 0 && (state & AWAITED) != 0) {
            pthread_mutex_lock(&p->lock);
            pthread_cond_signal(&p->finish);
            pthread_mutex_unlock(&p->lock);
        }
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

/* Return the pool of this process, or NULL if memory is short. A child never frees its parent's
 * pool, because the state of its locks is unknown. */
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

/* Add workers until there are `wanted`. Return the number of workers, at most `wanted`. Workers
 * block all signals, so that the caller's threads receive them. */
static int grow(pool *p, int wanted)
{
    sigset_t all, before;
    if (p->workers >= wanted)
        return wanted;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    while (p->workers < wanted && pthread_create(&thread, NULL, work, p) == 0) {
        pthread_detach(thread);
        p->workers++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return p->workers;
}

static void open_job(pool *p, job *present, int wanted)
{
    const uint64_t number = number_of(atomic_load(&p->state)) + 1;
    p->job = present;
    atomic_store(&p->wanted, wanted);
    atomic_store(&p->state, number * NUMBER + OPEN);
    const int sleepers = atomic_load(&p->sleepers);
    if (sleepers == 0)
        return;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < wanted && i < sleepers; i++) pthread_cond_signal(&p->start);
    pthread_mutex_unlock(&p->lock);
}

/* Stop workers from joining, and wait for the workers that have joined. */
static void close_job(pool *p)
{
    uint64_t state = atomic_fetch_and(&p->state, ~OPEN);
    for (sb_spin spin = sb_spin_start(); running(state) > 0; state = atomic_load(&p->state))
        if (!atomic_load_explicit(&p->looks, memory_order_relaxed) || !sb_spin_on(&spin))
            break;
    if (running(state) == 0)
        return;
    atomic_fetch_or(&p->state, AWAITED);
    pthread_mutex_lock(&p->lock);
    while (running(atomic_load(&p->state)) > 0) pthread_cond_wait(&p->finish, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

void sb_parallel(sb_context *context, int64_t count, sb_task task, void *argument)
{
    job present = {.task = task, .argument = argument, .count = count};
    const int64_t threads = least(least(context->threads, context->at_once), count);
    pool *p = threads > 1 ? get_pool() : NULL;
    if (p == NULL || pthread_mutex_trylock(&p->in_use) != 0) {
        run_tasks(&present, 0);
        return;
    }
    atomic_store(&p->looks, context->looks);
    open_job(p, &present, grow(p, (int)least(threads, SB_MAX_THREADS) - 1));
    run_tasks(&present, 0);
    close_job(p);
    pthread_mutex_unlock(&p->in_use);
}
