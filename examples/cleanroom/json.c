/* Recursive descent; texts are unescaped in place. */
#include "json.h"
#include "memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char *at;

static void skip_blanks(void) { at += strspn(at, " \t\r\n"); }

static bool take(char wanted)
{
    skip_blanks();
    if (*at != wanted)
        return false;
    ++at;
    return true;
}

static unsigned hexadecimal(void)
{
    unsigned value = 0;
    for (int i = 0; i < 4; ++i, ++at) {
        if (!isxdigit((unsigned char)*at))
            refuse("a message with a malformed escape");
        value = value * 16 +
                (unsigned)(isdigit((unsigned char)*at) ? *at - '0' : (*at | 32) - 'a' + 10);
    }
    return value;
}

/* Writes the UTF-8 bytes of a code point of the basic plane. Each half of a surrogate pair becomes
   three bytes, which do not occur in any name of samebits. */
static char *put_code_point(char *to, unsigned code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 63));
    } else {
        *to++ = (char)(0xe0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    }
    return to;
}

static const char *read_text(void)
{
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (!take('"'))
        refuse("a message without a text where one belongs");
    char *start = at, *to = at;
    while (*at && *at != '"') {
        if (*at != '\\') {
            *to++ = *at++;
            continue;
        }
        const char escape = *++at;
        const char *which = escape ? strchr(escapes, escape) : NULL;
        if (escape)
            ++at;
        if (which)
            *to++ = meant[which - escapes];
        else if (escape == 'u')
            to = put_code_point(to, hexadecimal());
        else
            refuse("a message with an unknown escape");
    }
    if (!*at)
        refuse("a message with a text that does not end");
    ++at;
    *to = 0;
    return start;
}

static Json *read_value(int depth);

static void read_items(Json *whole, char end, int depth)
{
    Json **last = &whole->first;
    if (take(end))
        return;
    do {
        const char *name = NULL;
        if (whole->kind == OBJECT) {
            name = read_text();
            if (!take(':'))
                refuse("a message with a member without a value");
        }
        *last = read_value(depth + 1);
        (*last)->name = name;
        last = &(*last)->next;
        ++whole->items;
    } while (take(','));
    if (!take(end))
        refuse("a message with a list or object that does not end");
}

static void read_number_or_word(Json *value)
{
    const size_t length =
        strspn(at, "+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    char *copy = allocate((int64_t)length + 1, 1);
    memcpy(copy, at, length);
    at += length;
    value->text = copy;
    const char *digits = copy + (*copy == '-');
    if (!strcmp(copy, "null"))
        value->kind = NULL_WORD;
    else if (!strcmp(copy, "true") || !strcmp(copy, "false")) {
        value->kind = FLAG;
        value->flag = *copy == 't';
    } else if (!isdigit((unsigned char)*digits))
        refuse("a message with an unknown word");
    else
        value->kind = digits[strspn(digits, "0123456789")] ? REAL : INTEGER;
}

static Json *read_value(int depth)
{
    Json *value = allocate(1, sizeof *value);
    if (depth > 50)
        refuse("a message that is nested too deep");
    skip_blanks();
    if (*at == '"') {
        value->kind = TEXT;
        value->text = read_text();
    } else if (take('{')) {
        value->kind = OBJECT;
        read_items(value, '}', depth);
    } else if (take('[')) {
        value->kind = LIST;
        read_items(value, ']', depth);
    } else
        read_number_or_word(value);
    return value;
}

const Json *json_read(char *text)
{
    at = text;
    return read_value(0);
}

const Json *member(const Json *object, const char *name)
{
    static const Json nothing;
    for (const Json *each = object->first; each; each = each->next)
        if (each->name && !strcmp(each->name, name))
            return each;
    return &nothing;
}

int64_t json_integer(const Json *value, const char *name)
{
    const int64_t most = ((int64_t)1 << 53) - 1;
    if (value->kind != INTEGER)
        refuse("%s is no integer", name);
    const long long number = strlen(value->text) > 17 ? most + 1 : strtoll(value->text, NULL, 10);
    if (number > most || number < -most)
        refuse("%s is an integer beyond 2^53 - 1", name);
    return number;
}
