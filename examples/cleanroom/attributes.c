/* Attributes of a call: types, defaults and ranges (A1). */
#include "call.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void only_attributes(const Call *call, const char *names)
{
    for (const Json *each = call->attributes->first; each; each = each->next) {
        const size_t length = strlen(each->name);
        const char *at = names;
        while (*at && (strncmp(at, each->name, length) || at[length] != ' ' || !length))
            at += strcspn(at, " ") + 1;
        if (!*at)
            refuse("there is an attribute that it does not have");
    }
}

bool has_attribute(const Call *call, const char *name)
{
    return member(call->attributes, name)->kind != NOTHING;
}

static const Json *required(const Call *call, const char *name)
{
    const Json *value = member(call->attributes, name);
    if (value->kind == NOTHING)
        refuse("the attribute %s is missing", name);
    return value;
}

bool flag_attribute(const Call *call, const char *name, bool otherwise)
{
    const Json *value = member(call->attributes, name);
    if (value->kind == NOTHING)
        return otherwise;
    if (value->kind != FLAG)
        refuse("%s is no flag", name);
    return value->flag;
}

int64_t integer_attribute(const Call *call, const char *name, int64_t least, int64_t most)
{
    const int64_t value = json_integer(required(call, name), name);
    if (value < least || value > most)
        refuse("%s is out of its range", name);
    return value;
}

void integers_attribute(const Call *call, const char *name, int count, int64_t least,
                        int64_t otherwise, int64_t *values)
{
    if (!has_attribute(call, name) && otherwise >= 0) {
        for (int i = 0; i < count; ++i) values[i] = otherwise;
        return;
    }
    const Json *list = required(call, name);
    if (list->kind != LIST || list->items != count)
        refuse("%s is no list of %d integers", name, count);
    for (const Json *each = list->first; each; each = each->next)
        if ((*values++ = json_integer(each, name)) < least)
            refuse("%s has an integer out of its range", name);
}

double real_attribute(const Call *call, const char *name, double otherwise)
{
    const Json *value = member(call->attributes, name);
    if (value->kind == NOTHING)
        return otherwise;
    if (value->kind == REAL || value->kind == INTEGER) {
        const double number =
            strtod(value->text, NULL); /* rounds correctly in the default locale "C" */
        if (isfinite(number))
            return number;
    }
    if (value->kind == OBJECT) {
        const Json *word = member(value, "float");
        if (word->kind == TEXT && !strcmp(word->text, "inf"))
            return INFINITY;
        if (word->kind == TEXT && !strcmp(word->text, "-inf"))
            return -INFINITY;
    }
    refuse("%s is no number", name);
}

const char *word_attribute(const Call *call, const char *name, const char *otherwise)
{
    if (!has_attribute(call, name) && otherwise)
        return otherwise;
    const Json *value = required(call, name);
    if (value->kind != TEXT)
        refuse("%s is no text", name);
    return value->text;
}

/* Returns an axis counted from 0 (A1.3). */
static int one_axis(const Call *call, const Json *value, const char *name)
{
    const int rank = call->operand[0].rank;
    const int64_t axis = json_integer(value, name);
    if (axis < -rank || axis >= rank)
        refuse("%s is outside of the rank %d", name, rank);
    return (int)(axis < 0 ? axis + rank : axis);
}

int axis_attribute(const Call *call, int otherwise)
{
    const Json fallback = {.kind = INTEGER, .text = otherwise < 0 ? "-1" : "0"};
    const bool given = has_attribute(call, "axis");
    return one_axis(call, given ? member(call->attributes, "axis") : &fallback, "axis");
}

void axes_attribute(const Call *call, bool named[MAX_RANK])
{
    const Json *value = member(call->attributes, "axes");
    const bool all = value->kind == NOTHING || value->kind == NULL_WORD;
    for (int axis = 0; axis < MAX_RANK; ++axis) named[axis] = all && axis < call->operand[0].rank;
    if (all)
        return;
    if (value->kind != LIST)
        refuse("axes are neither null nor a list");
    for (const Json *each = value->first; each; each = each->next) {
        const int axis = one_axis(call, each, "axes");
        if (named[axis])
            refuse("axes name an axis twice");
        named[axis] = true;
    }
}
