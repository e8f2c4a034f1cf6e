// align.cu - one operand of an aligned contraction as integers (T11.4, T11.5), cut into bytes; see
// aligned.cuh.
//
// A warp processes a block of a line. Each lane takes every 32nd group of four terms. If
// neighbouring terms are closer together than neighbouring lines, the warp reads the terms itself
// (sb_align_along). Otherwise a block of threads reads a block of 32 neighbouring lines: one load
// takes the same term of all lines. Its warps then find their terms in shared memory
// (sb_align_across).
#include "aligned/aligned.cuh"
#include "warp.cuh"

enum {
    SB_ALIGN_THREADS = 128,
    SB_ALIGN_WARPS = SB_ALIGN_THREADS / 32,
    SB_ALIGN_LINES = 32, // lines that are read together, one for each lane
    SB_ALIGN_PACK = 4,   // adjacent terms that a lane reads together
    SB_ALIGN_WORDS = SB_TERMS / 32 / SB_ALIGN_PACK,
    SB_ALIGN_EACH = SB_ALIGN_WORDS * SB_ALIGN_PACK
};

struct sb_greatest {
    typedef uint32_t state;
    static SB_DEVICE uint32_t join(uint32_t a, uint32_t b) { return a > b ? a : b; }
};

// Return the exponent of the highest bit of a finite magnitude of binary32 that is not zero.
SB_DEVICE int sb_highest_bit(uint32_t size)
{
    const int field = (int)(size >> 23);
    return field != 0 ? field - 127 : -118 - __clz((int)size);
}

// The factor 2^-u, which converts a value to units of 2^u. It is stored as two factors, because
// 2^-u may be out of the range of binary32.
struct sb_per_unit {
    float first, second;

    explicit SB_DEVICE sb_per_unit(int u)
    {
        first = sb_power_of_two(-u / 2);
        second = sb_power_of_two(-u - -u / 2);
    }
    static SB_DEVICE float sb_power_of_two(int n)
    {
        return f32_from_bits((uint32_t)(n + 127) << 23);
    }
};

// Return the integer nearest to a value in units, ties to even, limited to +-`limit` (T11.4,
// T11.5). Both products are exact unless they are subnormal. In that case the integer is 0.
SB_DEVICE int32_t sb_integer(uint32_t bits, const sb_per_unit &per_unit, int32_t limit)
{
    const float units = f32_from_bits(bits) * per_unit.first * per_unit.second;
    const int32_t q = __float2int_rn(units.v);
    return min(max(q, -limit), limit);
}

// Return byte `d` of each of four integers as one word.
SB_DEVICE uint32_t sb_bytes_of(const int32_t (&q)[4], int d)
{
    const uint32_t pair = (uint32_t)(d | (d + 4) << 4);
    const uint32_t low = __byte_perm((uint32_t)q[0], (uint32_t)q[1], pair);
    const uint32_t high = __byte_perm((uint32_t)q[2], (uint32_t)q[3], pair);
    return __byte_perm(low, high, 0x5410u);
}

// Return the address of term `from` of a line.
SB_DEVICE const sb_first_form::stored *sb_terms_of(const sb_alignment &x, int64_t line,
                                                   int64_t from)
{
    const int64_t batch = x.batches > 1 ? line / x.lines : 0;
    return static_cast<const sb_first_form::stored *>(x.data) +
           (batch * x.batch + (line - batch * x.lines) * x.line + from * x.term);
}

// Return the index, in its block, of a lane's term `i`.
SB_DEVICE int sb_term_of_lane(int i) { return i / 4 * 128 + sb_lane() * 4 + i % 4; }

// Convert a block of a line to integers and an exponent. Each lane holds its own terms.
SB_DEVICE void sb_align_block(const sb_alignment &x, int64_t line, int64_t block,
                              const uint32_t (&bits)[SB_ALIGN_EACH])
{
    const int lane = sb_lane();
    const int64_t from = block * SB_TERMS;
    uint32_t top = 0;
#pragma unroll
    for (int i = 0; i < SB_ALIGN_EACH; i++) {
        const uint32_t size = bits[i] & 0x7fffffffu;
        top = size > top ? size : top;
    }
    top = sb_tree_of_lanes<sb_greatest>(top, 32);
    const bool finite = top < 0x7f800000u;
    const int u = finite && top != 0 ? sb_highest_bit(top) - (x.digits * 8 - 2) : 0;
    const sb_per_unit per_unit(u);
    const int32_t limit = finite ? (1 << (x.digits * 8 - 1)) - 1 : 0;
    uint32_t *to = reinterpret_cast<uint32_t *>(x.to + line * x.digits * x.pitch + from) + lane;
#pragma unroll
    for (int i = 0; i < SB_ALIGN_WORDS; i++) {
        if (from + (i * 32 + lane) * 4 >= x.pitch)
            continue;
        int32_t q[4];
#pragma unroll
        for (int j = 0; j < 4; j++) q[j] = sb_integer(bits[i * 4 + j], per_unit, limit);
#pragma unroll
        for (int d = 0; d < SB_MOST_DIGITS; d++)
            if (d < x.digits)
                to[d * (x.pitch / 4) + i * 32] = sb_bytes_of(q, d);
    }
    if (lane == 0)
        x.u[line * x.blocks + block] = finite ? u : (int32_t)SB_NOT_FINITE;
}

