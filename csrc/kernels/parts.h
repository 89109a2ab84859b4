/* The parts that guesses make of some candidates, with guesses in the lanes. Included by each level, after lanes.h.

   One candidate meets a vector of guesses at once (lanes.h): the lanes in which its answer has total t and b bulls are
   totals[t] & bulls[b]. Two things are told of the parts.

   - How many are not empty (count_parts). A part is not empty if any candidate falls into it, so the lanes of a pair
     are joined by "or", one bit a lane and pair, and the bits of all pairs are added up at the end, by a tree of
     carry-save adders. Where the accumulators of all pairs fit the registers, a candidate costs two one-hot sums and
     an operation a pair, for 512 guesses at the best level.
   - How large each is (count_sizes). Eight candidates at a time are added to counters in planes, as in lanes.h, but the
     planes stay where they are for what comes next (bounds.h); the last batch, if it is not full, has fewer adders.

   A guess is a candidate if its winning part is not empty. The winning pair is that of the game's places, not of the
   kernel's width: missing places share nothing.

   The most parts are wanted of candidates and of others. Few vectors hold a guess with more than were known, so a
   comparison with what is known comes first; the maximum itself is then found plane by plane, from the top. */

/* Pairs without the impossible one, numbered without a gap. */
ALWAYS_INLINE int dense_pair(int width, int total, int bulls)
{
    return pair_of(total, bulls) - (total == width && bulls == width);
}

/* The bitmaps of bulls and of totals, as in answer(). */
ALWAYS_INLINE void meet(const int width, const uint64_t *bits, const uint16_t *tokens, vec *bulls, vec *totals)
{
    vec shared[2][CORRAL_MAX_PLACES];
    UNROLL for (int place = 0; place < width; place++)
    {
        shared[0][place] = vec_load(bits + (size_t)tokens[place] * SLICE_WORDS);
        shared[1][place] = vec_load(bits + (size_t)tokens[width + place] * SLICE_WORDS);
    }
    one_hot(width, shared[0], bulls);
    one_hot(width, shared[1], totals);
}

/* The first lanes of a vector, all at most. */
ALWAYS_INLINE vec first_lanes(uint32_t lanes)
{
    if (lanes >= VEC_LANES)
        return vec_not(vec_zero());
    uint64_t words[VEC_LANES / 64];
    for (uint32_t word = 0; word < VEC_LANES / 64; word++)
        words[word] = lanes >= 64 * (word + 1)  ? ~(uint64_t)0
                      : lanes > 64 * word ? ((uint64_t)1 << (lanes - 64 * word)) - 1
                                          : 0;
    vec mask;
    memcpy(&mask, words, sizeof mask);
    return mask;
}

/* The lanes whose number is larger than `limit`, which the planes can hold. */
ALWAYS_INLINE vec lanes_above(const vec *planes, int used_planes, uint64_t limit)
{
    vec above = vec_zero();
    for (int plane = 0; plane < used_planes; plane++)
        above = limit >> plane & 1 ? vec_and(above, planes[plane]) : vec_or(above, planes[plane]);
    return above;
}

/* Raise `most` to the largest number in the lanes. */
ALWAYS_INLINE void raise_most(uint32_t *most, const vec *planes, int used_planes, vec lanes)
{
    if (*most >> used_planes || !vec_any(lanes))
        return;
    lanes = vec_and(lanes, lanes_above(planes, used_planes, *most));
    if (!vec_any(lanes))
        return;
    uint32_t found = 0;
    for (int plane = used_planes - 1; plane >= 0; plane--) {
        vec set = vec_and(lanes, planes[plane]);
        if (vec_any(set)) {
            lanes = set;
            found |= (uint32_t)1 << plane;
        }
    }
    *most = found;
}

/* From the parts that are not empty, by dense pair, to their number and `most`; the bitmaps are used up. */
ALWAYS_INLINE void tell_parts(const int width, int places, vec *present, uint64_t *parts, uint32_t lanes,
                              most_parts *most)
{
    const int pairs = dense_pair(width, width, width) + 1;
    vec wins = present[dense_pair(width, width, width)], planes[WINS_PLANE];
    UNROLL for (int p = width <= 4 ? 1 : width <= 6 ? width : width == 8 ? 7 : 9; p < width; p++)
        if (places == p)
            wins = present[pair_of(p, p)];
    int used_planes = 0;
    UNROLL for (int plane = 0; plane < WINS_PLANE; plane++)
        if (pairs >> plane) {
            compress(pairs >> plane, present, &planes[plane], present);
            used_planes = plane + 1;
        } else {
            planes[plane] = vec_zero();
        }
    UNROLL for (int plane = 0; plane < WINS_PLANE; plane++)
        vec_store(parts + (size_t)plane * SLICE_WORDS, planes[plane]);
    vec_store(parts + (size_t)WINS_PLANE * SLICE_WORDS, wins);
    const vec used = first_lanes(lanes);
    raise_most(&most->wins, planes, used_planes, vec_and(used, wins));
    raise_most(&most->others, planes, used_planes, vec_andnot(used, wins));
}

