/* Scatters: sums of the updates of each destination (T7). */
#include "lookup.h"
#include "ops.h"
#include "strided.h"
#include "tree.h"

enum { NOWHERE = -1 }; /* the destination of updates that are ignored (T7.6) */

/* The updates of each destination in ascending order (T7.1). In `update`, the
   updates of destination d are from start[d] to start[d + 1] - 1. This is a counting sort. */
typedef struct {
    int64_t *start, *update;
} Contributions;

static Contributions by_destination(const int64_t *to, int64_t updates, int64_t destinations)
{
    Contributions sorted = {allocate(destinations + 2, sizeof(int64_t)),
                            allocate(updates, sizeof(int64_t))};
    int64_t *next = sorted.start + 1; /* next[d] moves from the start of d to its end */
    for (int64_t i = 0; i < updates; ++i)
        if (to[i] != NOWHERE)
            ++next[to[i] + 1];
    for (int64_t d = 0; d < destinations; ++d) next[d + 1] += next[d];
    for (int64_t i = 0; i < updates; ++i)
        if (to[i] != NOWHERE)
            sorted.update[next[to[i]]++] = i;
    return sorted;
}

/* Fills the result: each element is the prior, if any, plus the sum of its updates. */
static void add_up(Call *call, const Tensor *prior, const Tensor *updates, const int64_t *to)
{
    const Format format = updates->format;
    const bool single = computes_in_single(call);
    Tensor *y = &call->result[0];
    const Contributions sorted = by_destination(to, updates->count, y->count);
    for (int64_t d = 0; d < y->count; ++d) {
        Tree tree = new_tree(SUM, single);
        int64_t exact = prior ? integer_value(format, prior->bits[d]) : 0;
        for (int64_t i = sorted.start[d]; i < sorted.start[d + 1]; ++i) {
            const uint64_t bits = updates->bits[sorted.update[i]];
            if (is_float(format))
                add_leaf(&tree, float_value(format, bits));
            else /* T7.7; the sum wraps in unsigned arithmetic */
                exact = (int64_t)((uint64_t)exact + (uint64_t)integer_value(format, bits));
        }
        if (!is_float(format)) {
            y->bits[d] = cast_bits(I64, (uint64_t)exact, format, SATURATE);
            continue;
        }
        double value = tree_value(&tree);
        if (prior) {
            const double before = float_value(format, prior->bits[d]);
            value = tree.leaves ? add_in(single, before, value) : before; /* T7.2, T7.3 */
        }
        y->bits[d] = round_double(format, value, SATURATE);
    }
}

static void scatter_add(Call *call)
{
    const Tensor *prior = &call->operand[0], *index = &call->operand[1];
    const int axis = axis_attribute(call, 0);
    demand_within(call, 1, prior->rank, prior->shape, axis);
    demand_same_shape(call, 1, 2);
    const int64_t *ids = indices(call, 1, prior->shape[axis]);
    make_result(call, 0, prior->rank, prior->shape);
    add_up(call, prior, &call->operand[2], indexed_places(index, ids, prior->shape, axis));
}

static void gather_gradient(Call *call)
{
    const Tensor *gradient = &call->operand[0], *index = &call->operand[1];
    const int axis = axis_attribute(call, 0);
    int64_t shape[MAX_RANK];
    integers_attribute(call, "shape", gradient->rank, 0, -1, shape);
    demand_same_shape(call, 0, 1);
    demand_within(call, 1, gradient->rank, shape, axis);
    const int64_t *ids = indices(call, 1, shape[axis]);
    make_result(call, 0, gradient->rank, shape);
    add_up(call, NULL, gradient, indexed_places(index, ids, shape, axis));
}

/* Returns the destinations of updates [before, m, after]: the update at [b, i, a] goes to row
   ids[i]. */
static int64_t *rows_of_updates(const Along *along, const int64_t *ids, int64_t m, int64_t nowhere)
{
    int64_t *to = allocate(times(times(along->before, m), along->after), sizeof *to), *next = to;
    for (int64_t before = 0; before < (along->after && m ? along->before : 0); ++before)
        for (int64_t i = 0; i < m; ++i)
            for (int64_t after = 0; after < along->after; ++after)
                *next++ = ids[i] == nowhere
                              ? NOWHERE
                              : (before * along->size + ids[i]) * along->after + after;
    return to;
}

static void index_add(Call *call)
{
    const Tensor *prior = &call->operand[0], *index = &call->operand[1], *updates = index + 1;
    const Along along = along_axis(prior, axis_attribute(call, 0));
    demand_rank(call, 1, 1);
    demand_rank(call, 2, prior->rank);
    for (int axis = 0; axis < prior->rank; ++axis)
        if (updates->shape[axis] != (axis == along.axis ? index->count : prior->shape[axis]))
            refuse("the updates have not the shape of prior and index");
    const int64_t *ids = indices(call, 1, along.size);
    make_result(call, 0, prior->rank, prior->shape);
    add_up(call, prior, updates, rows_of_updates(&along, ids, index->count, NOWHERE));
}

static void embedding_gradient(Call *call)
{
    const Tensor *gradient = &call->operand[0], *index = &call->operand[1];
    const int64_t rows = integer_attribute(call, "rows", 0, INT64_MAX);
    int64_t padding = NOWHERE;
    if (has_attribute(call, "padding_index") &&
        member(call->attributes, "padding_index")->kind != NULL_WORD)
        padding = integer_attribute(call, "padding_index", 0, rows - 1);
    demand_rank(call, 0, index->rank + 1);
    for (int axis = 0; axis < index->rank; ++axis)
        if (gradient->shape[axis] != index->shape[axis])
            refuse("gradient and index differ in shape");
    const int64_t *ids = indices(call, 1, rows);
    const int64_t shape[2] = {rows, gradient->shape[index->rank]};
    const Along along = {0, 1, rows, shape[1]};
    make_result(call, 0, 2, shape);
    add_up(call, NULL, gradient, rows_of_updates(&along, ids, index->count, padding));
}

void run_scatter(Call *call, int which)
{
    switch (which) {
    case SCATTER_ADD: scatter_add(call); break;
    case INDEX_ADD: index_add(call); break;
    case GATHER_GRADIENT: gather_gradient(call); break;
    default: embedding_gradient(call); break;
    }
}
