/* groups_integer.c - sums of integers (clause T7): exact modulo 2^bits, in any order. */
#include "memory/scratch.h"
#include "scalar/portable.h"
#include "scatter/groups.h"

size_t sb_groups_scratch_integer(int64_t most)
{
    (void)most;
    return sb_scratch_rounded(SB_STRIP * sizeof(uint64_t));
}

#define ADD add_8
#define STORE store_8
#define TYPE uint8_t
#include "scatter/row_template.h"
#define ADD add_16
#define STORE store_16
#define TYPE uint16_t
#include "scatter/row_template.h"
#define ADD add_32
#define STORE store_32
#define TYPE uint32_t
#include "scatter/row_template.h"
#define ADD add_64
#define STORE store_64
#define TYPE uint64_t
#include "scatter/row_template.h"

/* Add n integers of `size` bytes. The high bits of the sums have no meaning. */
static void add_row(const char *p, int64_t stride, size_t size, int64_t n, uint64_t *sums)
{
    switch (size) {
    case 1: add_8(p, stride, n, sums); break;
    case 2: add_16(p, stride, n, sums); break;
    case 4: add_32(p, stride, n, sums); break;
    default: add_64(p, stride, n, sums);
    }
}

static void store_row(const uint64_t *sums, char *p, int64_t stride, size_t size, int64_t n)
{
    switch (size) {
    case 1: store_8(sums, p, stride, n); break;
    case 2: store_16(sums, p, stride, n); break;
    case 4: store_32(sums, p, stride, n); break;
    default: store_64(sums, p, stride, n);
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