/* lanes | totals[t] & bulls[b]. Bulls are no more than the total, and width - 1 of them leave no cow: where one factor
   implies the other, it is enough. */
ALWAYS_INLINE vec join(const int width, vec lanes, int t, int b, const vec *totals, const vec *bulls)
{
    return t == 0           ? vec_or(lanes, totals[0])
           : b >= width - 1 ? vec_or(lanes, bulls[b])
                            : vec_or_and(lanes, totals[t], bulls[b]);
}

/* By total and bulls, so that compilers unroll it. */
ALWAYS_INLINE void clear_pairs(const int width, vec *pairs)
{
    UNROLL for (int t = 0; t <= width; t++)
    {
        UNROLL for (int b = 0; b <= t; b++)
            if (!impossible(width, t, b))
                pairs[dense_pair(width, t, b)] = vec_zero();
    }
}

/* The parts that are not empty, for one vector of guesses. */
ALWAYS_INLINE void join_parts(const int width, const parts_job *job, const uint64_t *bits, vec *present)
{
    const uint16_t *tokens = job->tokens;
    clear_pairs(width, present);
    for (uint32_t left = job->candidates; left; left--, tokens += 2 * width) {
        vec bulls[CORRAL_MAX_PLACES + 1], totals[CORRAL_MAX_PLACES + 1];
        meet(width, bits, tokens, bulls, totals);
        UNROLL for (int t = 0; t <= width; t++)
        {
            UNROLL for (int b = 0; b <= t; b++)
                if (!impossible(width, t, b))
                    present[dense_pair(width, t, b)] =
                        join(width, present[dense_pair(width, t, b)], t, b, totals, bulls);
        }
    }
}

ALWAYS_INLINE void count_parts_of(const int width, const parts_job *job, uint32_t first_block, uint32_t end_block,
                                  most_parts *most)
{
    most_parts known = *most;
    for (uint32_t block = first_block; block < end_block; block++)
        for (uint32_t offset = 0; offset < SLICE_LANES; offset += VEC_LANES) {
            const uint32_t from = block * SLICE_LANES + offset;
            if (from >= job->guesses->count)
                break;
            const uint64_t *bits =
                job->guesses->bits + (size_t)block * job->guesses->tokens * SLICE_WORDS + offset / 64;
            vec present[MAX_PAIRS];
            join_parts(width, job, bits, present);
            tell_parts(width, job->places, present,
                       job->parts + (size_t)block * PARTS_PLANES * SLICE_WORDS + offset / 64,
                       job->guesses->count - from, &known);
        }
    *most = known;
}

/* planes += the number of set hits, of which the first `used` count, an even number. The planes are SLICE_WORDS apart;
   `before` of them are in use, or none are and are not read; the sum needs `after`, one more at most. Returns the
   lanes where it is not zero. */
ALWAYS_INLINE vec add_hits(const int used, int before, int after, uint64_t *planes, const vec *hits)
{
    vec low[3], twos[4], fours[2], carry;
    UNROLL for (int plane = 0; plane < 3; plane++)
        low[plane] = before ? vec_load(planes + plane * SLICE_WORDS) : vec_zero();
    UNROLL for (int i = 0; i < used / 2; i++)
        vec_full_add(&low[0], &twos[i], low[0], hits[2 * i], hits[2 * i + 1]);
    if (used % 4)
        twos[used / 2] = vec_zero();
    vec_full_add(&low[1], &fours[0], low[1], twos[0], twos[1]);
    if (used > 4)
        vec_full_add(&low[1], &fours[1], low[1], twos[2], twos[3]);
    else
        fours[1] = vec_zero();
    vec_full_add(&low[2], &carry, low[2], fours[0], fours[1]);
    vec any = vec_or(vec_or(low[0], low[1]), low[2]);
    UNROLL for (int plane = 0; plane < 3; plane++)
        vec_store(planes + plane * SLICE_WORDS, low[plane]);
    for (int plane = 3; plane < before; plane++) {
        const vec old = vec_load(planes + plane * SLICE_WORDS), sum = vec_xor(old, carry);
        vec_store(planes + plane * SLICE_WORDS, sum);
        any = vec_or(any, sum);
        carry = vec_and(old, carry);
    }
    if (after > 3 && after > before) {
        vec_store(planes + (after - 1) * SLICE_WORDS, carry);
        any = vec_or(any, carry);
    }
    return any;
}

