/* cast_integer_template.h - the readers and writers of an integer FORMAT: sb_FORMAT_read_numbers,
 * _read_integers, _write_numbers and _write_integers.
 *
 * NUMBER(x) is an element in binary64, rounded to odd. INTEGER(x) is an element as a 64-bit
 * integer. WRAPPED(x) is a 64-bit integer wrapped to the format.
 */
void SB_PASTE(sb_, OF_FORMAT(read_numbers))(const void *from, sb_cast_block *block, int64_t count)
{
    const ELEMENT *x = from;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) block->numbers[i] = NUMBER(x[i]);
}

void SB_PASTE(sb_, OF_FORMAT(read_integers))(const void *from, sb_cast_block *block, int64_t count)
{
    const ELEMENT *x = from;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) block->integers[i] = INTEGER(x[i]);
}

void SB_PASTE(sb_, OF_FORMAT(write_numbers))(const sb_cast_block *block, void *to, int64_t count)
{
    ELEMENT *y = to;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = (ELEMENT)OF_FORMAT(from_f64)(block->numbers[i]);
}

void SB_PASTE(sb_, OF_FORMAT(write_integers))(const sb_cast_block *block, void *to, int64_t count)
{
    ELEMENT *y = to;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = WRAPPED(block->integers[i]);
}
#undef FORMAT
#undef NUMBER
#undef INTEGER
#undef WRAPPED
