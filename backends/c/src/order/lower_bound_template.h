/* lower_bound_template.h - a search for the first of n sorted keys that is not below `key`: a
 * template for the type KEY. LOWER_BOUND is the function's name. */

static int64_t LOWER_BOUND(const KEY *keys, int64_t n, KEY key)
{
    int64_t low = 0;
    for (int64_t high = n; low < high;) {
        int64_t middle = low + (high - low) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
