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

#define ITEM sb_keyed
#define NAME(name) name##_keyed
#define KEY(item) ((item).key)
#include "order/radix_template.h"
