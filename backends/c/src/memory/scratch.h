/* scratch.h - memory for the duration of one call.
 *
 * A block belongs to the calling thread. The thread keeps one block for its next call, because the
 * page faults of fresh memory cost more than packing a matrix of 1024 x 1024. The contents are
 * undefined.
 */
#ifndef SB_MEMORY_SCRATCH_H
#define SB_MEMORY_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

enum { SB_SCRATCH_ALIGNMENT = 64 };

/* Round `size` up so that the data after it is aligned too. */
static inline size_t sb_scratch_rounded(size_t size)
{
    return (size + SB_SCRATCH_ALIGNMENT - 1) & ~(size_t)(SB_SCRATCH_ALIGNMENT - 1);
}

/* Return the number of parts of a block with one part for each thread of an sb_parallel with
 * `tasks` tasks. */
static inline size_t sb_scratch_parts(int threads, int64_t tasks)
{
    return tasks < threads ? (size_t)(tasks > 0 ? tasks : 1) : (size_t)threads;
}

/* Return an aligned block of at least `size` bytes, or NULL. The same thread must return it. */
void *sb_scratch_take(size_t size);
void sb_scratch_give(void *block);

#endif
