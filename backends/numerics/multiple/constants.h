/* constants.h - pi, its square root, log 2, log 10 and log(2 pi)/2 to the precision of the context.
 *
 * Constants of up to 8 words are stored below, truncated, the lowest word first. With more words
 * they are computed:
 *
 * pi = 16 atan(1/5) - 4 atan(1/239) (John Machin, 1706).
 *
 * log 2 = 14 atanh(1/31) + 10 atanh(1/49) + 6 atanh(1/161), and log 10 = 46 atanh(1/31) + 34
 * atanh(1/49) + 20 atanh(1/161). The reason is that 2 atanh(1/n) = log((n + 1) / (n - 1)), which
 * gives 16/15, 25/24 and 81/80. The products of their powers 7, 5, 3 and 23, 17, 10 are 2 and 10.
 *
 * The sums are fixed-point numbers with one word before the point and limbs + 1 after it. A power
 * of 1/n is a floor of floors, so it is the floor of the exact power, and the same holds for a
 * term: each error is less than one unit. The sum ends with the first power that is 0. The rest of
 * the series, whose ratio is below 1/25, is below 2 units. So the error of a sum of N terms is less
 * than N + 2 units, and the radius is the sum of these errors, each multiplied by its factor.
 */
#ifndef SB_MULTIPLE_CONSTANTS_H
#define SB_MULTIPLE_CONSTANTS_H

#include "multiple/root.h"

enum { SB_CONSTANT_WORDS = 8 };

/* The first words of a number, and its exponent. */
typedef struct sb_constant {
    uint64_t words[SB_CONSTANT_WORDS];
    int64_t exponent;
} sb_constant;

SB_TABLE sb_constant sb_constant_pi = {{0x4fe1356d6d51c245, 0x302b0a6df25f1437, 0xef9519b3cd3a431b,
                                        0x514a08798e3404dd, 0x020bbea63b139b22, 0x29024e088a67cc74,
                                        0xc4c6628b80dc1cd1, 0xc90fdaa22168c234},
                                       2};
SB_TABLE sb_constant sb_constant_root_of_pi = {
    {0xa9224861a5210ba6, 0xb6290a236ee1ac28, 0x66c73b0a0f063ba3, 0x6bb7feb7ca0f8edd,
     0xe50805e9f50a3a37, 0xf1c90aa37b1d9296, 0xe1d82906aedc9c1f, 0xe2dfc48da77b553c},
    1};
SB_TABLE sb_constant sb_constant_log_2 = {
    {0x27573b291169b825, 0xed2eae35c1382144, 0x559552fb4afa1b10, 0xe7b876206debac98,
     0x8a0d175b8baafa2b, 0x40f343267298b62d, 0xc9e3b39803f2f6af, 0xb17217f7d1cf79ab},
    0};
SB_TABLE sb_constant sb_constant_log_10 = {
    {0xfb8f788402e516d6, 0x2c622418410be2da, 0xcc70cbc02c5f0d68, 0x962f02d7b1a8105c,
     0x83c61e8201f02d72, 0xe28fecf9da5df90e, 0xea56d62b82d30a28, 0x935d8dddaaa8ac16},
    2};
SB_TABLE sb_constant sb_constant_half_log_of_2_pi = {
    {0xcf66ece1772badf2, 0xb05cab571b4cda5b, 0x93eabf905c5569bb, 0x212f9d7fe00e86bf,
     0xdec6a3133daa155d, 0xcfb08f8d13458b4d, 0x94bc900144192023, 0xeb3f8e4325f5a534},
    0};

/* Return a ball of up to SB_CONSTANT_WORDS words around a constant. The constant exceeds its stored
 * words by less than a unit. */
SB_MULTIPLE sb_ball sb_of_constant(sb_workspace *c, const sb_constant *constant)
{
    uint64_t *const place = sb_take(c, c->limbs);
    if (place == NULL)
        return sb_unknown();
    const int64_t low = constant->exponent - 64 * (int64_t)SB_CONSTANT_WORDS;
    return sb_of_words(c, constant->words, SB_CONSTANT_WORDS, low, false, true, place);
}

