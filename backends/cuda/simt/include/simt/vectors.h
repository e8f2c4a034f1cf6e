// vectors.h - CUDA's short vectors (uint4 and so on), with the same alignment as in CUDA.
#pragma once

#define SIMT_VECTOR_1(type, name)                                                                  \
    struct name##1 { type x; };                                                                    \
    SIMT_INLINE constexpr name##1 make_##name##1(type x) { return {x}; }

#define SIMT_VECTOR_2(type, name)                                                                  \
    struct __align__(2 * sizeof(type)) name##2 { type x, y; };                                     \
    SIMT_INLINE constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }

#define SIMT_VECTOR_3(type, name)                                                                  \
    struct name##3 { type x, y, z; };                                                              \
    SIMT_INLINE constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }

#define SIMT_VECTOR_4(type, name)                                                                  \
    struct __align__(sizeof(type) > 4 ? 16 : 4 * sizeof(type)) name##4 { type x, y, z, w; };       \
    SIMT_INLINE constexpr name##4 make_##name##4(type x, type y, type z, type w)                   \
    {                                                                                              \
        return {x, y, z, w};                                                                       \
    }

#define SIMT_VECTORS(type, name)                                                                   \
    SIMT_VECTOR_1(type, name)                                                                      \
    SIMT_VECTOR_2(type, name)                                                                      \
    SIMT_VECTOR_3(type, name)                                                                      \
    SIMT_VECTOR_4(type, name)

SIMT_VECTORS(signed char, char)
SIMT_VECTORS(unsigned char, uchar)
SIMT_VECTORS(short, short)
SIMT_VECTORS(unsigned short, ushort)
SIMT_VECTORS(int, int)
SIMT_VECTORS(unsigned int, uint)
SIMT_VECTORS(long, long)
SIMT_VECTORS(unsigned long, ulong)
SIMT_VECTORS(long long, longlong)
SIMT_VECTORS(unsigned long long, ulonglong)
SIMT_VECTORS(float, float)
SIMT_VECTORS(double, double)

#undef SIMT_VECTORS
#undef SIMT_VECTOR_1
#undef SIMT_VECTOR_2
#undef SIMT_VECTOR_3
#undef SIMT_VECTOR_4

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
