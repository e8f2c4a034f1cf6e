/* cast_float_template.h - the functions sb_FORMAT_read_numbers and sb_FORMAT_write_numbers of a
 * float format. */
void SB_PASTE(sb_, OF_FORMAT(read_numbers))(const void *from, sb_cast_block *block, int64_t count)
{
    const ELEMENT *x = from;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) block->numbers[i] = SB_PASTE(f64_from_, FORMAT)(x[i]);
}

void SB_PASTE(sb_, OF_FORMAT(write_numbers))(const sb_cast_block *block, void *to, int64_t count)
{
    ELEMENT *y = to;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = (ELEMENT)OF_FORMAT(from_f64)(block->numbers[i]);
}
#undef FORMAT
