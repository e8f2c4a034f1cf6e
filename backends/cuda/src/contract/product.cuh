// product.cuh - the argument of every kernel of products, and the stores of results.
//
// A product is c[batch, row, column] = the contraction T4 of a[batch, row, k] and b[batch, k,
// column], plus bias[row, column] if there is one. Strides are in elements, with any sign.
// Addresses of elements are multiples of the element size. K may be cut into chunks of 256 * 2^j
// terms, which are aligned subtrees of T1. The sums of a chunk are then stored in `partial`,
// [chunk][batch][row][column], for combine.cu.
#pragma once

#include "contract/forms.cuh"

enum { SB_TERMS = 256 }; // terms of a block of K (clause T4)

// A matrix that belongs to the product.
struct sb_operand {
    const void *data;
    int64_t batch, row, column;
    int32_t packs; // bit 0: packs along rows can be moved whole, bit 1: along columns
    int32_t unused;
};

// The arguments that matrix_products.py reads and fills (declared.py).
struct sb_product {
    int64_t batches, rows, columns, terms;
    int64_t chunk, chunks; // terms of a chunk, and the number of chunks
    sb_operand a, b, c, bias;
    void *partial; // NULL: this kernel finishes the result
    void *levels;  // memory for the stored sums, see levels.cuh
    int32_t shared_levels;
    int32_t unused;
};

// Return the address of `count` sums of chunk `chunk` that begin at (row, column).
template <class T>
SB_DEVICE T *sb_partial_place(const sb_product &p, int64_t chunk, int64_t batch, int64_t row,
                              int64_t column)
{
    return static_cast<T *>(p.partial) +
           (((chunk * p.batches + batch) * p.rows + row) * p.columns + column);
}

template <class R>
SB_DEVICE typename R::stored *sb_result_place(const sb_product &p, int64_t batch, int64_t row,
                                              int64_t column)
{
    typedef typename R::stored stored;
    return static_cast<stored *>(const_cast<void *>(p.c.data)) +
           (batch * p.c.batch + row * p.c.row + column * p.c.column);
}

// Return a contraction in the stored format, with its bias, rounded once.
template <class R>
SB_DEVICE typename R::stored sb_finished(const sb_product &p, int64_t row, int64_t column,
                                         typename R::number x)
{
    typedef typename R::stored stored;
    if (p.bias.data != nullptr)
        x = x + R::load(static_cast<const stored *>(
                    p.bias.data)[row * p.bias.row + column * p.bias.column]);
    return R::store(x);
}

// Store one element of the result.
template <class R>
SB_DEVICE void sb_deliver(const sb_product &p, int64_t chunk, int64_t batch, int64_t row,
                          int64_t column, typename R::number x)
{
    if (p.partial != nullptr)
        *sb_partial_place<typename R::number>(p, chunk, batch, row, column) = x;
    else
        *sb_result_place<R>(p, batch, row, column) = sb_finished<R>(p, row, column, x);
}
