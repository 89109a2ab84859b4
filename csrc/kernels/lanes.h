/* Scoring with guesses in the lanes, for few candidates. Included by each level.

   One candidate meets a vector of guesses at once: its tokens' bitmaps give, for each pair of bulls b and total t, the
   lanes with that answer. Eight candidates at a time are added up by carry-save adders into binary counters that are
   themselves bit-sliced (planes of weight 1, 2, 4, ...), so a vector of guesses costs about 5 operations a pair and
   candidate, whatever its width. At the end the planes are turned into bytes, lane by lane, and scored. */

#include "../slices.h"
#include "adders.h"

enum { PLANES = 8, BATCH = 8, VEC_LANES = sizeof(vec) * 8 };

ALWAYS_INLINE int pair_of(int total, int bulls)
{
    return total * (total + 1) / 2 + bulls;
}

/* One place left makes no cow, and where the kernel is wider than the game there is no such total. */
ALWAYS_INLINE bool impossible(int width, int total, int bulls)
{
    return total == width && bulls == width - 1;
}

/* hits[pair][slot]: the lanes whose guess has that answer to a candidate. */
ALWAYS_INLINE void answer(const int width, const uint64_t *bits, const uint16_t *tokens, vec (*hits)[BATCH], int slot)
{
    vec shared[2][CORRAL_MAX_PLACES], bulls[CORRAL_MAX_PLACES + 1], totals[CORRAL_MAX_PLACES + 1];
    UNROLL for (int place = 0; place < width; place++)
    {
        shared[0][place] = vec_load(bits + (size_t)tokens[place] * SLICE_WORDS);
        shared[1][place] = vec_load(bits + (size_t)tokens[width + place] * SLICE_WORDS);
    }
    one_hot(width, shared[0], bulls);
    one_hot(width, shared[1], totals);
    UNROLL for (int t = 0; t <= width; t++)
    {
        UNROLL for (int b = 0; b <= t; b++)
            if (!impossible(width, t, b))
                hits[pair_of(t, b)][slot] = vec_and(totals[t], bulls[b]);
    }
}

/* planes += the number of set hits. */
ALWAYS_INLINE void count_batch(vec *planes, const vec *hits, int used_planes)
{
    vec twos[4], fours[2], carry;
    vec_full_add(&planes[0], &twos[0], planes[0], hits[0], hits[1]);
    vec_full_add(&planes[0], &twos[1], planes[0], hits[2], hits[3]);
    vec_full_add(&planes[0], &twos[2], planes[0], hits[4], hits[5]);
    vec_full_add(&planes[0], &twos[3], planes[0], hits[6], hits[7]);
    vec_full_add(&planes[1], &fours[0], planes[1], twos[0], twos[1]);
    vec_full_add(&planes[1], &fours[1], planes[1], twos[2], twos[3]);
    vec_full_add(&planes[2], &carry, planes[2], fours[0], fours[1]);
    for (int plane = 3; plane < used_planes; plane++) {
        vec sum = vec_xor(planes[plane], carry);
        carry = vec_and(planes[plane], carry);
        planes[plane] = sum;
    }
}

