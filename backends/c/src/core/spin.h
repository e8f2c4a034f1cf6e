/* spin.h - polling for an event that another thread will cause soon.
 *
 * Sleeping and waking up take microseconds, often longer than the work of a call. So a thread polls
 * for SB_SPIN_NS. After SB_ALONE_NS it also yields the processor between two polls: if there are
 * more threads than processors, the other thread may need this processor.
 */
#ifndef SB_SPIN_H
#define SB_SPIN_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum {
    SB_SPIN_NS = 50000,
    SB_ALONE_NS = 10000,
    SB_LOOKS = 16 /* polls between two readings of the clock */
};

typedef struct sb_spin {
    int64_t start; /* in nanoseconds; 0 before the first reading of the clock */
    int looks;
} sb_spin;

static inline int64_t sb_spin_read(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t sb_spin_clock(void) { return sb_spin_read(CLOCK_MONOTONIC); }

/* Read a clock with a resolution of a few milliseconds, if there is a cheaper one. */
static inline int64_t sb_spin_rough_clock(void)
{
#if defined(CLOCK_MONOTONIC_COARSE)
    return sb_spin_read(CLOCK_MONOTONIC_COARSE);
#else
    return sb_spin_clock();
#endif
}

static inline void sb_spin_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

static inline sb_spin sb_spin_start(void) { return (sb_spin){0, 0}; }

/* Pause for a moment. Return false when the time limit has passed. */
static inline bool sb_spin_on(sb_spin *spin)
{
    sb_spin_pause();
    if (++spin->looks % SB_LOOKS != 0)
        return true;
    const int64_t now = sb_spin_clock();
    if (spin->start == 0)
        spin->start = now;
    if (now - spin->start > SB_ALONE_NS)
        sched_yield();
    return now - spin->start < SB_SPIN_NS;
}

#endif
