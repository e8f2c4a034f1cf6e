/* panel.h - many rows of one block, aligned together, as words of two 16-bit digits, or of four
 * bytes.
 *
 * A number is cut into digits such that a sum of 256 products of a digit of A and a digit of B fits
 * into 32 bits:
 *
 *   widths      digits of A       digits of B       greatest sum
 *   8, 8        whole             whole             127^2 * 256
 *   8, 16       whole             whole             127 * 32767 * 256 < 2^30
 *   8, 24       whole             12 bits each      127 * 2048 * 256
 *   16, 16      whole             bytes             32767 * 255 * 256 < 2^31
 *   16, 24      whole             bytes             32767 * 255 * 256 < 2^31
 *   24, 24      12 bits each      12 bits each      two of 2048 * 2048 * 256: -2^31 at least
 *
 * The same table holds with A and B exchanged. The highest byte is signed, and the others are
 * unsigned. Both digits of 12 bits are signed, from -2048 to 2048.
 *
 * VNNI multiplies unsigned bytes by signed bytes. With it, widths of 8 and 8 have four terms per
 * word. A is raised by 128, which makes it unsigned. B is preceded by a row of words with -128
 * times its sums, which are the start values of the sums of products. So the results are the sums
 * of products for the original A.
 */
#ifndef SB_CONTRACT_ALIGNED_PANEL_H
#define SB_CONTRACT_ALIGNED_PANEL_H

#include "contract/aligned/aligned.h"

typedef enum sb_digits { SB_WHOLE, SB_BYTES, SB_TWELVES, SB_RAISED, SB_QUADS } sb_digits;

typedef struct sb_digit_plan {
    sb_digits a, b;
    int planes_a, planes_b;
    double radix; /* radix of the digits of the operand that has several */
    int together; /* terms per word */
} sb_digit_plan;

/* Choose the digits. With `quads`, put four bytes into a word if possible. */
sb_digit_plan sb_digit_plan_of(int width_a, int width_b, bool quads);

typedef struct sb_alignment {
    sb_digits digits;
    int width, planes, lanes; /* lanes of a panel, a multiple of the lanes of a vector */
} sb_alignment;

/* Return the number of rows of words in a block of a panel, with all planes. */
static inline int64_t sb_panel_lines(sb_digits digits, int planes, int together)
{
    return (int64_t)(SB_BLOCK / together * planes) + (digits == SB_QUADS);
}

/* Align `count` <= lanes rows of a block of `terms` terms, x[k, row]. Write
 * words[word][plane][lane], after the row of sums of SB_QUADS. Also write the scale 2^u of each
 * lane, NaN if its row is not finite. Lanes without a row are zeros. `staged` has space for
 * SB_BLOCK * lanes numbers. */
void sb_align_panel(sb_alignment alignment, sb_matrix x, int64_t terms, int64_t count,
                    float *staged, uint32_t *words, double *scales);

#endif
