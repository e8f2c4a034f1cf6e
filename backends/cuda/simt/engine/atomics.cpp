// atomics.cpp - atomic operations. No other thread runs in between, so a read and a write are
// enough.
#include "state.h"

#include <string.h>

#include "shadow.h"

namespace
{

uint64_t after(int kind, uint64_t old, uint64_t operand, uint64_t compare)
{
    switch (kind) {
    case SIMT_ATOMIC_ADD: return old + operand;
    case SIMT_ATOMIC_EXCHANGE: return operand;
    case SIMT_ATOMIC_COMPARE: return old == compare ? operand : old;
    case SIMT_ATOMIC_MIN: return operand < old ? operand : old;
    case SIMT_ATOMIC_MAX: return operand > old ? operand : old;
    case SIMT_ATOMIC_MIN_SIGNED: return (int64_t)operand < (int64_t)old ? operand : old;
    case SIMT_ATOMIC_MAX_SIGNED: return (int64_t)operand > (int64_t)old ? operand : old;
    case SIMT_ATOMIC_INCREMENT: return old >= operand ? 0 : old + 1;
    case SIMT_ATOMIC_DECREMENT: return old == 0 || old > operand ? operand : old - 1;
    case SIMT_ATOMIC_AND: return old & operand;
    case SIMT_ATOMIC_OR: return old | operand;
    default: return old ^ operand;
    }
}

// Return the lowest `size` bytes of x, sign-extended for signed comparisons.
uint64_t widened(int kind, uint64_t x, int size)
{
    const int spare = 64 - 8 * size;
    if (kind == SIMT_ATOMIC_MIN_SIGNED || kind == SIMT_ATOMIC_MAX_SIGNED)
        return (uint64_t)((int64_t)(x << spare) >> spare);
    return x << spare >> spare;
}

} // namespace

extern "C" unsigned long long simt_atomic(int kind, void *at, int size, unsigned long long operand,
                                          unsigned long long compare, int line, const char *file)
{
    simt::access_atomically(at, (size_t)size, line, file);
    uint64_t old = 0; // the CPU is little-endian, like GPUs
    memcpy(&old, at, (size_t)size);
    const uint64_t now = after(kind, widened(kind, old, size), widened(kind, operand, size),
                               widened(kind, compare, size));
    memcpy(at, &now, (size_t)size);
    return old;
}
