/* Parts that no code inside them tells apart, for many guesses at once. Included by each level, after parts.h.

   A code in a part tells the others in it apart unless two of them give it the same answer. Which candidates give
   candidate i the same answers depends on no guess: the caller lists them in groups. What depends on the guess is who
   shares a part with i, so with guesses in the lanes, i fails where two of a group lie in the part of i.

   To compare parts quickly, each candidate gets the number of its part as a few planes (4 bits for 14 pairs): two
   candidates share a part in the lanes where no plane differs. Two members of a group that share the part of i are
   found by a counter that saturates: `none` are the lanes where no member so far shares it, `free` those where no two
   do. Two new members leave free the lanes where two of three do not share it, the none so far and each of the two: a
   majority. That makes about planes + 3 / 2 operations a pair of candidates and vector; everything else is linear in
   the candidates.

   A part is mixed if it is not empty and no candidate in it is free. The bits of a guess over all pairs come from the
   bits of a pair over all guesses by the transposition that lanes.h uses for sizes. */

enum { PART_PLANES = 6, MIXED_PAIRS = (VERTICAL_MAX_WIDTH + 1) * (VERTICAL_MAX_WIDTH + 2) / 2 };

ALWAYS_INLINE int part_planes(int width)
{
    return width <= 4 ? 4 : width <= 6 ? 5 : 6;
}

/* Number the part of every candidate, and mark the parts that are not empty. */
ALWAYS_INLINE void number_parts(const int width, const vertical_job *job, const uint64_t *bits, vec *present)
{
    const int planes = part_planes(width);
    vec *numbers = job->scratch;
    const uint16_t *tokens = job->tokens;
    clear_pairs(width, present);
    for (uint32_t left = job->candidates; left; left--, tokens += 2 * width, numbers += planes) {
        vec bulls[CORRAL_MAX_PLACES + 1], totals[CORRAL_MAX_PLACES + 1], number[PART_PLANES];
        meet(width, bits, tokens, bulls, totals);
        UNROLL for (int plane = 0; plane < planes; plane++)
            number[plane] = vec_zero();
        UNROLL for (int t = 0; t <= width; t++)
        {
            UNROLL for (int b = 0; b <= t; b++)
                if (!impossible(width, t, b)) {
                    const int pair = dense_pair(width, t, b);
                    const vec hit = vec_and(totals[t], bulls[b]);
                    present[pair] = vec_or(present[pair], hit);
                    UNROLL for (int plane = 0; plane < planes; plane++)
                        if (pair >> plane & 1)
                            number[plane] = vec_or(number[plane], hit);
                }
        }
        UNROLL for (int plane = 0; plane < planes; plane++)
            numbers[plane] = number[plane];
    }
}

/* The lanes in which the two do not share a part. */
ALWAYS_INLINE vec apart(const int planes, const vec *a, const vec *b)
{
    vec differ = vec_xor(a[0], b[0]);
    UNROLL for (int plane = 1; plane < planes; plane++)
        differ = vec_or_xor(differ, a[plane], b[plane]);
    return differ;
}

/* The lanes in which no two of a group share the part of candidate `own`, for all of its groups. */
ALWAYS_INLINE vec free_lanes(const int planes, const vec *numbers, const vec *own, const uint16_t *group,
                             const uint16_t *end)
{
    vec me[PART_PLANES], free = vec_not(vec_zero());
    UNROLL for (int plane = 0; plane < planes; plane++)
        me[plane] = own[plane];
    while (group < end) {
        const uint16_t *member = group + 1, *last = member + *group;
        group = last;
        vec a = apart(planes, me, numbers + member[0] * planes), b = apart(planes, me, numbers + member[1] * planes);
        free = vec_and(free, vec_or(a, b));
        vec none = vec_and(a, b);
        for (member += 2; member + 1 < last; member += 2) {
            a = apart(planes, me, numbers + member[0] * planes);
            b = apart(planes, me, numbers + member[1] * planes);
            free = vec_and(free, vec_majority(none, a, b));
            none = vec_and(none, vec_and(a, b));
        }
        if (member < last)
            free = vec_and(free, vec_or(none, apart(planes, me, numbers + *member * planes)));
    }
    return free;
}

