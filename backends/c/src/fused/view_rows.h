/* view_rows.h - copies of rows of a view (views.h) to and from contiguous `real`: a template,
 * included after simd/rows.h.
 *
 * A row that is contiguous and has the right format is used in place. If the elements of a row are
 * not contiguous but corresponding elements of several rows are, several rows are read and written
 * together.
 */
#ifndef SB_FUSED_VIEW_ROWS_H
#define SB_FUSED_VIEW_ROWS_H

#include "fused/views.h"
#include "simd/stream.h"

/* Rows of reals, `step` apart. */
typedef struct real_rows {
    const real *x;
    int64_t step;
} real_rows;

/* Return whether each row may be read in place. */
static inline bool view_is_direct(const sb_view *view)
{
    const sb_loops *inner = &view->inner, *outer = &view->outer;
    bool whole = inner->rank == 0 || (inner->rank == 1 && inner->in[0] == (int64_t)sizeof(real));
    for (int i = 0; i < outer->rank; ++i)
        whole = whole && outer->in[i] % (int64_t)sizeof(real) == 0;
    return whole && row_is_direct(view->data, (int64_t)sizeof(real), view->format);
}

/* Load elements start .. start + n - 1 of the row at `base`. */
static inline void load_elements(const sb_view *view, const char *base, int64_t start, int64_t n,
                                 real *x)
{
    const sb_loops *inner = &view->inner;
    const int last = inner->rank - 1;
    const int64_t size = last < 0 ? 1 : inner->shape[last], step = last < 0 ? 0 : inner->in[last];
    while (n > 0) {
        int64_t run = size - start % size;
        run = run < n ? run : n;
        load_row(base + sb_loops_offset(inner, inner->in, start), step, view->format, run, x);
        x += run;
        start += run;
        n -= run;
    }
}

static inline void store_elements(const sb_view *view, const real *x, char *base)
{
    const sb_loops *inner = &view->inner;
    const int last = inner->rank - 1;
    const int64_t size = last < 0 ? 1 : inner->shape[last], step = last < 0 ? 0 : inner->in[last];
    for (int64_t start = 0; start < view->length; start += size)
        store_row(x + start, size, base + sb_loops_offset(inner, inner->in, start), step,
                  view->format);
}

enum { ACROSS = 64 }; /* maximum number of adjacent rows that are read together */

/* Return the number of rows from `first` on that are adjacent in memory, at most `count`. Return 1
 * if reading them together has no advantage. */
static inline int64_t side_by_side(const sb_view *view, int64_t first, int64_t count)
{
    const sb_loops *inner = &view->inner, *outer = &view->outer;
    const int64_t size = (int64_t)sb_format_size(view->format);
    if (inner->rank != 1 || inner->in[0] == size || outer->rank == 0 ||
        outer->in[outer->rank - 1] != size)
        return 1;
    const int64_t axis = outer->shape[outer->rank - 1], left = axis - first % axis;
    count = left < count ? left : count;
    return count < ACROSS ? count : ACROSS;
}

/* Return rows first .. first + count - 1: in place if possible, else in `buffer` (length * count
 * reals). */
static inline real_rows view_rows(const sb_view *view, int64_t first, int64_t count, real *buffer)
{
    const int64_t n = view->length;
    const int last = view->outer.rank - 1;
    const int64_t axis = last < 0 ? 1 : view->outer.shape[last];
    if (count == 0) /* an axis may be empty, and then there is no row */
        return (real_rows){buffer, n};
    if (view_is_direct(view) && (count == 1 || first % axis + count <= axis)) {
        const int64_t step = last < 0 ? n : view->outer.in[last] / (int64_t)sizeof(real);
        return (real_rows){(const real *)(const void *)sb_view_at(view, first), step};
    }
    for (int64_t r = 0; r < count;) {
        const char *base = sb_view_at(view, first + r);
        const int64_t together = side_by_side(view, first + r, count - r);
        real across[ACROSS], *rows = buffer + r * n;
        if (together == 1)
            load_elements(view, base, 0, n, rows);
        for (int64_t i = 0; together > 1 && i < n; ++i) {
            load_row(base + i * view->inner.in[0], (int64_t)sb_format_size(view->format),
                     view->format, together, across);
            for (int64_t j = 0; j < together; ++j) rows[j * n + i] = across[j];
        }
        r += together;
    }
    return (real_rows){buffer, n};
}

/* The way in which rows of a result are written: in place; through a buffer; or through a buffer
 * with stores that bypass the caches, if the whole result is larger than the caches. */
typedef enum row_way { ROWS_IN_PLACE, ROWS_ROUNDED, ROWS_STREAMED } row_way;

static inline row_way way_of_rows(const sb_view *view)
{
    if (!view_is_direct(view))
        return ROWS_ROUNDED;
    const int64_t bytes = view->count * view->length * (int64_t)sizeof(real);
    return bytes >= SB_STREAMED_BYTES ? ROWS_STREAMED : ROWS_IN_PLACE;
}

static inline real *row_place(const sb_view *view, row_way way, int64_t number, real *buffer)
{
    return way == ROWS_IN_PLACE ? (real *)(void *)sb_view_at(view, number) : buffer;
}

/* Store `count` contiguous rows, rounded to the format of the result. NaNs become canonical (S1).
 * Streamed rows are stored unchanged, so their NaNs must already be canonical. */
static inline void keep_rows(const sb_view *view, int64_t first, int64_t count, const real *x,
                             row_way way)
{
    const int64_t n = view->length;
    const bool streamed = way == ROWS_STREAMED;
    for (int64_t r = 0; way != ROWS_IN_PLACE && r < count;) {
        char *base = sb_view_at(view, first + r);
        const int64_t together = side_by_side(view, first + r, count - r);
        const real *rows = x + r * n;
        real across[ACROSS];
        if (streamed)
            sb_stream_copy(base, (const char *)(const void *)rows, (size_t)n * sizeof(real));
        else if (together == 1)
            store_elements(view, rows, base);
        for (int64_t i = 0; !streamed && together > 1 && i < n; ++i) {
            for (int64_t j = 0; j < together; ++j) across[j] = rows[j * n + i];
            store_row(across, together, base + i * view->inner.in[0],
                      (int64_t)sb_format_size(view->format), view->format);
        }
        r += streamed ? 1 : together;
    }
    if (streamed)
        sb_stream_end();
}

/* Return all elements of an operand as contiguous reals: in place if possible, else in `buffer`. If
 * there is no operand, return n copies of `otherwise`. */
static inline const real *elements_of(const sb_array *array, int64_t n, real otherwise,
                                      real *buffer)
{
    if (array != NULL) {
        const sb_view view = sb_view_of(array, 0, array->rank);
        return view_rows(&view, 0, 1, buffer).x;
    }
    for (int64_t i = 0; i < n; ++i) buffer[i] = otherwise;
    return buffer;
}

#endif
