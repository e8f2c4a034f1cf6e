/* A reader of JSON (RFC 8259), as far as the judge writes it. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { NOTHING, NULL_WORD, FLAG, INTEGER, REAL, TEXT, LIST, OBJECT } JsonKind;

typedef struct Json {
    JsonKind kind;
    const char *name;   /* of a member of an object */
    const char *text;   /* a text, or the digits of a number */
    bool flag;          /* of true and false */
    int64_t items;      /* of a list, members of an object */
    struct Json *first; /* of these */
    struct Json *next;  /* in the list or object that this one stands in */
} Json;

/* What the text says; it is changed, and lives as long as the values. Refuses malformed text. */
const Json *json_read(char *text);

/* A member of an object; one of kind NOTHING where there is none. */
const Json *member(const Json *object, const char *name);

/* An integer; refuses everything else, and what lies beyond 2^53 - 1 (A1.5). */
int64_t json_integer(const Json *value, const char *name);

#endif
