/* scratch.c - see scratch.h. Each thread keeps one block in a slot, which is freed when the thread
 * exits.
 */
#include "memory/scratch.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { HEADER = SB_SCRATCH_ALIGNMENT };
static const size_t huge_page = (size_t)1 << 21, largest_kept = (size_t)256 << 20;

static pthread_key_t kept;
static pthread_once_t kept_once = PTHREAD_ONCE_INIT;
static int kept_failed;

static void make_key(void) { kept_failed = pthread_key_create(&kept, free); }

/* The header of a block holds its size. */
static size_t *header_of(void *block) { return (size_t *)(void *)((char *)block - HEADER); }

static void *fresh(size_t size)
{
    size_t alignment = size >= huge_page ? huge_page : SB_SCRATCH_ALIGNMENT;
    size_t total = (size + HEADER + alignment - 1) & ~(alignment - 1);
    size_t *base = aligned_alloc(alignment, total);
    if (base == NULL)
        return NULL;
#if defined(MADV_HUGEPAGE)
    if (alignment == huge_page)
        (void)madvise(base, total, MADV_HUGEPAGE); /* a hint; a failure only costs time */
#endif
    *base = total - HEADER;
    return (char *)base + HEADER;
}

void *sb_scratch_take(size_t size)
{
    pthread_once(&kept_once, make_key);
    if (size > SIZE_MAX / 2)
        return NULL;
    size_t *base = kept_failed ? NULL : pthread_getspecific(kept);
    if (base == NULL)
        return fresh(size);
    pthread_setspecific(kept, NULL);
    if (*base >= size)
        return (char *)base + HEADER;
    free(base);
    return fresh(size);
}

void sb_scratch_give(void *block)
{
    if (block == NULL)
        return;
    size_t *base = header_of(block);
    if (kept_failed || *base > largest_kept || pthread_getspecific(kept) != NULL ||
        pthread_setspecific(kept, base) != 0)
        free(base);
}
