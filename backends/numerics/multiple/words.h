/* words.h - natural numbers of several 64-bit words, the lowest word first.
 *
 * These functions neither round nor fail. The quotient is algorithm D of Knuth, The Art of Computer
 * Programming, volume 2, section 4.3.1.
 */
#ifndef SB_MULTIPLE_WORDS_H
#define SB_MULTIPLE_WORDS_H

#if !defined(__CUDACC_RTC__)
#include <stdbool.h>
#include <stddef.h>
#elif !defined(NULL)
#define NULL nullptr
#endif

#include "scalar/portable.h"

#if defined(__CUDACC__)
#define SB_MULTIPLE static __device__ __noinline__
#define SB_LEADING_ZEROS(u) __clzll((long long)(u)) /* u != 0 */
#else
#define SB_MULTIPLE static inline
#define SB_LEADING_ZEROS(u) __builtin_clzll(u)
#endif

typedef unsigned __int128 sb_two_words;

SB_MULTIPLE void sb_words_copy(uint64_t *to, const uint64_t *from, int count)
{
    for (int i = 0; i < count; i++) to[i] = from[i];
}

SB_MULTIPLE void sb_words_clear(uint64_t *a, int count)
{
    for (int i = 0; i < count; i++) a[i] = 0;
}

/* Return a negative number, 0 or a positive number if a is less than, equal to or greater than b.
 */
SB_MULTIPLE int sb_words_compare(const uint64_t *a, const uint64_t *b, int count)
{
    for (int i = count - 1; i >= 0; i--)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Compute a = a + b 2^(64 at). The carry out of the last word is lost. */
SB_MULTIPLE void sb_words_raise(uint64_t *a, int count, int at, uint64_t b)
{
    for (int i = at; i < count && b != 0; i++) {
        a[i] += b;
        b = a[i] < b;
    }
}

/* Compute a = a - b 2^(64 at). Return whether the result is negative. */
SB_MULTIPLE bool sb_words_lower(uint64_t *a, int count, int at, uint64_t b)
{
    for (int i = at; i < count && b != 0; i++) {
        const uint64_t before = a[i];
        a[i] -= b;
        b = before < b;
    }
    return b != 0;
}

/* Compute a = a + b. Return the carry. */
SB_MULTIPLE uint64_t sb_words_add(uint64_t *a, const uint64_t *b, int count)
{
    uint64_t carry = 0;
    for (int i = 0; i < count; i++) {
        const sb_two_words sum = (sb_two_words)a[i] + b[i] + carry;
        a[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    return carry;
}

/* Compute a = a - b. Return the borrow. */
SB_MULTIPLE uint64_t sb_words_sub(uint64_t *a, const uint64_t *b, int count)
{
    uint64_t borrow = 0;
    for (int i = 0; i < count; i++) {
        const sb_two_words difference = (sb_two_words)a[i] - b[i] - borrow;
        a[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    return borrow;
}

/* Compute a = a k. Return the carry. */
SB_MULTIPLE uint64_t sb_words_times(uint64_t *a, int count, uint64_t k)
{
    uint64_t carry = 0;
    for (int i = 0; i < count; i++) {
        const sb_two_words product = (sb_two_words)a[i] * k + carry;
        a[i] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    return carry;
}

/* Return floor((high 2^64 + low) / k) for high < k. */
#if defined(__CUDACC__)
/* Knuth's algorithm D with two digits of 32 bits. NVIDIA's 128-bit division begins with an
 * approximate reciprocal whose accuracy is not documented. */
SB_MULTIPLE uint64_t sb_word_over(uint64_t high, uint64_t low, uint64_t k)
{
    const int shift = SB_LEADING_ZEROS(k);
    const uint64_t d = k << shift, top = d >> 32, bottom = d & 0xffffffffu;
    uint64_t rest = shift == 0 ? high : high << shift | low >> (64 - shift), quotient = 0;
    low <<= shift;
    for (int half = 32; half >= 0; half -= 32) {
        const uint64_t next = low >> half & 0xffffffffu;
        uint64_t digit = rest / top, left = rest - digit * top;
        while (left <= 0xffffffffu &&
               (digit > 0xffffffffu || digit * bottom > (left << 32 | next))) {
            digit--; /* at most twice */
            left += top;
        }
        rest = (rest << 32 | next) - digit * d;
        quotient = quotient << 32 | digit;
    }
    return quotient;
}
#else
SB_MULTIPLE uint64_t sb_word_over(uint64_t high, uint64_t low, uint64_t k)
{
    return (uint64_t)(((sb_two_words)high << 64 | low) / k);
}
#endif

/* Compute a = floor(a / k). Return the remainder. */
SB_MULTIPLE uint64_t sb_words_over(uint64_t *a, int count, uint64_t k)
{
    uint64_t rest = 0;
    for (int i = count - 1; i >= 0; i--) {
        const uint64_t low = a[i];
        /* Division by one word is faster. */
        a[i] = rest == 0 ? low / k : sb_word_over(rest, low, k);
        rest = low - a[i] * k;
    }
    return rest;
}

/* Compute product = a b, which has 2 * count words. It must not share memory with a or b. */
SB_MULTIPLE void sb_words_product(uint64_t *product, const uint64_t *a, const uint64_t *b,
                                  int count)
{
    sb_words_clear(product, count);
    for (int i = 0; i < count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < count; j++) {
            const sb_two_words sum = (sb_two_words)a[i] * b[j] + product[i + j] + carry;
            product[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        product[i + count] = carry;
    }
}

/* Compute u = u - q v for the words of u from 0 to count. Return whether the result is negative. */
SB_MULTIPLE bool sb_words_take(uint64_t *u, const uint64_t *v, int count, uint64_t q)
{
    uint64_t carry = 0, borrow = 0;
    for (int i = 0; i < count; i++) {
        const sb_two_words product = (sb_two_words)q * v[i] + carry;
        const sb_two_words difference = (sb_two_words)u[i] - (uint64_t)product - borrow;
        u[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
        carry = (uint64_t)(product >> 64);
    }
    const sb_two_words last = (sb_two_words)u[count] - carry - borrow;
    u[count] = (uint64_t)last;
    return (uint64_t)(last >> 64) != 0;
}

/* Return a digit q of u / v, for u of count + 1 words below v 2^64. It is not below the exact
 * digit, and exceeds it by at most two (Knuth's theorem B, because v has its top bit set). */
SB_MULTIPLE uint64_t sb_words_digit(const uint64_t *u, const uint64_t *v, int count)
{
    if (u[count] >= v[count - 1])
        return ~UINT64_C(0);
    return sb_word_over(u[count], u[count - 1], v[count - 1]);
}

/* Compute q = floor(u / v), for u of count + digits words, and v of count words with its top bit
 * set. The top `count` words of u must be below v. u becomes the remainder. Return whether it is
 * not 0. */
SB_MULTIPLE bool sb_words_quotient(uint64_t *q, uint64_t *u, const uint64_t *v, int count,
                                   int digits)
{
    for (int j = digits - 1; j >= 0; j--) {
        q[j] = sb_words_digit(u + j, v, count);
        bool negative = sb_words_take(u + j, v, count, q[j]);
        while (negative) { /* at most twice */
            q[j]--;
            const uint64_t carry = sb_words_add(u + j, v, count);
            u[j + count] += carry;
            negative = !(u[j + count] < carry);
        }
    }
    for (int i = 0; i < count; i++)
        if (u[i] != 0)
            return true;
    return false;
}
#endif
