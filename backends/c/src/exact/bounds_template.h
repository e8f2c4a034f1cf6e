/* bounds_template.h - the range of the exponents in a block of terms: a template; see block.c.
 *
 * BOUNDS is the function's name, TERM is the type of a term, WORD is the unsigned integer of the
 * same size, and FRACTION is the number of bits below the exponent. All are undefined at the end.
 */

static bounds BOUNDS(const TERM *x, int n)
{
    const WORD sign = (WORD)1 << (sizeof(WORD) * 8 - 1);
    const WORD infinity = ((sign - 1) >> FRACTION) << FRACTION;
    WORD most = 0, least = (WORD)-1;
    for (int i = 0; i < n; ++i) {
        WORD u;
        memcpy(&u, x + i, sizeof u);
        u &= sign - 1;
        most = u > most ? u : most;
        --u; /* a zero wraps to the largest number */
        least = u < least ? u : least;
    }
    ++least;
    return (bounds){field_of(most, FRACTION), field_of(most ? least : 0, FRACTION), most < infinity,
                    most == 0};
}

#undef BOUNDS
#undef TERM
#undef WORD
#undef FRACTION
