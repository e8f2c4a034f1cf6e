/* sort, argsort and topk (S3.6 to S3.8): a stable merge sort of keys with their indices. */
#include "ops.h"
#include "order.h"

typedef struct {
    uint64_t key; /* ascending */
    int64_t place;
} Entry;

/* Sorts the entries, with the array `spare` of equal length, and returns the sorted array. */
static Entry *merge_sort(Entry *entry, Entry *spare, int64_t n)
{
    for (int64_t width = 1; width < n; width *= 2) {
        for (int64_t start = 0; start < n; start += 2 * width) {
            const int64_t middle = start + width < n ? start + width : n;
            const int64_t end = start + 2 * width < n ? start + 2 * width : n;
            int64_t left = start, right = middle;
            for (int64_t to = start; to < end; ++to) {
                const bool first =
                    right == end || (left < middle && entry[left].key <= entry[right].key);
                spare[to] = first ? entry[left++] : entry[right++];
            }
        }
        Entry *sorted = spare;
        spare = entry;
        entry = sorted;
    }
    return entry;
}

void run_ordering(Call *call, int which)
{
    const Tensor *x = &call->operand[0];
    const Along along = along_axis(x, axis_attribute(call, -1));
    const bool descending = which == TOPK ? flag_attribute(call, "largest", true)
                                          : flag_attribute(call, "descending", false);
    int64_t shape[MAX_RANK], k = along.size;
    if (which == TOPK)
        k = integer_attribute(call, "k", 0, along.size);
    for (int axis = 0; axis < x->rank; ++axis)
        shape[axis] = axis == along.axis ? k : x->shape[axis];
    uint64_t *values = which == ARGSORT ? NULL : make_result(call, 0, x->rank, shape);
    uint64_t *indices = which == SORT ? NULL : make_result(call, which == TOPK, x->rank, shape);
    if (!x->count)
        return;
    Entry *entries = allocate(along.size, sizeof *entries);
    Entry *spare = allocate(along.size, sizeof *spare);
    for (int64_t line = 0; line < along.before * along.after; ++line) {
        const int64_t before = line / along.after, after = line % along.after;
        const uint64_t *from = x->bits + before * along.size * along.after + after;
        for (int64_t i = 0; i < along.size; ++i) {
            const uint64_t key = order_key(x->format, from[i * along.after], true);
            /* Inverted keys keep the order of equal elements. */
            entries[i].key = descending ? ~key : key;
            entries[i].place = i;
        }
        const Entry *sorted = merge_sort(entries, spare, along.size);
        for (int64_t i = 0; i < k; ++i) {
            const int64_t to = (before * k + i) * along.after + after;
            if (values)
                values[to] = from[sorted[i].place * along.after];
            if (indices)
                indices[to] = (uint64_t)sorted[i].place;
        }
    }
}