/* `present` gets the parts that are not empty, by dense pair; NULL: not wanted yet. */
ALWAYS_INLINE void add_batch(const int width, const int used, int before, int after, uint64_t *sizes, int size_planes,
                             vec (*hits)[BATCH], vec *present)
{
    for (int pair = 0; pair <= pair_of(width, width); pair++)
        if (pair != pair_of(width, width - 1)) {
            const vec any =
                add_hits(used, before, after, sizes + (size_t)(pair * size_planes) * SLICE_WORDS, hits[pair]);
            if (present)
                present[pair - (pair == pair_of(width, width))] = any;
        }
}

/* At least 3, as many as are written. */
ALWAYS_INLINE int planes_for(uint32_t number)
{
    int planes = 3;
    while (number >> planes)
        planes++;
    return planes;
}

/* The sizes of one vector of guesses, and the parts that are not empty. */
ALWAYS_INLINE void sum_sizes(const int width, const parts_job *job, const uint64_t *bits, uint64_t *sizes, vec *present)
{
    vec hits[MAX_PAIRS][BATCH];
    const uint16_t *tokens = job->tokens;
    const int size_planes = job->size_planes;
    int before = 0;
    for (uint32_t done = 0; done < job->candidates; done += BATCH) {
        const uint32_t left = job->candidates - done;
        const int used = left < BATCH ? (int)left : BATCH, after = planes_for(done + (uint32_t)used);
        for (int slot = 0; slot < used; slot++, tokens += 2 * width)
            answer(width, bits, tokens, hits, slot);
        if (used % 2)
            for (int pair = 0; pair <= pair_of(width, width); pair++)
                hits[pair][used] = vec_zero();
        if (left > BATCH)
            add_batch(width, 8, before, after, sizes, size_planes, hits, NULL);
        else if (used > 6)
            add_batch(width, 8, before, after, sizes, size_planes, hits, present);
        else if (used > 4)
            add_batch(width, 6, before, after, sizes, size_planes, hits, present);
        else if (used > 2)
            add_batch(width, 4, before, after, sizes, size_planes, hits, present);
        else
            add_batch(width, 2, before, after, sizes, size_planes, hits, present);
        before = after;
    }
    for (int pair = 0; pair <= pair_of(width, width) && size_planes > before; pair++)
        for (int plane = before; plane < size_planes; plane++)
            vec_store(sizes + (size_t)(pair * size_planes + plane) * SLICE_WORDS, vec_zero());
    for (int plane = 0; plane < size_planes; plane++)
        vec_store(sizes + (size_t)(pair_of(width, width - 1) * size_planes + plane) * SLICE_WORDS, vec_zero());
}

ALWAYS_INLINE void count_sizes_of(const int width, const parts_job *job, uint32_t first_block, uint32_t end_block,
                                  most_parts *most)
{
    const size_t planes = (size_t)((pair_of(width, width) + 1) * job->size_planes);
    most_parts known = *most;
    for (uint32_t block = first_block; block < end_block; block++)
        for (uint32_t offset = 0; offset < SLICE_LANES; offset += VEC_LANES) {
            const uint32_t from = block * SLICE_LANES + offset;
            if (from >= job->guesses->count)
                break;
            vec present[MAX_PAIRS];
            sum_sizes(width, job,
                      job->guesses->bits + (size_t)block * job->guesses->tokens * SLICE_WORDS + offset / 64,
                      job->sizes + block * planes * SLICE_WORDS + offset / 64, present);
            tell_parts(width, job->places, present,
                       job->parts + (size_t)block * PARTS_PLANES * SLICE_WORDS + offset / 64,
                       job->guesses->count - from, &known);
        }
    *most = known;
}

/* As in lanes.h. */
static void count_parts(const parts_job *job, uint32_t first_block, uint32_t end_block, most_parts *most)
{
    switch (job->width) {
    case 4:
        count_parts_of(4, job, first_block, end_block, most);
        break;
    case 5:
        count_parts_of(5, job, first_block, end_block, most);
        break;
    case 6:
        count_parts_of(6, job, first_block, end_block, most);
        break;
    case 8:
        count_parts_of(8, job, first_block, end_block, most);
        break;
    default:
        count_parts_of(CORRAL_MAX_PLACES, job, first_block, end_block, most);
        break;
    }
}

static void count_sizes(const parts_job *job, uint32_t first_block, uint32_t end_block, most_parts *most)
{
    switch (job->width) {
    case 4:
        count_sizes_of(4, job, first_block, end_block, most);
        break;
    case 5:
        count_sizes_of(5, job, first_block, end_block, most);
        break;
    case 6:
        count_sizes_of(6, job, first_block, end_block, most);
        break;
    case 8:
        count_sizes_of(8, job, first_block, end_block, most);
        break;
    default:
        count_sizes_of(CORRAL_MAX_PLACES, job, first_block, end_block, most);
        break;
    }
}