/* Scores of one vector of guesses from the size of each part, sizes[pair][lane]. */
ALWAYS_INLINE void score_sizes(const int width, const lanes_job *job, uint8_t (*sizes)[VEC_LANES], uint32_t from)
{
    uint32_t lanes = job->guesses->count - from;
    if (lanes > VEC_LANES)
        lanes = VEC_LANES;
    const int pairs = pair_of(width, width) + 1;
    if (job->scores.parts) {
        uint8_t parts[VEC_LANES] = {0};
        for (int pair = 0; pair < pairs; pair++)
            for (int lane = 0; lane < VEC_LANES; lane++)
                parts[lane] = (uint8_t)(parts[lane] + (sizes[pair][lane] > 0));
        for (uint32_t lane = 0; lane < lanes; lane++)
            job->scores.parts[from + lane] = parts[lane];
    }
    if (job->scores.largest) {
        uint8_t largest[VEC_LANES] = {0};
        for (int pair = 0; pair < pairs; pair++)
            for (int lane = 0; lane < VEC_LANES; lane++)
                largest[lane] = sizes[pair][lane] > largest[lane] ? sizes[pair][lane] : largest[lane];
        for (uint32_t lane = 0; lane < lanes; lane++)
            job->scores.largest[from + lane] = largest[lane];
    }
    if (job->scores.squares) {
        uint16_t squares[VEC_LANES] = {0}; /* at most 255^2 */
        for (int pair = 0; pair < pairs; pair++)
            for (int lane = 0; lane < VEC_LANES; lane++)
                squares[lane] = (uint16_t)(squares[lane] + sizes[pair][lane] * sizes[pair][lane]);
        for (uint32_t lane = 0; lane < lanes; lane++)
            job->scores.squares[from + lane] = squares[lane];
    }
    if (job->scores.nlogn && job->twin_nlogn) {
        enum { MAX_TWINS = (MAX_PAIRS + 1) / 2 };
        uint16_t twins[MAX_TWINS][VEC_LANES];
        for (int pair = 0; pair < pairs; pair += 2)
            for (int lane = 0; lane < VEC_LANES; lane++)
                twins[pair / 2][lane] = (uint16_t)(sizes[pair][lane] + (sizes[pair + 1][lane] << TWIN_BITS));
        for (uint32_t lane = 0; lane < lanes; lane++) {
            uint64_t sum = 0;
            UNROLL for (int twin = 0; twin < (pairs + 1) / 2; twin++)
                sum += job->twin_nlogn[twins[twin][lane]];
            job->scores.nlogn[from + lane] = sum;
        }
    } else if (job->scores.nlogn) {
        for (uint32_t lane = 0; lane < lanes; lane++) {
            uint64_t sum = 0;
            UNROLL for (int pair = 0; pair < pairs; pair++)
                sum += job->nlogn[sizes[pair][lane]];
            job->scores.nlogn[from + lane] = sum;
        }
    }
}

ALWAYS_INLINE void score_lanes_of(const int width, const lanes_job *job, uint32_t first_block, uint32_t end_block)
{
    const int pairs = pair_of(width, width) + 1;
    const uint32_t candidates = job->candidates;
    vec(*hits)[BATCH] = job->scratch;
    vec(*planes)[PLANES] = (void *)(hits + pairs);
    uint8_t(*sizes)[VEC_LANES] = (void *)(planes + pairs);
    int used_planes = 3;
    while (candidates >> used_planes)
        used_planes++;
    memset(sizes[pair_of(width, width - 1)], 0, VEC_LANES);
    memset(sizes[pairs], 0, VEC_LANES); /* makes the number of pairs even */
    for (uint32_t block = first_block; block < end_block; block++)
        for (uint32_t offset = 0; offset < SLICE_LANES; offset += VEC_LANES) {
            uint32_t from = block * SLICE_LANES + offset;
            if (from >= job->guesses->count)
                break;
            const uint64_t *bits =
                job->guesses->bits + (size_t)block * job->guesses->tokens * SLICE_WORDS + offset / 64;
            memset(planes, 0, (size_t)pairs * sizeof *planes);
            for (uint32_t candidate = 0; candidate < candidates; candidate += BATCH) {
                int used = candidates - candidate < BATCH ? (int)(candidates - candidate) : BATCH;
                if (used < BATCH)
                    memset(hits, 0, (size_t)pairs * sizeof *hits);
                for (int slot = 0; slot < used; slot++)
                    answer(width, bits, job->tokens + (candidate + (uint32_t)slot) * 2 * (uint32_t)width, hits, slot);
                UNROLL for (int t = 0; t <= width; t++)
                {
                    UNROLL for (int b = 0; b <= t; b++)
                        if (!impossible(width, t, b))
                            count_batch(planes[pair_of(t, b)], hits[pair_of(t, b)], used_planes);
                }
            }
            UNROLL for (int t = 0; t <= width; t++)
            {
                UNROLL for (int b = 0; b <= t; b++)
                    if (!impossible(width, t, b))
                        vec_to_bytes(planes[pair_of(t, b)], used_planes, sizes[pair_of(t, b)]);
            }
            score_sizes(width, job, sizes, from);
        }
}

/* Compiled for each width apart, so that the adders unroll into registers. */
static void score_lanes(const lanes_job *job, uint32_t first_block, uint32_t end_block)
{
    switch (job->width) {
    case 4:
        score_lanes_of(4, job, first_block, end_block);
        break;
    case 5:
        score_lanes_of(5, job, first_block, end_block);
        break;
    case 6:
        score_lanes_of(6, job, first_block, end_block);
        break;
    case 8:
        score_lanes_of(8, job, first_block, end_block);
        break;
    default:
        score_lanes_of(CORRAL_MAX_PLACES, job, first_block, end_block);
        break;
    }
}
