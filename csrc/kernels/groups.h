/* Scoring with candidates in the lanes, for many candidates. Included by each level.

   The guesses of a group have the same symbols, hence the same totals against every candidate: the lanes with total
   t are marked once a group, in job->totals. A guess then adds up its own bitmaps of the first kind to find the lanes
   with b bulls, and a part's size is the number of lanes marked by both. Only the pairs with 1 <= b <= t are
   counted, without those of t = width and b >= width - 1: no bulls is the rest of a total, width - 1 bulls and a cow
   is impossible, and all bulls is the guess itself, which is a candidate once at most. In a game of fewer places than
   the kernel is wide no total is that large, and those sizes are 0. */

#include "../slices.h"
#include "adders.h"

/* Counted pairs have slots, from 0 on: those of total 1, of total 2, ... */
ALWAYS_INLINE int slots_of(int width)
{
    return width * (width - 1) / 2 + width - 2;
}

ALWAYS_INLINE int slot_of(int total, int bulls)
{
    return total * (total - 1) / 2 + bulls - 1;
}

ALWAYS_INLINE bool counted(int width, int total, int bulls)
{
    return bulls >= 1 && bulls <= total && !(total == width && bulls >= width - 1);
}

enum { MAX_SLOTS = MAX_WIDTH * (MAX_WIDTH - 1) / 2 + MAX_WIDTH - 2, COUNTERS = (MAX_SLOTS + 7) / 8 * 8 };

/* Counters hold COUNTER_BLOCKS blocks, so lanes are counted in runs of so many. */
ALWAYS_INLINE uint32_t end_of_run(uint32_t first, uint32_t blocks)
{
    return blocks - first > COUNTER_BLOCKS ? first + COUNTER_BLOCKS : blocks;
}

/* Mark the lanes of every total and count them. */
ALWAYS_INLINE void mark_totals(const int width, const group_job *job, const uint16_t *second_kind, uint32_t *sizes)
{
    const corral_slices *slices = job->candidates;
    sizes[0] = slices->count;
    for (int t = 1; t <= width; t++)
        sizes[t] = 0;
    for (uint32_t first = 0; first < slices->blocks;) {
        uint32_t end = end_of_run(first, slices->blocks);
        counter counters[CORRAL_MAX_PLACES + 1];
        UNROLL for (int t = 1; t <= width; t++)
            counters[t] = counter_zero();
        for (uint32_t block = first; block < end; block++)
            for (uint32_t word = 0; word < SLICE_WORDS; word += sizeof(vec) / 8) {
                const uint64_t *bits = slices->bits + (size_t)block * slices->tokens * SLICE_WORDS + word;
                uint64_t *marks = job->totals + (size_t)block * (size_t)width * SLICE_WORDS + word;
                vec shared[CORRAL_MAX_PLACES], totals[CORRAL_MAX_PLACES + 1];
                UNROLL for (int place = 0; place < width; place++)
                    shared[place] = vec_load(bits + (size_t)second_kind[place] * SLICE_WORDS);
                one_hot(width, shared, totals);
                UNROLL for (int t = 1; t <= width; t++)
                {
                    vec_store(marks + (size_t)(t - 1) * SLICE_WORDS, totals[t]);
                    counters[t] = counter_add(counters[t], totals[t]);
                }
            }
        UNROLL for (int t = 1; t <= width; t++)
            sizes[t] += counter_sum(counters[t]);
        first = end;
    }
    for (int t = 1; t <= width; t++)
        sizes[0] -= sizes[t];
}

/* Count the lanes of the pairs that are counted, by slot. */
ALWAYS_INLINE void count_pairs(const int width, const group_job *job, const uint16_t *tokens, uint32_t *counts)
{
    const corral_slices *slices = job->candidates;
    const int slots = slots_of(width);
    UNROLL for (int slot = 0; slot < slots; slot++)
        counts[slot] = 0;
    for (uint32_t first = 0; first < slices->blocks;) {
        uint32_t end = end_of_run(first, slices->blocks);
        counter counters[COUNTERS];
        UNROLL for (int slot = 0; slot < (slots + 7) / 8 * 8; slot++)
            counters[slot] = counter_zero();
        for (uint32_t block = first; block < end; block++)
            for (uint32_t word = 0; word < SLICE_WORDS; word += sizeof(vec) / 8) {
                const uint64_t *bits = slices->bits + (size_t)block * slices->tokens * SLICE_WORDS + word;
                const uint64_t *marks = job->totals + (size_t)block * (size_t)width * SLICE_WORDS + word;
                vec shared[CORRAL_MAX_PLACES], bulls[CORRAL_MAX_PLACES + 1];
                UNROLL for (int place = 0; place < width; place++)
                    shared[place] = vec_load(bits + (size_t)tokens[place] * SLICE_WORDS);
                one_hot(width, shared, bulls);
                UNROLL for (int t = 1; t <= width; t++)
                {
                    vec mark = vec_load(marks + (size_t)(t - 1) * SLICE_WORDS);
                    UNROLL for (int b = 1; b <= t; b++)
                        if (counted(width, t, b))
                            counters[slot_of(t, b)] =
                                counter_add(counters[slot_of(t, b)], vec_and(mark, bulls[b]));
                }
            }
        UNROLL for (int slot = 0; slot < slots; slot += 8)
            counter_sums(counters + slot, slots - slot < 8 ? slots - slot : 8, counts + slot);
        first = end;
    }
}

ALWAYS_INLINE void score_group_of(const int width, const group_job *job, const uint16_t *second_kind,
                                  const group_guess *guesses, uint32_t count)
{
    uint32_t totals[CORRAL_MAX_PLACES + 1];
    mark_totals(width, job, second_kind, totals);
    for (uint32_t g = 0; g < count; g++) {
        uint32_t counts[COUNTERS];
        count_pairs(width, job, guesses[g].tokens, counts);
        uint32_t parts = 0, largest = 0;
        uint64_t squares = 0, nlogn = 0;
        UNROLL for (int t = 0; t <= width; t++)
        {
            uint32_t rest = totals[t] - (t == width ? guesses[g].wins : 0);
            UNROLL for (int b = 1; b <= t; b++)
                if (counted(width, t, b))
                    rest -= counts[slot_of(t, b)];
            UNROLL for (int b = 0; b <= t; b++)
            {
                uint32_t size = b == 0                  ? rest
                                : counted(width, t, b) ? counts[slot_of(t, b)]
                                : b == width           ? guesses[g].wins
                                                       : 0;
                parts += size > 0;
                largest = size > largest ? size : largest;
                squares += (uint64_t)size * size;
                nlogn += job->nlogn ? job->nlogn[size] : 0;
            }
        }
        uint32_t output = guesses[g].output;
        if (job->scores.parts)
            job->scores.parts[output] = parts;
        if (job->scores.largest)
            job->scores.largest[output] = largest;
        if (job->scores.squares)
            job->scores.squares[output] = squares;
        if (job->scores.nlogn)
            job->scores.nlogn[output] = nlogn;
    }
}

/* As in lanes.h. */
static void score_group(const group_job *job, const uint16_t *second_kind, const group_guess *guesses, uint32_t count)
{
    switch (job->width) {
    case 4:
        score_group_of(4, job, second_kind, guesses, count);
        break;
    case 5:
        score_group_of(5, job, second_kind, guesses, count);
        break;
    case 6:
        score_group_of(6, job, second_kind, guesses, count);
        break;
    case 8:
        score_group_of(8, job, second_kind, guesses, count);
        break;
    default:
        score_group_of(CORRAL_MAX_PLACES, job, second_kind, guesses, count);
        break;
    }
}
