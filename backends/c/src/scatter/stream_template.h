/* stream_template.h - see stream.h; included once for each `real`. */
#include "memory/scratch.h"
#include "moves/index.h"
#include "reduce/counter.h"
#include "scatter/stream.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

enum { HELD = 8 };

/* State of the destinations. One additional cell receives the values of all other destinations. */
typedef struct state {
    int64_t cells, levels;
    int64_t *counts; /* number of values so far */
    real *held;      /* [cells + 1][HELD] */
    real *counter;   /* [levels][cells] */
} state;

static int64_t level_count(int64_t positions) { return counter_levels(positions / HELD + 1) + 1; }

static size_t counts_size(int64_t cells)
{
    return sb_scratch_rounded((size_t)(cells + 1) * sizeof(int64_t));
}

static size_t held_size(int64_t cells)
{
    return sb_scratch_rounded((size_t)(cells + 1) * HELD * sizeof(real));
}

size_t REAL(sb_stream_scratch)(int64_t destinations, int64_t positions)
{
    size_t counter = (size_t)(destinations * level_count(positions)) * sizeof(real);
    return counts_size(destinations) + held_size(destinations) + sb_scratch_rounded(counter);
}

static state state_of(void *scratch, int64_t cells, int64_t positions)
{
    char *p = scratch;
    state s = {.cells = cells, .levels = level_count(positions)};
    s.counts = (int64_t *)(void *)p;
    s.held = (real *)(void *)(p + counts_size(cells));
    s.counter = (real *)(void *)(p + counts_size(cells) + held_size(cells));
    memset(s.counts, 0, counts_size(cells));
    return s;
}

/* Sum the eight values count - 8 .. count - 1 of a destination, and add the sum to its counter. */
static inline void carry(const state *s, int64_t cell, int64_t count)
{
    const real *x = s->held + cell * HELD;
    real sum = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
    const int64_t subtree = count / HELD - 1;
    int level = 0;
    for (; subtree >> level & 1; ++level) sum = s->counter[level * s->cells + cell] + sum;
    s->counter[level * s->cells + cell] = sum;
}

/* Return the sum of all values of a destination, which must have at least one. Smaller subtrees are
 * on the right. */
static real total(const state *s, int64_t cell)
{
    const int64_t count = s->counts[cell], subtrees = count / HELD;
    real *x = s->held + cell * HELD, sum = 0;
    int n = (int)(count % HELD), level = 0;
    bool any = n > 0;
    for (; n > 1; n = (n + 1) / 2) {
        for (int i = 0; i < n / 2; ++i) x[i] = x[2 * i] + x[2 * i + 1];
        if (n & 1)
            x[n / 2] = x[n - 1];
    }
    if (any)
        sum = x[0];
    for (; subtrees >> level; ++level) {
        if (!(subtrees >> level & 1))
            continue;
        const real left = s->counter[level * s->cells + cell];
        sum = any ? left + sum : left;
        any = true;
    }
    return sum;
}

/* Add the next value to a destination. `inside` is false for the cell of other destinations. */
INLINE void give(const state *s, int64_t *restrict counts, real *restrict held, int64_t cell,
                 bool inside, const char *from, const bool direct, int32_t format)
{
    const int64_t before = counts[cell], count = before + inside;
    real *place = held + cell * HELD + (before & (HELD - 1));
    if (direct)
        memcpy(place, from, sizeof(real));
    else
        load_row(from, 0, format, 1, place);
    counts[cell] = count;
    if (inside && (count & (HELD - 1)) == 0)
        carry(s, cell, count);
}

/* Read every update of the lines once, position by position. */
INLINE void read_updates(const sb_stream *stream, const state *s, int64_t (*lines)[SB_NEST_ARRAYS],
                         const bool direct, const int32_t index_format)
{
    const sb_scatter *scatter = stream->scatter;
    const sb_nest *nest = &scatter->positions;
    const char *updates = scatter->updates->data, *indices = scatter->index->data;
    const int64_t low = stream->low, span = stream->high - low, skipped = scatter->skipped;
    for (int64_t p = 0; p < stream->positions; ++p) {
        int64_t at[SB_NEST_ARRAYS];
        sb_nest_offsets(nest, p, at);
        for (int64_t l = 0; l < stream->lines; ++l) {
            const int64_t goal =
                sb_index_at(indices + lines[l][SB_INDEX] + at[SB_INDEX], index_format);
            const bool inside = (uint64_t)(goal - low) < (uint64_t)span && goal != skipped;
            give(s, s->counts, s->held, inside ? l * span + goal - low : s->cells, inside,
                 updates + lines[l][SB_UPDATES] + at[SB_UPDATES], direct, scatter->updates->format);
        }
    }
}

