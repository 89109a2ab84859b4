/* The exact search, done without a thought.

   With W(S) the weight of the candidates S, and steps[t] what it costs not to be found by guess t + 1,

       R(S, t) = min over guesses g of  steps[t] * (W(S) - weight of what g finds) + sum over the other parts of
                                        R(part, t + 1)
       R({s}, t) = 0                    the next guess finds it

   over all guesses that part S or find a candidate; a guess of the opener is the only one at its depth, whatever it
   does, and is asked of a single candidate too. A candidate that is not found where the step is forbidden makes the
   sum forbidden, also if it weighs nothing.

   The definition is followed to the letter: no symmetry, no bounds, no order. R is kept by the exact set and by t;
   times from which on no step differs and no opener plays are one. A set is a bit per candidate. This takes up to
   20000 sets for the games of about 60 codes, at some 10 microseconds each, and a few times that many where every
   time is one of its own. */

#include "brute.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

typedef struct bits {
    uint64_t low, high;
} bits;

static const bits none = {0, 0};

typedef struct entry {
    bits set; /* never empty, once in use */
    uint32_t time;
    int64_t value;
} entry;

/* A guess as the candidates see it. */
typedef struct parting {
    bits found;
    bits *parts; /* that are not empty, the candidate that it finds left out */
    uint32_t count;
} parting;

typedef struct brute {
    const corral_position *position;
    const corral_schedule *schedule;
    parting *guesses;
    bits *parts; /* of all guesses */
    uint32_t guess_count;
    uint32_t times; /* that differ */
    entry *entries;
    size_t used, capacity; /* a power of two */
    size_t most;
    bool gave_up;
} brute;

static size_t sets_taken;

static bits both(bits a, bits b)
{
    return (bits){a.low & b.low, a.high & b.high};
}

static bool same(bits a, bits b)
{
    return a.low == b.low && a.high == b.high;
}

static bits candidate_bit(uint32_t i)
{
    return i < 64 ? (bits){(uint64_t)1 << i, 0} : (bits){0, (uint64_t)1 << (i - 64)};
}

static bits first_bits(uint32_t count)
{
    bits all = none;
    for (uint32_t i = 0; i < count; i++) {
        all.low |= candidate_bit(i).low;
        all.high |= candidate_bit(i).high;
    }
    return all;
}

static bool is_single(bits set)
{
    return set.high ? !set.low && !(set.high & (set.high - 1)) : !(set.low & (set.low - 1));
}

static uint64_t weight_of(const brute *b, bits set)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < BRUTE_CANDIDATES; i++)
        if (!same(both(set, candidate_bit(i)), none))
            sum += b->position->weights ? b->position->weights[i] : 1;
    return sum;
}

static int64_t step_at(const corral_schedule *schedule, uint32_t t)
{
    return schedule->steps[t < schedule->count ? t : schedule->count - 1];
}

/* Where an entry is, or would be. */
static entry *entry_of(entry *entries, size_t capacity, bits set, uint32_t time)
{
    uint64_t hash = (set.low * 0x9e3779b97f4a7c15u ^ set.high * 0xbf58476d1ce4e5b9u) + time * 0x94d049bb133111ebu;
    size_t at = (size_t)(hash ^ hash >> 29 ^ hash >> 43) & (capacity - 1);
    while (!same(entries[at].set, none) && !(same(entries[at].set, set) && entries[at].time == time))
        at = (at + 1) & (capacity - 1);
    return &entries[at];
}

static entry *new_entries(size_t capacity)
{
    return memset(take(capacity, sizeof(entry)), 0, capacity * sizeof(entry));
}

static void keep(brute *b, bits set, uint32_t time, int64_t value)
{
    if (2 * b->used >= b->capacity) {
        entry *larger = new_entries(4 * b->capacity);
        for (size_t i = 0; i < b->capacity; i++)
            if (!same(b->entries[i].set, none))
                *entry_of(larger, 4 * b->capacity, b->entries[i].set, b->entries[i].time) = b->entries[i];
        free(b->entries);
        b->entries = larger;
        b->capacity *= 4;
    }
    *entry_of(b->entries, b->capacity, set, time) = (entry){.set = set, .time = time, .value = value};
    b->gave_up = ++b->used > b->most;
}

