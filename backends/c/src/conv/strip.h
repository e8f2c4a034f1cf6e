/* strip.h - a strip of positions, and the vectors of x that a tap reads for them: a template.
 *
 * Positions are numbered over (sample, axes) in row-major order. A strip of at most STRIP positions
 * is cut into vectors, and vectors into pieces within one row of x. For each tap and piece, a table
 * has the offset of the row and the lanes that are inside. The table is the same for every channel
 * and group, so that loading a vector takes one masked load for each piece. Lanes outside are +0
 * (clause T5).
 */
#ifndef SB_CONV_STRIP_H
#define SB_CONV_STRIP_H

#include "contract/pack.h"
#include "conv/conv.h"

enum { STRIP = 256, STRIP_VECTORS = STRIP / LANES, STRIP_TAPS = 256 };

typedef enum strip_mode {
    STRIP_DIRECT, /* adjacent lanes read adjacent elements of format `real` */
    STRIP_PAIRS,  /* every second element, if a shuffle of two registers exists */
    STRIP_ANY
} strip_mode;

typedef struct strip_piece {
    int64_t base;  /* byte offset of the sample */
    int64_t at[3]; /* the first position */
    int32_t lane, count;
} strip_piece;

typedef struct strip_entry {
    /* Bytes from the channel's first element to the element of lane 0, which may be outside of the
     * row. */
    int64_t offset;
    uint16_t mask;
    uint8_t first, end; /* the range of lanes inside */
    uint32_t spread;    /* the mask over twice the lanes, for pairs */
} strip_entry;

typedef struct strip {
    const sb_conv *conv;
    strip_mode mode;
    int vectors, pieces;
    bool plain;                /* every vector is one piece */
    int64_t taps, table_first; /* table_first: the first term, if the table has only some taps */
    int first_piece[STRIP_VECTORS + 1];
    strip_piece piece[STRIP];
    strip_entry *table; /* [tap][piece] */
} strip;

static strip_mode strip_mode_of(const sb_conv *conv)
{
    int64_t stride = conv->axis[2].step * conv->axis[2].x, size = (int64_t)sizeof(real);
    bool aligned = (uintptr_t)conv->x.data % sizeof(real) == 0 && conv->x.outer % size == 0 &&
                   conv->x.channel % size == 0 && conv->axis[0].x % size == 0 &&
                   conv->axis[1].x % size == 0 && conv->axis[2].x % size == 0;
    if (conv->x.format != REAL_FORMAT || !aligned)
        return STRIP_ANY;
    if (stride == size)
        return STRIP_DIRECT;
#if defined(__AVX512F__)
    if (stride == 2 * size)
        return STRIP_PAIRS;
#endif
    return STRIP_ANY;
}

/* Return the largest number of pieces that a strip of `width` positions can have. */
static int64_t strip_pieces(const sb_conv *conv, int64_t width)
{
    int64_t most = divide_up(width, LANES) + width / conv->axis[2].count + 2;
    return most < width ? most : width;
}

static size_t strip_table_size(const sb_conv *conv, int64_t width)
{
    int64_t taps = conv_taps(conv) < STRIP_TAPS ? conv_taps(conv) : STRIP_TAPS;
    return (size_t)(taps * strip_pieces(conv, width)) * sizeof(strip_entry);
}

static strip_entry strip_entry_of(const strip *s, const strip_piece *piece, const int64_t tap[3])
{
    const sb_conv *conv = s->conv;
    int64_t offset = piece->base, index[3];
    for (int i = 0; i < 3; ++i) {
        const sb_conv_axis *axis = &conv->axis[i];
        index[i] = axis->step * piece->at[i] + axis->first + axis->delta * tap[i];
        if (i < 2 && (index[i] < 0 || index[i] >= axis->size))
            return (strip_entry){0};
        offset += index[i] * axis->x;
    }
    int64_t step = conv->axis[2].step, size = conv->axis[2].size, from = index[2];
    int64_t first = from >= 0 ? 0 : divide_up(-from, step);
    int64_t end = from >= size ? 0 : (size - 1 - from) / step + 1;
    end = end < piece->count ? end : piece->count;
    if (first >= end)
        return (strip_entry){0};
    strip_entry entry = {.offset = offset - piece->lane * step * conv->axis[2].x,
                         .first = (uint8_t)(piece->lane + first),
                         .end = (uint8_t)(piece->lane + end)};
    entry.mask = (uint16_t)((1u << entry.end) - (1u << entry.first));
    for (int lane = entry.first; s->mode == STRIP_PAIRS && lane < entry.end; ++lane)
        entry.spread |= 1u << 2 * lane;
    return entry;
}

/* Fill in the table: for all taps or, if there are too many, for the taps of `terms` terms from
 * `first` on. */
static void strip_tabulate(strip *s, int64_t first, int64_t terms)
{
    const sb_conv_axis *axis = s->conv->axis;
    bool all = s->taps <= STRIP_TAPS;
    int64_t count = all ? s->taps : terms, from = all ? 0 : first % s->taps;
    int64_t tap[3] = {from / axis[2].taps / axis[1].taps, from / axis[2].taps % axis[1].taps,
                      from % axis[2].taps};
    strip_entry *entry = s->table;
    s->table_first = first;
    for (int64_t t = 0; t < count; ++t) {
        for (int p = 0; p < s->pieces; ++p) *entry++ = strip_entry_of(s, &s->piece[p], tap);
        for (int i = 2; i >= 0 && ++tap[i] == axis[i].taps; --i) tap[i] = 0;
    }
}