/* Read every update of one line with a single axis of positions, so that addresses need no
 * recomputation. */
INLINE void read_line(const sb_stream *stream, const state *s, const int64_t *line,
                      const bool direct, const int32_t index_format)
{
    const sb_scatter *scatter = stream->scatter;
    const int64_t update_step = scatter->positions.stride[SB_UPDATES][0];
    const int64_t index_step = scatter->positions.stride[SB_INDEX][0];
    const char *updates = (const char *)scatter->updates->data + line[SB_UPDATES];
    const char *indices = (const char *)scatter->index->data + line[SB_INDEX];
    const int64_t low = stream->low, span = stream->high - low, skipped = scatter->skipped;
    const int64_t positions = stream->positions, elsewhere = s->cells;
    const int32_t format = scatter->updates->format;
    int64_t *restrict counts = s->counts;
    real *restrict held = s->held;
    if (low == 0 && span == scatter->limit && skipped < 0) {
        for (int64_t p = 0; p < positions; ++p)
            give(s, counts, held, sb_index_at(indices + p * index_step, index_format), true,
                 updates + p * update_step, direct, format);
        return;
    }
    for (int64_t p = 0; p < positions; ++p) {
        const int64_t goal = sb_index_at(indices + p * index_step, index_format);
        const bool inside = (uint64_t)(goal - low) < (uint64_t)span && goal != skipped;
        give(s, counts, held, inside ? goal - low : elsewhere, inside, updates + p * update_step,
             direct, format);
    }
}

INLINE void read_all(const sb_stream *stream, const state *s, int64_t (*lines)[SB_NEST_ARRAYS],
                     const bool direct, const int32_t index_format)
{
    if (stream->lines == 1 && stream->scatter->positions.rank <= 1)
        read_line(stream, s, lines[0], direct, index_format);
    else
        read_updates(stream, s, lines, direct, index_format);
}

/* Add the priors as the last terms, and round once. */
static void store_totals(const sb_stream *stream, const state *s, int64_t (*lines)[SB_NEST_ARRAYS])
{
    const sb_scatter *scatter = stream->scatter;
    const int64_t span = stream->high - stream->low;
    for (int64_t cell = 0; cell < s->cells; ++cell) {
        if (s->counts[cell] == 0)
            continue;
        const int64_t *line = lines[cell / span], goal = stream->low + cell % span;
        real prior, sum = total(s, cell);
        if (scatter->prior != NULL) {
            load_row((const char *)scatter->prior->data + line[SB_PRIOR] +
                         goal * scatter->prior_step,
                     0, scatter->prior->format, 1, &prior);
            sum = prior + sum;
        }
        store_row(&sum, 1, (char *)scatter->result->data + line[SB_RESULT] + goal * scatter->step,
                  0, scatter->result->format);
    }
}

void REAL(sb_stream_add)(const sb_stream *stream, void *scratch)
{
    const sb_scatter *scatter = stream->scatter;
    const state s =
        state_of(scratch, stream->lines * (stream->high - stream->low), stream->positions);
    const bool direct = scatter->updates->format == REAL_FORMAT;
    int64_t lines[SB_STREAM_LINES][SB_NEST_ARRAYS];
    for (int64_t l = 0; l < stream->lines; ++l)
        sb_nest_offsets(&scatter->lines, stream->first + l, lines[l]);
    if (scatter->index->format == SB_I32) {
        if (direct)
            read_all(stream, &s, lines, true, SB_I32);
        else
            read_all(stream, &s, lines, false, SB_I32);
    } else {
        if (direct)
            read_all(stream, &s, lines, true, SB_I64);
        else
            read_all(stream, &s, lines, false, SB_I64);
    }
    store_totals(stream, &s, lines);
}
