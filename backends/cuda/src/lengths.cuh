// lengths.cuh - division by lengths that Python knows: multiplication by an inverse.
#pragma once

#include "formats.cuh"

// A divisor; `inverse` is floor((2^64 - 1) / length).
struct sb_length {
    int64_t value;
    uint64_t inverse;
};

// Return number / length, for 0 <= number < 2^63. The product with the inverse is above number /
// length - 1/2 before it is truncated, so it is at most one too small.
SB_DEVICE int64_t sb_quotient(int64_t number, const sb_length &length)
{
    const int64_t quotient = (int64_t)__umul64hi((uint64_t)number, length.inverse);
    return quotient + (number - quotient * length.value >= length.value);
}

// Set number to number / length, and return the remainder.
SB_DEVICE int64_t sb_take_digit(int64_t &number, const sb_length &length)
{
    const int64_t quotient = sb_quotient(number, length), rest = number - quotient * length.value;
    number = quotient;
    return rest;
}

// Do the same as sb_take_digit for numbers and lengths below 2^31. The high half of the inverse is
// floor((2^32 - 1) / length), so the quotient has the same bound.
SB_DEVICE uint32_t sb_take_short_digit(uint32_t &number, const sb_length &length)
{
    const uint32_t value = (uint32_t)length.value;
    uint32_t quotient = __umulhi(number, (uint32_t)(length.inverse >> 32));
    uint32_t rest = number - quotient * value;
    if (rest >= value) {
        rest -= value;
        quotient++;
    }
    number = quotient;
    return rest;
}
