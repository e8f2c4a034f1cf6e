// strips.cuh - contractions whose result is a vector or a number: matrix times vector, dot.
//
// Every thread computes one block of K (256 terms) of one element of the result, in the order of
// clause T4: sequential fma from -0. The sums of blocks are stored in `partial`,
// [block][batch][row], for combine.cu, unless there is only one. The product has one column;
// a[batch, row, k] and b[batch, k].
//
// Rows: elements are contiguous along k, so neighbouring threads have distant addresses. A tile of
// THREADS rows by DEPTH terms is therefore read along k, 16 bytes a thread, and transposed in
// shared memory. Its rows have an odd length there, so that threads have no bank conflicts when
// each reads its own row. At the same time, the next tile is loaded to registers. If all rows share
// one vector, shared memory holds it once. Otherwise (dot: the rows are blocks of K, of every
// batch) both operands are transposed. Columns: elements are contiguous across the result, so every
// thread reads its own, 16 terms ahead.
#pragma once

#include "contract/product.cuh"

enum { SB_STRIP_DEPTH = 32 };

// The elements of a strip of one operand: THREADS lines, each with its own offset.
template <class F, int THREADS, bool FIRST> struct sb_lines {
    typedef typename F::stored stored;
    typedef typename F::number number;
    enum {
        PACK = 16 / (int)sizeof(stored) < 4 ? 16 / (int)sizeof(stored) : 4,
        ACROSS = SB_STRIP_DEPTH / PACK,
        EACH = ACROSS, // packs per thread; a block loads THREADS lines of ACROSS packs
        PITCH = SB_STRIP_DEPTH + 1
    };
    sb_pack<stored, PACK> held[EACH];

    // Load terms from `term` on. A line has terms[line] terms.
    SB_DEVICE void load(const void *data, int64_t step, bool packed, const int64_t *offsets,
                        const int *terms, int term)
    {
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            const int q = (int)threadIdx.x + i * THREADS, line = q / ACROSS;
            const int first = term + q % ACROSS * PACK, left = terms[line] - first;
            const stored *place =
                static_cast<const stored *>(data) + (offsets[line] + first * step);
            if (packed && left >= PACK) {
                held[i] = sb_load_pack<stored, PACK>(place, 0);
            } else {
#pragma unroll
                for (int j = 0; j < PACK; j++) {
                    held[i].v[j] = FIRST ? F::nothing() : (stored)0;
                    if (j < left)
                        held[i].v[j] = place[j * step];
                }
            }
        }
    }

    SB_DEVICE void store(number (*tile)[PITCH]) const
    {
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            const int q = (int)threadIdx.x + i * THREADS;
#pragma unroll
            for (int j = 0; j < PACK; j++)
                tile[q / ACROSS][q % ACROSS * PACK + j] = F::load(held[i].v[j]);
        }
    }
};

// THREADS results of a launch: their chunk, batch and row. If b is one vector for all rows, they
// are rows of one batch and one chunk. Otherwise they are consecutive results, chunks first.
struct sb_strip_items {
    int64_t groups, for_each; // number of groups: in total, and for each batch and chunk

    SB_DEVICE sb_strip_items(const sb_product &p, bool shared, int threads)
    {
        for_each = (p.rows + threads - 1) / threads;
        groups = shared ? for_each * p.batches * p.chunks
                        : (p.rows * p.batches * p.chunks + threads - 1) / threads;
    }
};

