// memory.cuh - loads and stores: packs of up to 16 bytes, and elements at any address.
#pragma once

#include "formats.cuh"

// N adjacent elements that move together; N * sizeof(T) is a power of two, at most 16.
template <class T, int N> struct __align__(N * sizeof(T)) sb_pack {
    T v[N];
};

// The type that one instruction moves.
template <int bytes> struct sb_word;
template <> struct sb_word<1> {
    typedef unsigned char type;
};
template <> struct sb_word<2> {
    typedef unsigned short type;
};
template <> struct sb_word<4> {
    typedef unsigned type;
};
template <> struct sb_word<8> {
    typedef uint2 type;
};
template <> struct sb_word<16> {
    typedef uint4 type;
};

// Load pack `index` of an array that is aligned to packs.
template <class T, int N> SB_DEVICE sb_pack<T, N> sb_load_pack(const void *from, int64_t index)
{
    typedef typename sb_word<N *(int)sizeof(T)>::type word;
    const word bits = static_cast<const word *>(from)[index];
    sb_pack<T, N> pack;
    memcpy(&pack, &bits, sizeof pack);
    return pack;
}

template <class T, int N>
SB_DEVICE void sb_store_pack(void *to, int64_t index, const sb_pack<T, N> &pack)
{
    typedef typename sb_word<N *(int)sizeof(T)>::type word;
    word bits;
    memcpy(&bits, &pack, sizeof bits);
    static_cast<word *>(to)[index] = bits;
}

template <class T> SB_DEVICE T sb_load(const char *from, bool aligned)
{
    if (aligned)
        return *reinterpret_cast<const T *>(from);
    T x;
    unsigned char bytes[sizeof(T)];
#pragma unroll
    for (int i = 0; i < (int)sizeof(T); i++) bytes[i] = ((const unsigned char *)from)[i];
    memcpy(&x, bytes, sizeof x);
    return x;
}

template <class T> SB_DEVICE void sb_store(char *to, T x, bool aligned)
{
    if (aligned) {
        *reinterpret_cast<T *>(to) = x;
        return;
    }
    unsigned char bytes[sizeof(T)];
    memcpy(bytes, &x, sizeof x);
#pragma unroll
    for (int i = 0; i < (int)sizeof(T); i++) ((unsigned char *)to)[i] = bytes[i];
}
