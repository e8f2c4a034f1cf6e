/* staged_to_template.h - the functions FROM_TARGET, which cast from every format to TARGET in
 * stages.
 *
 * Integer sources are read as INTEGERS_AS: integers or numbers (cast_stages.h).
 */
#define FROM f64
#define ITEMS numbers
#include "elementwise/staged_template.h"
#define FROM f32
#define ITEMS numbers
#include "elementwise/staged_template.h"
#define FROM f16
#define ITEMS numbers
#include "elementwise/staged_template.h"
#define FROM bf16
#define ITEMS numbers
#include "elementwise/staged_template.h"
#define FROM f8e4m3fn
#define ITEMS numbers
#include "elementwise/staged_template.h"
#define FROM f8e5m2
#define ITEMS numbers
#include "elementwise/staged_template.h"
#define FROM i64
#define ITEMS INTEGERS_AS
#include "elementwise/staged_template.h"
#define FROM i32
#define ITEMS INTEGERS_AS
#include "elementwise/staged_template.h"
#define FROM i16
#define ITEMS INTEGERS_AS
#include "elementwise/staged_template.h"
#define FROM i8
#define ITEMS INTEGERS_AS
#include "elementwise/staged_template.h"
#define FROM u32
#define ITEMS INTEGERS_AS
#include "elementwise/staged_template.h"
#define FROM u8
#define ITEMS INTEGERS_AS
#include "elementwise/staged_template.h"
#define FROM truth
#define ITEMS INTEGERS_AS
#include "elementwise/staged_template.h"
#undef TARGET
#undef INTEGERS_AS
