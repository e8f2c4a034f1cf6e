// atomics.h - atomic operations on integers in global and shared memory.
//
// Floating-point operations are left out, because their order, and with it their sum, would depend
// on the scheduler.
#pragma once

enum simt_atomic_kind {
    SIMT_ATOMIC_ADD,
    SIMT_ATOMIC_EXCHANGE,
    SIMT_ATOMIC_COMPARE,
    SIMT_ATOMIC_MIN,
    SIMT_ATOMIC_MAX,
    SIMT_ATOMIC_MIN_SIGNED,
    SIMT_ATOMIC_MAX_SIGNED,
    SIMT_ATOMIC_INCREMENT,
    SIMT_ATOMIC_DECREMENT,
    SIMT_ATOMIC_AND,
    SIMT_ATOMIC_OR,
    SIMT_ATOMIC_XOR
};

// Return the old value. Only SIMT_ATOMIC_COMPARE reads `compare`. `size` is 2, 4 or 8 bytes. Signed
// operands are sign-extended.
extern "C" unsigned long long simt_atomic(int kind, void *at, int size, unsigned long long operand,
                                          unsigned long long compare, int line, const char *file);

#define SIMT_ATOMIC(type, name, kind)                                                              \
    SIMT_INLINE type atomic##name(type *at, type operand, SIMT_HERE)                               \
    {                                                                                              \
        const unsigned long long given = (unsigned long long)(long long)operand;                   \
        return (type)simt_atomic(kind, at, (int)sizeof(type), given, 0, line, file);               \
    }                                                                                              \
    SIMT_INLINE type atomic##name##_block(type *at, type operand, SIMT_HERE)                       \
    {                                                                                              \
        return atomic##name(at, operand, line, file);                                              \
    }

#define SIMT_ATOMIC_COMPARISON(type)                                                               \
    SIMT_INLINE type atomicCAS(type *at, type compare, type operand, SIMT_HERE)                    \
    {                                                                                              \
        return (type)simt_atomic(SIMT_ATOMIC_COMPARE, at, (int)sizeof(type),                       \
                                 (unsigned long long)(long long)operand,                           \
                                 (unsigned long long)(long long)compare, line, file);              \
    }

#define SIMT_ATOMICS(type, minimum, maximum)                                                       \
    SIMT_ATOMIC(type, Exch, SIMT_ATOMIC_EXCHANGE)                                                  \
    SIMT_ATOMIC(type, Min, minimum)                                                                \
    SIMT_ATOMIC(type, Max, maximum)                                                                \
    SIMT_ATOMIC(type, And, SIMT_ATOMIC_AND)                                                        \
    SIMT_ATOMIC(type, Or, SIMT_ATOMIC_OR)                                                          \
    SIMT_ATOMIC(type, Xor, SIMT_ATOMIC_XOR)
SIMT_ATOMICS(int, SIMT_ATOMIC_MIN_SIGNED, SIMT_ATOMIC_MAX_SIGNED)
SIMT_ATOMICS(unsigned, SIMT_ATOMIC_MIN, SIMT_ATOMIC_MAX)
SIMT_ATOMICS(long long, SIMT_ATOMIC_MIN_SIGNED, SIMT_ATOMIC_MAX_SIGNED)
SIMT_ATOMICS(unsigned long long, SIMT_ATOMIC_MIN, SIMT_ATOMIC_MAX)
SIMT_ATOMIC(int, Add, SIMT_ATOMIC_ADD)
SIMT_ATOMIC(unsigned, Add, SIMT_ATOMIC_ADD)
SIMT_ATOMIC(unsigned long long, Add, SIMT_ATOMIC_ADD)
SIMT_ATOMIC(unsigned, Inc, SIMT_ATOMIC_INCREMENT)
SIMT_ATOMIC(unsigned, Dec, SIMT_ATOMIC_DECREMENT)
SIMT_ATOMIC_COMPARISON(unsigned short)
SIMT_ATOMIC_COMPARISON(int)
SIMT_ATOMIC_COMPARISON(unsigned)
SIMT_ATOMIC_COMPARISON(unsigned long long)
#undef SIMT_ATOMICS
#undef SIMT_ATOMIC_COMPARISON
#undef SIMT_ATOMIC

SIMT_INLINE int atomicSub(int *at, int x, SIMT_HERE)
{
    return atomicAdd(at, (int)(0u - (unsigned)x), line, file);
}
SIMT_INLINE unsigned atomicSub(unsigned *at, unsigned x, SIMT_HERE)
{
    return atomicAdd(at, 0u - x, line, file);
}