static int64_t least(brute *b, bits set, uint32_t t);

/* The least cost of the trees that begin with a guess. */
static int64_t least_with(brute *b, bits set, uint32_t t, const parting *guess, uint64_t weight, bool forced)
{
    const int64_t step = step_at(b->schedule, t);
    const bits found = both(set, guess->found);
    if (!same(found, set) && step == CORRAL_FORBIDDEN)
        return CORRAL_FORBIDDEN;
    int64_t sum = same(found, set) ? 0 : step * (int64_t)(weight - weight_of(b, found));
    for (uint32_t i = 0; i < guess->count; i++) {
        const bits part = both(set, guess->parts[i]);
        if (same(part, none))
            continue;
        if (same(part, set) && !forced)
            return CORRAL_FORBIDDEN; /* it tells nothing */
        const int64_t cost = least(b, part, t + 1);
        if (cost == CORRAL_FORBIDDEN || b->gave_up)
            return CORRAL_FORBIDDEN;
        sum += cost;
    }
    return sum;
}

static int64_t least(brute *b, bits set, uint32_t t)
{
    const bool forced = t < b->position->opener_count;
    if (is_single(set) && !forced)
        return 0;
    const uint32_t time = t < b->times ? t : b->times;
    const entry *known = entry_of(b->entries, b->capacity, set, time);
    if (!same(known->set, none))
        return known->value;

    const uint64_t weight = weight_of(b, set);
    int64_t best = CORRAL_FORBIDDEN;
    for (uint32_t g = 0; g < b->guess_count && !b->gave_up; g++) {
        if (forced && g != b->position->opener[t])
            continue;
        if (!forced && b->position->consistent && same(both(set, b->guesses[g].found), none))
            continue;
        const int64_t cost = least_with(b, set, t, &b->guesses[g], weight, forced);
        best = cost < best ? cost : best;
    }
    if (!b->gave_up)
        keep(b, set, time, best);
    return best;
}

/* The parts that the guesses make of all candidates. */
static void part_all(brute *b, const corral_matrix *game, uint32_t count)
{
    b->guess_count = game->guesses;
    b->guesses = take(game->guesses, sizeof *b->guesses);
    b->parts = take((size_t)game->guesses * count, sizeof *b->parts);
    bits *next = b->parts;
    for (uint32_t g = 0; g < game->guesses; g++) {
        bits classes[256];
        memset(classes, 0, sizeof classes);
        for (uint32_t i = 0; i < count; i++) {
            bits *class = &classes[game->table[(size_t)g * game->secrets + brute_candidate(b->position, i)]];
            class->low |= candidate_bit(i).low;
            class->high |= candidate_bit(i).high;
        }
        b->guesses[g] = (parting){.found = classes[game->classes - 1], .parts = next};
        for (uint32_t class = 0; class + 1 < game->classes; class++)
            if (!same(classes[class], none))
                *next++ = classes[class];
        b->guesses[g].count = (uint32_t)(next - b->guesses[g].parts);
    }
}

/* From this time on nothing changes but the set. */
static uint32_t times_of(const corral_position *position, const corral_schedule *schedule)
{
    uint32_t last = schedule->count - 1;
    while (last > 0 && schedule->steps[last - 1] == schedule->steps[last])
        last--;
    return last > position->opener_count ? last : position->opener_count;
}

bool brute_solve(const corral_matrix *game, const corral_position *position, const corral_schedule *schedule,
                 size_t most_sets, int64_t *value)
{
    const uint32_t count = brute_count(game, position);
    if (count > BRUTE_CANDIDATES)
        return false;
    brute b = {.position = position, .schedule = schedule, .most = most_sets, .capacity = 64};
    b.times = times_of(position, schedule);
    b.entries = new_entries(b.capacity);
    part_all(&b, game, count);
    *value = least(&b, first_bits(count), 0);
    sets_taken = b.used;
    free(b.entries);
    free(b.guesses);
    free(b.parts);
    return !b.gave_up;
}