template <class A, class B, class R, int THREADS, bool SHARED> struct sb_rows {
    typedef typename A::number number;
    typedef sb_lines<A, THREADS, true> a_lines;
    typedef sb_lines<B, THREADS, false> b_lines;

    struct __align__(16) room {
        int64_t a_offset[THREADS], b_offset[SHARED ? 1 : THREADS];
        int terms[THREADS];
        number a[THREADS][a_lines::PITCH];
        number b[SHARED ? 1 : THREADS][SHARED ? (int)SB_TERMS : (int)b_lines::PITCH];
    };

    static SB_DEVICE void run(const sb_product &p, room &r)
    {
        const int t = (int)threadIdx.x;
        const sb_strip_items items(p, SHARED, THREADS);
        for (int64_t group = blockIdx.x; group < items.groups; group += gridDim.x) {
            int64_t chunk, batch, row;
            bool mine;
            if (SHARED) {
                row = group % items.for_each * THREADS + t;
                batch = group / items.for_each % p.batches;
                chunk = group / items.for_each / p.batches;
                mine = row < p.rows;
            } else {
                const int64_t item = group * THREADS + t;
                chunk = item % p.chunks;
                row = item / p.chunks % p.rows;
                batch = item / p.chunks / p.rows;
                mine = batch < p.batches;
            }
            const int64_t from = chunk * SB_TERMS;
            const int terms = p.terms - from < SB_TERMS ? (int)(p.terms - from) : (int)SB_TERMS;
            r.terms[t] = mine ? terms : 0;
            r.a_offset[t] = batch * p.a.batch + row * p.a.row + from * p.a.column;
            const int64_t b_offset = batch * p.b.batch + from * p.b.row;
            if (SHARED) {
                const typename B::stored *vector =
                    static_cast<const typename B::stored *>(p.b.data) + b_offset;
                for (int k = t; k < terms; k += THREADS) r.b[0][k] = B::load(vector[k * p.b.row]);
            } else {
                r.b_offset[SHARED ? 0 : t] = b_offset;
            }
            __syncthreads();
            int most = SHARED ? terms : (int)SB_TERMS;
            if (p.terms < most)
                most = (int)p.terms;
            number acc = multiply(p, r, most, mine ? terms : 0);
            if (mine)
                sb_deliver<R>(p, chunk, batch, row, 0, acc);
            __syncthreads();
        }
    }

  private:
    // Compute the block of this thread's line, which has `own` terms. No line has more than `most`
    // terms.
    static SB_DEVICE number multiply(const sb_product &p, room &r, int most, int own)
    {
        const bool a_packed = (p.a.packs & 2) != 0, b_packed = (p.b.packs & 1) != 0;
        a_lines a;
        b_lines b;
        number acc = sb_nothing<number>();
        a.load(p.a.data, p.a.column, a_packed, r.a_offset, r.terms, 0);
        if (!SHARED)
            b.load(p.b.data, p.b.row, b_packed, r.b_offset, r.terms, 0);
        for (int term = 0; term < most; term += SB_STRIP_DEPTH) {
            a.store(r.a);
            if (!SHARED)
                b.store(reinterpret_cast<number(*)[b_lines::PITCH]>(&r.b[0][0]));
            __syncthreads();
            if (term + SB_STRIP_DEPTH < most) {
                a.load(p.a.data, p.a.column, a_packed, r.a_offset, r.terms, term + SB_STRIP_DEPTH);
                if (!SHARED)
                    b.load(p.b.data, p.b.row, b_packed, r.b_offset, r.terms, term + SB_STRIP_DEPTH);
            }
            const number *x = r.a[threadIdx.x],
                         *y = SHARED ? &r.b[0][term] : r.b[SHARED ? 0 : threadIdx.x];
            const int here = own - term < SB_STRIP_DEPTH ? own - term : (int)SB_STRIP_DEPTH;
            if (here == SB_STRIP_DEPTH) {
#pragma unroll
                for (int k = 0; k < SB_STRIP_DEPTH; k++) acc = sb_multiply_add(x[k], y[k], acc);
            } else {
                for (int k = 0; k < here; k++) acc = sb_multiply_add(x[k], y[k], acc);
            }
            __syncthreads();
        }
        return acc;
    }
};

template <class A, class B, class R, int THREADS> struct sb_columns {
    typedef typename A::number number;
    typedef typename A::stored stored;
    enum { AHEAD = 16 };

    static SB_DEVICE void run(const sb_product &p, number *vector)
    {
        const int t = (int)threadIdx.x;
        const sb_strip_items items(p, true, THREADS);
        for (int64_t group = blockIdx.x; group < items.groups; group += gridDim.x) {
            const int64_t row = group % items.for_each * THREADS + t;
            const int64_t batch = group / items.for_each % p.batches;
            const int64_t chunk = group / items.for_each / p.batches, from = chunk * SB_TERMS;
            const int terms = p.terms - from < SB_TERMS ? (int)(p.terms - from) : (int)SB_TERMS;
            const typename B::stored *b = static_cast<const typename B::stored *>(p.b.data) +
                                          (batch * p.b.batch + from * p.b.row);
            for (int k = t; k < terms; k += THREADS) vector[k] = B::load(b[k * p.b.row]);
            __syncthreads();
            if (row < p.rows) {
                const stored *a = static_cast<const stored *>(p.a.data) +
                                  (batch * p.a.batch + row * p.a.row + from * p.a.column);
                number acc = sb_nothing<number>();
                int k = 0;
                for (; k + AHEAD <= terms; k += AHEAD) {
                    stored x[AHEAD];
#pragma unroll
                    for (int i = 0; i < AHEAD; i++) x[i] = a[(k + i) * p.a.column];
#pragma unroll
                    for (int i = 0; i < AHEAD; i++)
                        acc = sb_multiply_add(A::load(x[i]), vector[k + i], acc);
                }
                for (; k < terms; k++)
                    acc = sb_multiply_add(A::load(a[k * p.a.column]), vector[k], acc);
                sb_deliver<R>(p, chunk, batch, row, 0, acc);
            }
            __syncthreads();
        }
    }
};
