/* canonical_template.h - CANONICAL, which copies a row of a float format. A NaN becomes NAN_BITS
 * (S1).
 *
 * PATTERN is the integer type of an element's bits, SIGN is its sign bit, and the magnitude of a
 * NaN is greater than INFINITE.
 */
SB_FN void CANONICAL(char *out, int64_t so, const char *in, int64_t si, int64_t n)
{
    for (int64_t i = 0; i < n; ++i) {
        PATTERN u;
        memcpy(&u, in + i * si, sizeof u);
        u = (u & (SIGN - 1)) > INFINITE ? NAN_BITS : u;
        memcpy(out + i * so, &u, sizeof u);
    }
}
#undef CANONICAL
#undef PATTERN
#undef SIGN
#undef INFINITE
#undef NAN_BITS
