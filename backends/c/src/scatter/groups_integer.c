/* groups_integer.c - sums of integers (clause T7): exact modulo 2^bits, in any order. */
#include "memory/scratch.h"
#include "scatter/groups.h"

size_t sb_groups_scratch_integer(int64_t most)
{
    (void)most;
    return sb_scratch_rounded(SB_STRIP * sizeof(uint64_t));
}

#define ADD(type)                                                                                  \
    for (int64_t i = 0; i < n; ++i) {                                                              \
        type element;                                                                              \
        memcpy(&element, p + i * stride, sizeof element);                                          \
        sums[i] += element;                                                                        \
    }

/* Add n integers of `size` bytes; the high bits of the sums mean nothing. */
static void add_row(const char *p, int64_t stride, size_t size, int64_t n, uint64_t *sums)
{
    switch (size) {
    case 1: ADD(uint8_t) break;
    case 2: ADD(uint16_t) break;
    case 4: ADD(uint32_t) break;
    default: ADD(uint64_t)
    }
}

#define STORE(type)                                                                                \
    for (int64_t i = 0; i < n; ++i) {                                                              \
        const type element = (type)sums[i];                                                        \
        memcpy(p + i * stride, &element, sizeof element);                                          \
    }

static void store_row(const uint64_t *sums, char *p, int64_t stride, size_t size, int64_t n)
{
    switch (size) {
    case 1: STORE(uint8_t) break;
    case 2: STORE(uint16_t) break;
    case 4: STORE(uint32_t) break;
    default: STORE(uint64_t)
    }
}

void sb_groups_add_integer(const sb_groups *groups, void *scratch)
{
    const sb_scatter *scatter = groups->scatter;
    const size_t size = sb_format_size(scatter->result->format);
    uint64_t *sums = scratch;
    for (int64_t i = sb_group_start(groups->sorted, groups->begin); i < groups->end;) {
        const int64_t end = sb_group_end(groups->sorted, i);
        const int64_t goal = sb_goal_of(groups->sorted, i);
        memset(sums, 0, (size_t)groups->width * sizeof *sums);
        for (; i < end; ++i)
            add_row(sb_update_at(groups, sb_position_of(groups->sorted, i)),
                    groups->strides[SB_UPDATES], size, groups->width, sums);
        if (groups->prior != NULL)
            add_row(groups->prior + goal * scatter->prior_step, groups->strides[SB_PRIOR], size,
                    groups->width, sums);
        store_row(sums, groups->result + goal * scatter->step, groups->strides[SB_RESULT], size,
                  groups->width);
    }
}