/* Set up a strip of `count` positions from position `start` on. The table is filled in if it has
 * space for all taps. */
static void strip_lay(strip *s, int64_t start, int64_t count, int vectors)
{
    const sb_conv *conv = s->conv;
    const sb_conv_axis *axis = conv->axis;
    int64_t at[3] = {start / axis[2].count / axis[1].count, start / axis[2].count % axis[1].count,
                     start % axis[2].count};
    int64_t sample = at[0] / axis[0].count;
    at[0] %= axis[0].count;
    s->vectors = vectors;
    s->pieces = 0;
    s->plain = true;
    for (int v = 0; v < vectors; ++v) {
        s->first_piece[v] = s->pieces;
        for (int64_t lane = 0; lane < LANES && count > 0;) {
            int64_t n = axis[2].count - at[2];
            n = n < LANES - lane ? n : LANES - lane;
            n = n < count ? n : count;
            s->piece[s->pieces++] = (strip_piece){
                sample * conv->x.outer, {at[0], at[1], at[2]}, (int32_t)lane, (int32_t)n};
            lane += n;
            count -= n;
            at[2] += n;
            if (at[2] < axis[2].count)
                continue;
            at[2] = 0;
            if (++at[1] < axis[1].count)
                continue;
            at[1] = 0;
            if (++at[0] < axis[0].count)
                continue;
            at[0] = 0;
            ++sample;
        }
        s->plain &= s->pieces == v + 1;
    }
    s->first_piece[vectors] = s->pieces;
    if (s->taps <= STRIP_TAPS)
        strip_tabulate(s, 0, s->taps);
}

/* Return the row of the table for the tap of a term. Terms are numbered over (channel, tap). */
static inline const strip_entry *strip_tap(const strip *s, int64_t term)
{
    int64_t row = s->taps <= STRIP_TAPS ? term % s->taps : term - s->table_first;
    return s->table + row * s->pieces;
}

/* Load a piece into the lanes of `to` that it covers, and return the vector. */
INLINE vreal strip_merge(strip_mode mode, vreal to, const strip_entry *entry, const char *channel)
{
    const char *p = (const char *)((uintptr_t)channel + (uintptr_t)entry->offset);
#if defined(__AVX512F__) && SB_REAL_BITS == 32
    if (mode == STRIP_DIRECT)
        return _mm512_mask_loadu_ps(to, entry->mask, p);
    if (mode == STRIP_PAIRS) {
        const __m512i even =
            _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        __m512 low = _mm512_maskz_loadu_ps((__mmask16)entry->spread, p);
        __m512 high = _mm512_maskz_loadu_ps((__mmask16)(entry->spread >> 16), p + sizeof low);
        return _mm512_mask_mov_ps(to, entry->mask, _mm512_permutex2var_ps(low, even, high));
    }
#elif defined(__AVX512F__)
    if (mode == STRIP_DIRECT)
        return _mm512_mask_loadu_pd(to, (__mmask8)entry->mask, p);
    if (mode == STRIP_PAIRS) {
        const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
        __m512d low = _mm512_maskz_loadu_pd((__mmask8)entry->spread, p);
        __m512d high = _mm512_maskz_loadu_pd((__mmask8)(entry->spread >> 8), p + sizeof low);
        return _mm512_mask_mov_pd(to, (__mmask8)entry->mask,
                                  _mm512_permutex2var_pd(low, even, high));
    }
#endif
    (void)mode; /* pairs exist only with AVX-512, and its code has already returned */
    if (entry->end - entry->first == LANES)
        return v_load((const real *)(const void *)p);
    if (entry->end == entry->first)
        return to;
    real lanes[LANES];
    v_store(lanes, to);
    p += entry->first * (int)sizeof(real);
    for (int lane = entry->first; lane < entry->end; ++lane, p += sizeof(real))
        lanes[lane] = *(const real *)(const void *)p;
    return v_load(lanes);
}

/* Load the lanes of a vector whose elements are not adjacent or have to be widened. The function is
 * not inlined, because the kernels would then have to save their sums for each piece. */
static __attribute__((noinline)) void strip_gather(const strip *s, const strip_entry *tap, int v,
                                                   const char *channel, real *lanes)
{
    int64_t stride = s->conv->axis[2].step * s->conv->axis[2].x;
    v_store(lanes, v_set(0));
    for (int p = s->first_piece[v]; p < s->first_piece[v + 1]; ++p) {
        int first = tap[p].first, n = tap[p].end - first;
        uintptr_t place = (uintptr_t)channel + (uintptr_t)(tap[p].offset + first * stride);
        if (n)
            load_row((const char *)place, stride, s->conv->x.format, n, lanes + first);
    }
}

/* Return vector `v` of the strip, as the tap reads it from a channel. */
INLINE vreal strip_load(strip_mode mode, const strip *s, const strip_entry *tap, int v,
                        const char *channel)
{
    vreal loaded = v_set(0);
    if (mode == STRIP_ANY) {
        real lanes[LANES];
        strip_gather(s, tap, v, channel, lanes);
        return v_load(lanes);
    }
    for (int p = s->first_piece[v]; p < s->first_piece[v + 1]; ++p)
        loaded = strip_merge(mode, loaded, tap + p, channel);
    return loaded;
}

#endif
