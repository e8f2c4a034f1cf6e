/* two_operands_template.h - the stages over binary64 lanes of two_operands.c, for one format. */

static void NAME(settle)(const sb_function2 *f, const stage *s, ELEMENT *to, int64_t count)
{
    double x[STAGE], y[STAGE];
    int places[STAGE], found = 0;
    for (int i = 0; i < (int)count; i++) {
        x[found] = s->x[i];
        y[found] = s->y[i];
        places[found] = i;
        found += s->open[i] != 0;
    }
    f->evaluate(x, y, found);
    for (int i = 0; i < found; i++) to[places[i]] = NAME(last)(x[i]);
}

/* Every step reads from a copy of the operands, so the loop may run in place, on either operand. */
static int64_t NAME(staged)(const sb_function2 *f, const ELEMENT *a, const ELEMENT *b, ELEMENT *to,
                            int64_t count)
{
    stage s;
    const int64_t part = count < STAGE ? count : STAGE;
    NAME(widen)(a, s.x, part);
    NAME(widen)(b, s.y, part);
    f->approximate(s.x, s.y, s.v, part);
    if (NAME(decide)(s.v, to, s.open, part) != 0)
        NAME(settle)(f, &s, to, part);
    return part;
}

void SB_PASTE(sb_function2_, FORMAT)(const sb_function2 *f, int64_t count,
                                     const void *const *inputs, void *output)
{
    const ELEMENT *a = inputs[0], *b = inputs[1];
    ELEMENT *to = output;
    for (int64_t done = 0; done < count;) {
        int64_t part = NAME(quickly)(f, a + done, b + done, to + done, count - done);
        if (part == 0)
            part = NAME(staged)(f, a + done, b + done, to + done, count - done);
        done += part;
    }
}
#undef FORMAT
