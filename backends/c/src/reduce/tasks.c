/* tasks.c - see tasks.h. */
#include "reduce/tasks.h"

enum {
    STRIP = 4096,      /* columns that are combined together: 16 KiB of binary32 */
    LEAST_COLUMNS = 8, /* with fewer columns, rows are gathered instead */
    TASK_ELEMENTS = 1 << 16,
    LEAST_CHUNK = 1 << 12
};

static void move_last(sb_loops *loops, int axis)
{
    int64_t shape = loops->shape[axis], in = loops->in[axis], out = loops->out[axis];
    for (; axis < loops->rank - 1; ++axis) {
        loops->shape[axis] = loops->shape[axis + 1];
        loops->in[axis] = loops->in[axis + 1];
        loops->out[axis] = loops->out[axis + 1];
    }
    loops->shape[axis] = shape;
    loops->in[axis] = in;
    loops->out[axis] = out;
}

/* Return whether a kept axis is contiguous while the terms are not. That axis becomes the last
 * axis. */
static bool choose_columns(sb_reduction *reduction)
{
    int64_t size = (int64_t)sb_format_size(reduction->in_format);
    const sb_loops *terms = &reduction->reduced;
    if (terms->rank > 0 && terms->in[terms->rank - 1] == size &&
        terms->shape[terms->rank - 1] >= LEAST_COLUMNS)
        return false;
    for (int i = 0; i < reduction->kept.rank; ++i)
        if (reduction->kept.in[i] == size && reduction->kept.shape[i] >= LEAST_COLUMNS) {
            move_last(&reduction->kept, i);
            return true;
        }
    return false;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

static int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

sb_cut sb_cut_of(sb_reduction *reduction, int threads)
{
    sb_cut cut = {.by_columns = choose_columns(reduction), .width = 1};
    int last = reduction->kept.rank - 1;
    if (last >= 0) {
        cut.width = reduction->kept.shape[last];
        cut.in = reduction->kept.in[last];
        cut.out = reduction->kept.out[last];
    }
    cut.outer = reduction->outputs / cut.width;
    int64_t most = cut.by_columns ? STRIP : cut.width;
    cut.segment = clamp(TASK_ELEMENTS / reduction->terms, cut.by_columns ? 64 : 1, most);
    if (cut.by_columns) { /* wide strips, but at least one per thread */
        int64_t share = divide_up(divide_up(cut.width * cut.outer, threads), 64) * 64;
        cut.segment = clamp(share, cut.segment, STRIP);
    }
    cut.segment = clamp(cut.segment, 1, cut.width);
    cut.segments = divide_up(cut.width, cut.segment);
    cut.chunk = reduction->terms;
    int64_t tasks = cut.outer * cut.segments;
    if (threads > 1 && tasks < threads && reduction->terms > LEAST_CHUNK) {
        int64_t wanted = divide_up(reduction->terms, divide_up(4 * threads, tasks));
        int64_t least = divide_up(TASK_ELEMENTS, cut.segment);
        for (cut.chunk = LEAST_CHUNK; cut.chunk < wanted || cut.chunk < least;) cut.chunk *= 2;
    }
    cut.chunks = divide_up(reduction->terms, cut.chunk);
    return cut;
}

int64_t sb_cut_tasks(const sb_cut *cut) { return cut->outer * cut->segments * cut->chunks; }

sb_piece sb_cut_piece(const sb_reduction *reduction, const sb_cut *cut, int64_t task)
{
    sb_piece piece = {.chunk = task % cut->chunks};
    task /= cut->chunks;
    piece.first = task % cut->segments * cut->segment;
    piece.outer = task / cut->segments;
    piece.count = clamp(cut->width - piece.first, 0, cut->segment);
    piece.start = piece.chunk * cut->chunk;
    piece.terms = clamp(reduction->terms - piece.start, 0, cut->chunk);
    const sb_loops *kept = &reduction->kept;
    int64_t number = piece.outer * cut->width + piece.first;
    piece.input = reduction->input + sb_loops_offset(kept, kept->in, number);
    piece.output = reduction->output + sb_loops_offset(kept, kept->out, number);
    return piece;
}