// Return the number of terms in the block that starts at `from`.
SB_DEVICE int sb_terms_left(const sb_alignment &x, int64_t from)
{
    return x.terms - from < SB_TERMS ? (int)(x.terms - from) : (int)SB_TERMS;
}

// Load the terms of a lane as binary32. Terms beyond the end are zeros.
SB_DEVICE void sb_load_block(const sb_alignment &x, const sb_first_form::stored *data, int left,
                             uint32_t (&bits)[SB_ALIGN_EACH])
{
    if (x.packs && left == SB_TERMS) {
#pragma unroll
        for (int i = 0; i < SB_ALIGN_WORDS; i++) {
            const auto pack =
                sb_load_pack<sb_first_form::stored, SB_ALIGN_PACK>(data, i * 32 + sb_lane());
#pragma unroll
            for (int j = 0; j < 4; j++)
                bits[i * 4 + j] = f32_to_bits(sb_first_form::load(pack.v[j]));
        }
        return;
    }
#pragma unroll
    for (int i = 0; i < SB_ALIGN_EACH; i++) {
        const int k = sb_term_of_lane(i);
        bits[i] = k < left ? f32_to_bits(sb_first_form::load(data[k * x.term])) : 0u;
    }
}

extern "C" __global__ void __launch_bounds__(SB_ALIGN_THREADS)
    SB_JOIN(sb_align_along_, SB_A)(const sb_alignment x)
{
    const int64_t warps = (int64_t)gridDim.x * SB_ALIGN_WARPS;
    const int64_t first = (int64_t)blockIdx.x * SB_ALIGN_WARPS + (int)threadIdx.x / 32;
    for (int64_t item = first; item < x.batches * x.lines * x.blocks; item += warps) {
        const int64_t line = item / x.blocks, block = item - line * x.blocks;
        const int64_t from = block * SB_TERMS;
        uint32_t bits[SB_ALIGN_EACH];
        sb_load_block(x, sb_terms_of(x, line, from), sb_terms_left(x, from), bits);
        sb_align_block(x, line, block, bits);
    }
}

// Return the index of term k in a line of shared memory. Terms with the same index in neighbouring
// lanes are adjacent. The distance of lines is an odd number of words, so that one term of 32
// lines, which the lanes store together, is in 32 different banks.
SB_DEVICE int sb_place_of_term(int k) { return k % 4 * (SB_TERMS / 4) + k / 4; }

extern "C" __global__ void __launch_bounds__(SB_ALIGN_THREADS)
    SB_JOIN(sb_align_across_, SB_A)(const sb_alignment x)
{
    __shared__ uint32_t together[SB_ALIGN_LINES][SB_TERMS + 1];
    const int lane = sb_lane(), warp = (int)threadIdx.x / 32;
    const int64_t lines = x.batches * x.lines;
    const int64_t groups = (lines + SB_ALIGN_LINES - 1) / SB_ALIGN_LINES;
    for (int64_t item = blockIdx.x; item < groups * x.blocks; item += gridDim.x) {
        const int64_t block = item / groups, first = (item - block * groups) * SB_ALIGN_LINES;
        const int64_t from = block * SB_TERMS;
        const bool is_there = first + lane < lines;
        const int left = is_there ? sb_terms_left(x, from) : 0;
        const sb_first_form::stored *at =
            sb_terms_of(x, is_there ? first + lane : first, from) + warp * x.term;
        __syncthreads(); // wait until the previous lines have been read
#pragma unroll 8
        for (int k = warp; k < SB_TERMS; k += SB_ALIGN_WARPS, at += SB_ALIGN_WARPS * x.term)
            together[lane][sb_place_of_term(k)] =
                k < left ? f32_to_bits(sb_first_form::load(*at)) : 0u;
        __syncthreads();
#pragma unroll 1
        for (int i = warp; i < SB_ALIGN_LINES && first + i < lines; i += SB_ALIGN_WARPS) {
            uint32_t bits[SB_ALIGN_EACH];
#pragma unroll
            for (int n = 0; n < SB_ALIGN_EACH; n++)
                bits[n] = together[i][sb_place_of_term(sb_term_of_lane(n))];
            sb_align_block(x, first + i, block, bits);
        }
    }
}
