/* A backend of samebits in C11, which the judge starts (docs/host-protocol.md). It reads requests
   from standard input and writes one answer for each to standard output. A C program starts in the
   default floating-point environment, which this program does not change (S5.1). */
#include "declared.h"
#include "shared.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FLAGS
#define FLAGS "unknown"
#endif

static struct {
    int operands, results;
    int64_t page;
} session;

/* The answer under construction. */
static struct {
    char *text;
    size_t used, room;
} said;

static void say(const char *format, ...)
{
    va_list values;
    for (;;) {
        va_start(values, format);
        const size_t left = said.room - said.used;
        const size_t length = (size_t)vsnprintf(said.text + said.used, left, format, values);
        va_end(values);
        if (length < left) {
            said.used += length;
            return;
        }
        said.room = 2 * said.room + length + 1;
        said.text = realloc(said.text, said.room);
        if (!said.text)
            abort();
    }
}

/* Writes a text as JSON. A character that would need an escape becomes a question mark. */
static void say_text(const char *text)
{
    say("\"");
    for (; *text; ++text)
        say("%c", *text < ' ' || *text > '~' || *text == '"' || *text == '\\' ? '?' : *text);
    say("\"");
}

static const char *text_of(const Json *value) { return value->kind == TEXT ? value->text : ""; }

static Format format_of(const Json *name)
{
    return name->kind == TEXT ? format_named(name->text) : FORMATS;
}

static Signature signature_of(const Json *call)
{
    Signature signature = {.inputs = 0};
    for (const Json *each = member(call, "inputs")->first; each;
         each = each->next, ++signature.inputs)
        if (signature.inputs < MAX_OPERANDS)
            signature.input[signature.inputs] = format_of(each);
    for (const Json *each = member(call, "outputs")->first; each;
         each = each->next, ++signature.outputs)
        if (signature.outputs < MAX_RESULTS)
            signature.output[signature.outputs] = format_of(each);
    return signature;
}

/* Answers whether this program has the op. Errors of the call are found when it runs (C2). */
static void supports(const Json *request)
{
    say("\"answers\":[");
    const Json *calls = member(request, "calls");
    for (const Json *call = calls->first; call; call = call->next) {
        if (call != calls->first)
            say(",");
        const Op *op = op_named(text_of(member(call, "op")));
        const Signature signature = signature_of(call);
        if (!op)
            say("{\"supported\":false,\"reason\":\"the clean room does not do this op\"}");
        else if (!op->accepts(&signature))
            say("{\"supported\":false,\"reason\":\"nor does it do the op in these formats\"}");
        else
            say("{\"supported\":true}");
    }
    say("]");
}

/* Reads the operands or the results of a run. Refuses formats that differ from the call. */
static int read_side(const Json *arrays, const Format *formats, int count, Tensor *tensor,
                     Layout *layout)
{
    int read = 0;
    if (arrays->items != count)
        refuse("a run with more or fewer arrays than its call has formats");
    for (const Json *each = arrays->first; each; each = each->next, ++read) {
        layout[read] = read_array(each, &tensor[read]);
        if (tensor[read].format != formats[read])
            refuse("an array of another format than in the call");
    }
    return read;
}

static const char *asked_op; /* the op of the current call, or "" */

static void run_one(const Json *run)
{
    const Json *json = member(run, "call"), *version = member(json, "version");
    const Signature signature = signature_of(json);
    const Op *op = op_named(text_of(member(json, "op")));
    Call *call = allocate(1, sizeof *call);
    Layout from[MAX_OPERANDS], to[MAX_RESULTS];
    asked_op = text_of(member(json, "op"));
    if (!op)
        refuse("no op of that name is done here");
    if (json_integer(version, "version") != op->version)
        refuse("there is no such version");
    if (!op->accepts(&signature))
        refuse("it has no such signature of formats");
    call->attributes = member(json, "attributes");
    call->operands =
        read_side(member(run, "operands"), signature.input, signature.inputs, call->operand, from);
    call->results =
        read_side(member(run, "results"), signature.output, signature.outputs, call->result, to);
    only_attributes(call, op->attributes);
    for (int i = 0; i < call->operands; ++i) load_operand(&call->operand[i], &from[i]);
    op->run(call, op->which);
    for (int i = 0; i < call->results; ++i) store_result(&call->result[i], &to[i]);
    asked_op = "";
}

static void run(const Json *request)
{
    map_shared(session.operands, json_integer(member(request, "operand_bytes"), "operand_bytes"),
               session.results, json_integer(member(request, "result_bytes"), "result_bytes"),
               session.page);
    const Json *job = member(request, "jobs")->first;
    if (!job || job->next)
        refuse("this host makes one list of runs at a time");
    for (const Json *each = job->first; each; each = each->next) run_one(each);
}

static void answer(const Json *request)
{
    const char *wish = text_of(member(request, "do"));
    if (!strcmp(wish, "hello")) {
        session.operands = (int)json_integer(member(request, "operands"), "operands");
        session.results = (int)json_integer(member(request, "results"), "results");
        session.page = json_integer(member(request, "page"), "page");
        say("\"protocol\":1,\"name\":\"cleanroom\",\"version\":\"0.2\",\"devices\":[{");
        say("\"name\":\"cpu\",");
        say("\"description\":\"written from SPEC.md alone, one thread, in C11\"}]");
    } else if (!strcmp(wish, "open"))
        say("\"abilities\":[]");
    else if (!strcmp(wish, "supports"))
        supports(request);
    else if (!strcmp(wish, "environment")) {
        say("\"environment\":{\"compiler\":");
        say_text(__VERSION__);
        say(",\"flags\":");
        say_text(FLAGS);
        say("}");
    } else if (!strcmp(wish, "run"))
        run(request);
    else if (strcmp(wish, "close"))
        refuse("this host does not do that");
}

/* Makes one answer: {"number": .., "ok": {..}}, or with "error" for a refused call. */
static void respond(char *text)
{
    static const char *volatile number; /* keeps its value after the jump of `refuse` */
    number = "0";
    asked_op = "";
    said.used = 0;
    if (setjmp(refusal)) {
        said.used = 0;
        say("{\"number\":%s,\"error\":", number);
        char line[500];
        snprintf(line, sizeof line, "%.60s%s%s", asked_op, *asked_op ? ": " : "", refusal_text);
        say_text(line);
    } else {
        const Json *request = json_read(text);
        json_integer(member(request, "number"), "number");
        number = member(request, "number")->text;
        say("{\"number\":%s,\"ok\":{", number);
        answer(request);
        say("}");
    }
    say("}");
    unmap_shared();
}

int main(void)
{
    uint32_t size;
    while (fread(&size, sizeof size, 1, stdin) == 1) {
        char *text = calloc((size_t)size + 1, 1);
        if (!text || fread(text, 1, size, stdin) != size)
            return 1;
        respond(text);
        release_all();
        free(text);
        size = (uint32_t)said.used;
        fwrite(&size, sizeof size, 1, stdout);
        fwrite(said.text, 1, said.used, stdout);
        fflush(stdout);
    }
    return 0;
}
