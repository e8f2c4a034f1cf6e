/* digests.c - print SHA-256 digests of results on ranges of inputs, for a machine without Python.
 *
 * It is linked with one library of the C backend, cross-compiled and run by an emulator. Each line
 * of the standard input names a call and a range of inputs,
 *
 *     OP OPERANDS RESULT FIRST COUNT SATURATE
 *
 * where OPERANDS is up to three format codes joined by commas (sb_format), FIRST is the first
 * input, and COUNT is the number of inputs. SATURATE is 0 or 1, or - for an op without that
 * attribute. An input is the concatenation of the operands' bit patterns, with the first operand in
 * the highest bits (vectors/domain.py). For each line the program prints the digest of the results
 * in little endian, as in vectors/digests.py. If an error occurs, the program writes one line to
 * the standard error and exits with status 1.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samebits.h"
#include "sha256.h"

enum { MOST = 1 << 20, OPERANDS = 3 };

static const int item_size[SB_FORMAT_COUNT] = {8, 4, 2, 2, 1, 1, 8, 4, 2, 1, 4, 1, 1};

static uint64_t operand[OPERANDS][MOST], result[MOST];
static char message[256];

static int fail(const char *what)
{
    fprintf(stderr, "digests: %s\n", what);
    return 1;
}

/* Parse format codes such as "1" or "2,2". Return their number, or 0 if the text is invalid. */
static int parse_formats(char *text, int32_t formats[OPERANDS])
{
    int count = 0;
    for (char *word = strtok(text, ","); word; word = strtok(NULL, ",")) {
        int code = atoi(word);
        if (count == OPERANDS || code < 0 || code >= SB_FORMAT_COUNT)
            return 0;
        formats[count++] = code;
    }
    return count;
}

#define FILL(type)                                                                                 \
    for (int64_t i = 0; i < count; i++) ((type *)to)[i] = (type)((first + (uint64_t)i) >> shift)

/* Write one operand for the inputs first .. first + count - 1. It begins at bit `shift` of an
 * input. */
static void fill(void *to, int size, int shift, uint64_t first, int64_t count)
{
    switch (size) {
    case 1: FILL(uint8_t); break;
    case 2: FILL(uint16_t); break;
    case 4: FILL(uint32_t); break;
    default: FILL(uint64_t);
    }
}

/* Convert the results to little-endian bytes, whatever the byte order of the machine. */
static void to_little_endian(int64_t count, int size)
{
    const uint16_t one = 1;
    if (*(const unsigned char *)&one == 1)
        return;
    for (int64_t i = 0; i < count; i++) {
        unsigned char *x = (unsigned char *)result + i * size;
        for (int a = 0, b = size - 1; a < b; a++, b--) {
            unsigned char held = x[a];
            x[a] = x[b];
            x[b] = held;
        }
    }
}

static int run(const char *op, int operands, const int32_t *formats, int32_t form, uint64_t first,
               int64_t count, const char *saturate)
{
    int64_t strides[OPERANDS + 1], chosen = saturate[0] == '1';
    sb_array inputs[OPERANDS];
    for (int k = 0; k < operands; k++) {
        strides[k] = item_size[formats[k]];
        inputs[k] = (sb_array){operand[k], &count, &strides[k], 1, formats[k]};
    }
    strides[OPERANDS] = item_size[form];
    sb_array output = {result, &count, &strides[OPERANDS], 1, form};
    sb_attribute attribute = {"saturate", &chosen, 1, NULL, NULL};
    sb_call call = {op, &attribute, saturate[0] != '-', operands, 1, 1};
    for (int k = operands - 1, shift = 0; k >= 0; k--) {
        fill(operand[k], item_size[formats[k]], shift, first, count);
        shift += 8 * item_size[formats[k]];
    }
    memset(result, 0xa5, (size_t)(count * item_size[form]));
    return sb_run(&call, inputs, &output, message, sizeof message);
}

int main(void)
{
    char op[64], text[32], saturate[8], hex[65];
    int32_t formats[OPERANDS], form;
    uint64_t first;
    int64_t count;
    if (sb_self_check(message, sizeof message) != SB_OK)
        return fail(message);
    int found;
    while ((found = scanf("%63s %31s %" SCNd32 " %" SCNu64 " %" SCNd64 " %7s", op, text, &form,
                          &first, &count, saturate)) == 6) {
        int operands = parse_formats(text, formats);
        int width = 0;
        for (int k = 0; k < operands; k++) width += item_size[formats[k]];
        if (width < 1 || width > 8 || form < 0 || form >= SB_FORMAT_COUNT || count < 1 ||
            count > MOST)
            return fail("a line that makes no sense");
        if (run(op, operands, formats, form, first, count, saturate) != SB_OK)
            return fail(message);
        to_little_endian(count, item_size[form]);
        sha256_hex(result, (size_t)count * (size_t)item_size[form], hex);
        puts(hex);
        fflush(stdout);
    }
    return found == EOF ? 0 : fail("a line that makes no sense");
}
