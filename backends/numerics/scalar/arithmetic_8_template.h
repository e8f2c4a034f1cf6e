/* arithmetic_8_template.h - the operations of arithmetic.h in an 8-bit format, computed in
 * binary32.
 *
 * A template with SB_FORMAT, which is undefined at the end. */

SB_FN uint8_t SB_OF_FORMAT(add)(uint8_t a, uint8_t b)
{
    return SB_OF_FORMAT(from_f32)(SB_FROM_FORMAT(f32)(a) + SB_FROM_FORMAT(f32)(b));
}

SB_FN uint8_t SB_OF_FORMAT(sub)(uint8_t a, uint8_t b)
{
    return SB_OF_FORMAT(from_f32)(SB_FROM_FORMAT(f32)(a) - SB_FROM_FORMAT(f32)(b));
}

SB_FN uint8_t SB_OF_FORMAT(mul)(uint8_t a, uint8_t b)
{
    return SB_OF_FORMAT(from_f32)(SB_FROM_FORMAT(f32)(a) * SB_FROM_FORMAT(f32)(b));
}

SB_FN uint8_t SB_OF_FORMAT(div)(uint8_t a, uint8_t b)
{
    return SB_OF_FORMAT(from_f32)(SB_FROM_FORMAT(f32)(a) / SB_FROM_FORMAT(f32)(b));
}

SB_FN uint8_t SB_OF_FORMAT(sqrt)(uint8_t x)
{
    return SB_OF_FORMAT(from_f32)(SB_SQRT_F32(SB_FROM_FORMAT(f32)(x)));
}

#undef SB_FORMAT