size_t brute_sets(void)
{
    return sets_taken;
}

/* The child of a node for an answer, or 0. */
static uint32_t child_of(const corral_tree *tree, uint32_t node, unsigned class)
{
    for (uint32_t child = tree->first[node]; child < tree->first[node + 1]; child++)
        if (tree->label[child] == class)
            return child;
    return 0;
}

/* Is the tree in breadth-first order, its labels ascending, and never that of the winning class? */
static bool is_ordered(const corral_matrix *game, const corral_tree *tree)
{
    bool sound = CHECK(tree->nodes > 0) && CHECK(tree->label[0] == 0) && CHECK(tree->first[0] == 1) &&
                 CHECK(tree->first[tree->nodes] == tree->nodes);
    for (uint32_t node = 0; sound && node < tree->nodes; node++) {
        const uint32_t first = tree->first[node], end = tree->first[node + 1];
        sound = CHECK(tree->guess[node] < game->guesses) && CHECK(first > node && first <= end && end <= tree->nodes);
        for (uint32_t child = first; sound && child < end; child++)
            sound = CHECK(tree->label[child] + 1u < game->classes) &&
                    CHECK(child == first || tree->label[child - 1] < tree->label[child]);
    }
    return sound;
}

/* May each node ask what it asks? `found` tells how many candidates it finds, `depths` what was asked before. */
static bool is_allowed(const corral_position *position, const corral_tree *tree, const uint32_t *found,
                       const uint32_t *depths)
{
    bool sound = true;
    for (uint32_t node = 0; sound && node < tree->nodes; node++) {
        const uint32_t children = tree->first[node + 1] - tree->first[node];
        if (depths[node] < position->opener_count)
            sound = CHECK(tree->guess[node] == position->opener[depths[node]]);
        else
            sound = CHECK(found[node] || children > 1) && CHECK(found[node] || !position->consistent);
    }
    return sound;
}

brute_play brute_replay(const corral_matrix *game, const corral_position *position, const corral_schedule *schedule,
                        const corral_tree *tree)
{
    brute_play play = {.sound = is_ordered(game, tree)};
    if (!play.sound)
        return play;
    uint32_t *counts = take(tree->nodes, 3 * sizeof *counts), *found = counts + tree->nodes;
    uint32_t *depths = found + tree->nodes;
    memset(counts, 0, 3 * tree->nodes * sizeof *counts);
    for (uint32_t i = 0; i < brute_count(game, position) && play.sound; i++) {
        const uint32_t secret = brute_candidate(position, i);
        int64_t each = 0;
        bool late = false;
        for (uint32_t node = 0, t = 0;; t++) {
            const unsigned class = game->table[(size_t)tree->guess[node] * game->secrets + secret];
            counts[node]++;
            depths[node] = t;
            play.depth = t + 1 > play.depth ? t + 1 : play.depth;
            if (class + 1 == game->classes) {
                found[node]++;
                break;
            }
            late = late || step_at(schedule, t) == CORRAL_FORBIDDEN;
            each += late ? 0 : step_at(schedule, t);
            node = child_of(tree, node, class);
            play.sound = CHECK(node != 0);
            if (!play.sound)
                break;
        }
        if (late || play.cost == CORRAL_FORBIDDEN)
            play.cost = CORRAL_FORBIDDEN;
        else
            play.cost += each * (int64_t)(position->weights ? position->weights[i] : 1);
    }
    for (uint32_t node = 0; node < tree->nodes && play.sound; node++)
        play.sound = CHECK(counts[node] == tree->size[node]) && CHECK(tree->size[node] > 0);
    play.sound = play.sound && is_allowed(position, tree, found, depths);
    free(counts);
    return play;
}