/* Drop the parts in which a candidate is free. The numbers tell the parts once more: cheaper than to add up again. */
ALWAYS_INLINE void drop_free(const int width, const vertical_job *job, vec *present)
{
    const int planes = part_planes(width), pairs = dense_pair(width, width, width) + 1;
    const vec *numbers = job->scratch;
    vec told[MIXED_PAIRS];
    clear_pairs(width, told);
    for (uint32_t i = 0; i < job->candidates; i++) {
        const vec *own = numbers + i * (uint32_t)planes;
        const vec free = free_lanes(planes, numbers, own, job->alike + job->start[i], job->alike + job->start[i + 1]);
        const vec not_0 = vec_andnot(free, own[0]), is_0 = vec_and(free, own[0]);
        const vec low[4] = {vec_andnot(not_0, own[1]), vec_andnot(is_0, own[1]), vec_and(not_0, own[1]),
                            vec_and(is_0, own[1])};
        vec high[1 << (PART_PLANES - 2)];
        high[0] = vec_not(own[2]);
        high[1] = own[2];
        UNROLL for (int plane = 3; plane < planes; plane++)
        {
            const int known = 1 << (plane - 2);
            UNROLL for (int q = 0; q < 1 << (PART_PLANES - 3); q++)
                if (q < known) {
                    high[q + known] = vec_and(high[q], own[plane]);
                    high[q] = vec_andnot(high[q], own[plane]);
                }
        }
        UNROLL for (int quarter = 0; quarter < (pairs + 3) / 4; quarter++)
        {
            UNROLL for (int pair = 4 * quarter; pair < 4 * quarter + 4; pair++)
                if (pair < pairs)
                    told[pair] = vec_or_and(told[pair], low[pair % 4], high[quarter]);
        }
    }
    for (int pair = 0; pair < pairs; pair++)
        present[pair] = vec_andnot(present[pair], told[pair]);
}

/* From lanes of a pair to pairs of a lane. Few pairs have mixed parts at all, next to each other: large ones. */
ALWAYS_INLINE void write_mixed(const int width, const vec *mixed, uint64_t *out, uint32_t lanes)
{
    vec planes[MIXED_PAIRS];
    uint8_t bytes[VEC_LANES];
    int low = -1, high = -1;
    for (int pair = 0, dense = 0; pair <= pair_of(width, width); pair++) {
        planes[pair] = pair == pair_of(width, width - 1) ? vec_zero() : mixed[dense++];
        if (vec_any(planes[pair])) {
            low = low < 0 ? pair : low;
            high = pair;
        }
    }
    if (lanes > VEC_LANES)
        lanes = VEC_LANES;
    memset(out, 0, lanes * sizeof *out);
    for (int pair = low; pair >= 0 && pair <= high; pair += 8) {
        vec_to_bytes(planes + pair, high - pair < 8 ? high - pair + 1 : 8, bytes);
        for (uint32_t lane = 0; lane < lanes; lane++)
            out[lane] |= (uint64_t)bytes[lane] << pair;
    }
}

ALWAYS_INLINE void find_mixed_of(const int width, const vertical_job *job, uint32_t first_block, uint32_t end_block)
{
    for (uint32_t block = first_block; block < end_block; block++)
        for (uint32_t offset = 0; offset < SLICE_LANES; offset += VEC_LANES) {
            const uint32_t from = block * SLICE_LANES + offset;
            if (from >= job->guesses->count)
                break;
            vec present[MIXED_PAIRS];
            number_parts(width, job,
                         job->guesses->bits + (size_t)block * job->guesses->tokens * SLICE_WORDS + offset / 64,
                         present);
            drop_free(width, job, present);
            write_mixed(width, present, job->mixed + from, job->guesses->count - from);
        }
}

/* As in lanes.h. */
static void find_mixed(const vertical_job *job, uint32_t first_block, uint32_t end_block)
{
    switch (job->width) {
    case 4:
        find_mixed_of(4, job, first_block, end_block);
        break;
    case 5:
        find_mixed_of(5, job, first_block, end_block);
        break;
    case 6:
        find_mixed_of(6, job, first_block, end_block);
        break;
    default:
        find_mixed_of(VERTICAL_MAX_WIDTH, job, first_block, end_block);
        break;
    }
}
