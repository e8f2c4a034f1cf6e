/* radix.c - see radix.h. */
#include "order/radix.h"

#define ITEM uint32_t
#define NAME(name) name##_u32
#define KEY(item) (item)
#include "order/radix_template.h"

#define ITEM uint64_t
#define NAME(name) name##_u64
#define KEY(item) (item)
#include "order/radix_template.h"

#define ITEM sb_pair
#define NAME(name) name##_pair
#define KEY(item) ((item).key)
#include "order/radix_template.h"