/* Compute sum = atan(1/n) if `alternating`, else atanh(1/n). Return a bound of its error. Words of
 * a power that are 0 are skipped. */
SB_MULTIPLE uint64_t sb_inverse_tangent(uint64_t *sum, uint64_t *power, uint64_t *term, int count,
                                        uint64_t n, bool alternating)
{
    int top = count;
    uint64_t terms = 0;
    sb_words_clear(power, count);
    sb_words_clear(sum, count);
    power[count - 1] = 1;
    sb_words_over(power, count, n);
    for (uint64_t odd = 1;; odd += 2) {
        while (top > 0 && power[top - 1] == 0) top--;
        if (top == 0)
            return terms + 2;
        sb_words_copy(term, power, top);
        sb_words_over(term, top, odd);
        const bool minus = alternating && (odd & 2) != 0;
        const uint64_t carry = minus ? sb_words_sub(sum, term, top) : sb_words_add(sum, term, top);
        if (minus)
            sb_words_lower(sum, count, top, carry);
        else
            sb_words_raise(sum, count, top, carry);
        sb_words_over(power, top, n * n);
        terms++;
    }
}

/* Return the sum of factors[i] times the inverse tangent of 1 / n[i]. Factors may be negative. */
SB_MULTIPLE sb_ball sb_inverse_tangents(sb_workspace *c, const int *factors, const int *n,
                                        int pieces, bool alternating)
{
    const int count = c->limbs + 2;
    uint64_t *const place = sb_take(c, c->limbs);
    const int64_t mark = c->used;
    uint64_t *const total = sb_take(c, 4 * (int64_t)count);
    if (total == NULL)
        return sb_unknown();
    uint64_t *const sum = total + count, *const power = sum + count, *const term = power + count;
    uint64_t error = 0;
    sb_words_clear(total, count);
    for (int i = 0; i < pieces; i++) {
        const bool minus = factors[i] < 0;
        const uint64_t factor = (uint64_t)(minus ? -factors[i] : factors[i]);
        const uint64_t off =
            sb_inverse_tangent(sum, power, term, count, (uint64_t)n[i], alternating);
        error += factor * off;
        sb_words_times(sum, count, factor);
        if (minus)
            sb_words_sub(total, sum, count);
        else
            sb_words_add(total, sum, count);
    }
    const int64_t low = -64 * (int64_t)(count - 1);
    const sb_ball found = sb_of_words(c, total, count, low, false, false, place);
    c->used = mark;
    return sb_widened(found, sb_radius_of(error, low));
}

SB_MULTIPLE sb_ball sb_pi(sb_workspace *c)
{
    if (c->limbs <= SB_CONSTANT_WORDS)
        return sb_of_constant(c, &sb_constant_pi);
    const int factors[2] = {16, -4}, n[2] = {5, 239};
    return sb_inverse_tangents(c, factors, n, 2, true);
}

SB_MULTIPLE sb_ball sb_root_of_pi(sb_workspace *c)
{
    if (c->limbs <= SB_CONSTANT_WORDS)
        return sb_of_constant(c, &sb_constant_root_of_pi);
    return sb_sqrt(c, sb_pi(c));
}

SB_MULTIPLE sb_ball sb_log_2(sb_workspace *c)
{
    if (c->limbs <= SB_CONSTANT_WORDS)
        return sb_of_constant(c, &sb_constant_log_2);
    const int factors[3] = {14, 10, 6}, n[3] = {31, 49, 161};
    return sb_inverse_tangents(c, factors, n, 3, false);
}

SB_MULTIPLE sb_ball sb_log_10(sb_workspace *c)
{
    if (c->limbs <= SB_CONSTANT_WORDS)
        return sb_of_constant(c, &sb_constant_log_10);
    const int factors[3] = {46, 34, 20}, n[3] = {31, 49, 161};
    return sb_inverse_tangents(c, factors, n, 3, false);
}
#endif
