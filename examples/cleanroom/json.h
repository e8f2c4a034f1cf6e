/* A reader of JSON (RFC 8259), for the subset that the judge writes. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { NOTHING, NULL_WORD, FLAG, INTEGER, REAL, TEXT, LIST, OBJECT } JsonKind;

typedef struct Json {
    JsonKind kind;
    const char *name;   /* the name of a member of an object */
    const char *text;   /* a text, or the digits of a number */
    bool flag;          /* the value of a true or false */
    int64_t items;      /* the number of items of a list or members of an object */
    struct Json *first; /* the first item or member */
    struct Json *next;  /* the next item or member of the same parent */
} Json;

/* Parses a text and returns its value. It changes the text, which must outlive the values. Refuses
   malformed text. */
const Json *json_read(char *text);

/* Returns a member of an object, or a value of kind NOTHING if it is missing. */
const Json *member(const Json *object, const char *name);

/* Returns an integer. Refuses other values, and integers beyond 2^53 - 1 (A1.5). */
int64_t json_integer(const Json *value, const char *name);

#endif
