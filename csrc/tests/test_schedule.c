/* Schedules as stages, against the steps read one by one. */

#include "exact/schedule.h"

#include "check.h"
#include "exact_units.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { READ_STEPS = 40, MOST_UNIT_DEPTH = 14, DRAWN = 3000, NAMED = 144, MOST_STAGES = MOST_UNIT_STEPS };

/* What a search sees of a schedule: the first steps, and the last one of them for ever. Nothing is reached after a
   forbidden one, and no step beyond the depth. */
typedef struct plain_steps {
    int64_t steps[READ_STEPS];
} plain_steps;

static plain_steps read_steps(const int64_t *steps, uint32_t count, uint64_t depth)
{
    plain_steps read;
    bool over = false;
    for (uint32_t t = 0; t < READ_STEPS; t++) {
        uint32_t at = t < depth ? t : (uint32_t)depth;
        at = at < count ? at : count - 1;
        over = over || steps[at] == CORRAL_FORBIDDEN;
        read.steps[t] = over ? CORRAL_FORBIDDEN : steps[at];
    }
    return read;
}

/* The steps from t on. */
static plain_steps rest_of(const plain_steps *read, uint32_t t)
{
    plain_steps rest;
    for (uint32_t i = 0; i < READ_STEPS; i++)
        rest.steps[i] = read->steps[t + i < READ_STEPS ? t + i : READ_STEPS - 1];
    return rest;
}

static bool same_rest(const plain_steps *a, const plain_steps *b)
{
    return !memcmp(a->steps, b->steps, sizeof a->steps);
}

static bool all_are(const plain_steps *rest, uint32_t from, int64_t step)
{
    for (uint32_t t = from; t < READ_STEPS; t++)
        if (rest->steps[t] != step)
            return false;
    return true;
}

static schedule_stages make_stages(const int64_t *steps, uint32_t count, uint64_t depth)
{
    schedule_stages stages = {0, NULL, 0};
    CHECK(corral_stages_make(&stages, &(corral_schedule){steps, count}, depth) == CORRAL_OK && stages.stages);
    return stages;
}

/* As few stages as there are rests, each with its step. */
static void check_stages(const plain_steps *read, const schedule_stages *stages)
{
    uint32_t least = 0;
    while (!all_are(read, least, read->steps[least]))
        least++;
    CHECK(stages->last == least);
    for (uint32_t t = 0; t < READ_STEPS - 1; t++) {
        const schedule_stage *stage = &stages->stages[corral_stage_after(stages, t)];
        CHECK(stage->step == read->steps[t]);
        CHECK(stage->flat == (stage->step == CORRAL_FORBIDDEN || all_are(read, t + 1, 0)));
    }
}

/* The stages of the same steps with another one where they are forbidden have the relaxed keys as their own. */
static void check_relaxed(const plain_steps *read, const schedule_stages *stages)
{
    plain_steps relaxed = *read;
    bool limited = false;
    int64_t allowed = 0;
    for (uint32_t t = 0; t < READ_STEPS; t++) {
        limited = limited || read->steps[t] == CORRAL_FORBIDDEN;
        allowed = limited ? allowed : read->steps[t];
    }
    for (uint32_t t = 0; t < READ_STEPS; t++)
        relaxed.steps[t] = read->steps[t] == CORRAL_FORBIDDEN ? allowed : read->steps[t];
    schedule_stages of_relaxed = make_stages(relaxed.steps, READ_STEPS, READ_STEPS);
    for (uint32_t t = 0; t < READ_STEPS; t++) {
        const uint64_t key = stages->stages[corral_stage_after(stages, t)].relaxed;
        if (!limited || all_are(&relaxed, t, 0))
            CHECK(key == 0);
        else
            CHECK(key && key == of_relaxed.stages[corral_stage_after(&of_relaxed, t)].key);
        CHECK(of_relaxed.stages[corral_stage_after(&of_relaxed, t)].relaxed == 0);
    }
    corral_stages_clear(&of_relaxed);
}

/* A secret that is found as late as it may be costs no more; and it is told within a step. */
static void check_dearest(const int64_t *steps, uint32_t count, uint64_t depth, int64_t dearest)
{
    int64_t sum = 0;
    for (uint64_t t = 0; t + 1 < depth; t++) {
        const int64_t step = steps[t < count ? t : count - 1];
        if (step == CORRAL_FORBIDDEN)
            break;
        sum = plain_sum(sum, step);
    }
    const int64_t next = depth ? steps[depth - 1 < count ? depth - 1 : count - 1] : 0;
    CHECK(dearest >= sum && dearest <= plain_sum(sum, next));
}

typedef struct pooled {
    plain_steps rest;
    uint64_t key;
} pooled;

static int by_key(const void *a, const void *b)
{
    const pooled *left = a, *right = b;
    return left->key < right->key ? -1 : left->key > right->key;
}

static int by_rest(const void *a, const void *b)
{
    return memcmp(&((const pooled *)a)->rest, &((const pooled *)b)->rest, sizeof(plain_steps));
}

/* Equal keys, equal rests: looked at in the order of the keys. And the other way round. */
static void check_keys(pooled *pool, size_t count)
{
    size_t met = 0;
    qsort(pool, count, sizeof *pool, by_key);
    for (size_t i = 1; i < count; i++)
        if (pool[i].key == pool[i - 1].key) {
            CHECK(same_rest(&pool[i].rest, &pool[i - 1].rest));
            met++;
        }
    qsort(pool, count, sizeof *pool, by_rest);
    for (size_t i = 1; i < count; i++)
        if (same_rest(&pool[i].rest, &pool[i - 1].rest))
            CHECK(pool[i].key == pool[i - 1].key);
    CHECK(met > count / 10 && met < count - count / 10); /* or the test is worth little */
}

static size_t check_schedule(const int64_t *steps, uint32_t count, uint64_t depth, pooled *pool)
{
    const plain_steps read = read_steps(steps, count, depth);
    schedule_stages stages = make_stages(steps, count, depth);
    check_stages(&read, &stages);
    check_relaxed(&read, &stages);
    check_dearest(steps, count, depth, stages.dearest);
    for (uint32_t t = 0; t <= stages.last; t++)
        pool[t] = (pooled){rest_of(&read, t), stages.stages[t].key};
    const size_t added = (size_t)stages.last + 1;
    corral_stages_clear(&stages);
    CHECK(!stages.stages);
    return added;
}

/* The schedules that are asked for most, with depths around where they end. */
static size_t add_named(pooled *pool)
{
    enum { LONGEST = 6, KINDS = 6 };
    static const int64_t first[KINDS] = {1, 1, 0, 0, 1, 1000}; /* at every depth */
    static const int64_t late[KINDS] = {1, 1, 0, 1, 1, 1000};  /* but at the last one but one */
    static const int64_t last[KINDS] = {1, CORRAL_FORBIDDEN, CORRAL_FORBIDDEN, 0, 1000, 1};
    size_t count = 0;
    for (uint32_t limit = 1; limit <= LONGEST; limit++)
        for (int kind = 0; kind < KINDS; kind++) {
            int64_t steps[LONGEST + 1];
            for (uint32_t t = 0; t < limit; t++)
                steps[t] = t + 1 < limit ? first[kind] : late[kind];
            steps[limit] = last[kind];
            for (uint64_t depth = limit - 1; depth <= limit + 2; depth++)
                count += check_schedule(steps, limit + 1, depth, pool + count);
        }
    return count;
}

static void test_random(void)
{
    static const int64_t mosts[] = {1, 3, 1000, (int64_t)1 << 40, CORRAL_FORBIDDEN - 1};
    pooled *pool = take((NAMED + DRAWN) * MOST_STAGES, sizeof *pool);
    check_about("keys of schedules");
    size_t count = add_named(pool);
    for (int i = 0; i < (check_quick() ? DRAWN / 10 : DRAWN); i++) {
        const unit_steps drawn = draw_steps(mosts[random_below(5)]);
        count += check_schedule(drawn.steps, drawn.count, random_below(MOST_UNIT_DEPTH + 1), pool + count);
    }
    check_keys(pool, count);
    free(pool);
}

/* Depths far beyond the steps. */
static void test_dearest(void)
{
    static const struct {
        int64_t steps[3];
        uint64_t depth;
        int64_t low, high;
    } cases[] = {
        {{0, 0, 0}, UINT64_MAX, 0, 0},
        {{5, 7, 0}, UINT64_MAX, 12, 12},
        {{1, 1, 1}, 1000001, 1000000, 1000001},
        {{1, 1, 1}, UINT64_MAX, CORRAL_FORBIDDEN, CORRAL_FORBIDDEN},
        {{5, 7, CORRAL_FORBIDDEN}, UINT64_MAX, 12, 12},
        {{5, 7, CORRAL_FORBIDDEN}, 2, 5, 5},
        {{CORRAL_FORBIDDEN, 7, 7}, UINT64_MAX, 0, 0},
        {{CORRAL_FORBIDDEN - 1, 2, 2}, 2, CORRAL_FORBIDDEN - 1, CORRAL_FORBIDDEN - 1},
        {{CORRAL_FORBIDDEN - 1, 2, 0}, 3, CORRAL_FORBIDDEN, CORRAL_FORBIDDEN},
        {{0, 0, (int64_t)1 << 20}, ((uint64_t)1 << 36) + 100, CORRAL_FORBIDDEN, CORRAL_FORBIDDEN},
        {{0, 0, (int64_t)1 << 20}, ((uint64_t)1 << 35) + 3, CORRAL_FORBIDDEN / 2, CORRAL_FORBIDDEN / 2 + (1 << 20)},
    };
    check_about("the dearest secret");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        schedule_stages stages = make_stages(cases[i].steps, 3, cases[i].depth);
        CHECK(stages.dearest >= cases[i].low && stages.dearest <= cases[i].high);
        corral_stages_clear(&stages);
    }
}

static corral_status status_of(const int64_t *steps, uint32_t count, uint64_t depth)
{
    schedule_stages stages = {0, NULL, 0};
    const corral_status status = corral_stages_make(&stages, &(corral_schedule){steps, count}, depth);
    CHECK((status == CORRAL_OK) == (stages.stages != NULL));
    corral_stages_clear(&stages);
    return status;
}

static void test_refused(void)
{
    static const int64_t bad[][3] = {
        {-1, 1, 1},        {1, 1, -1}, {CORRAL_FORBIDDEN, -1, 1},           {CORRAL_FORBIDDEN + 1, 1, 1},
        {1, 1, INT64_MAX}, {1, INT64_MIN, 1}, {1, 1, CORRAL_FORBIDDEN + 1}, {CORRAL_FORBIDDEN, 1, INT64_MAX},
    };
    check_about("schedules to refuse");
    CHECK(status_of(bad[0], 0, 10) == CORRAL_INVALID);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(status_of(bad[i], 3, 10) == CORRAL_INVALID);
    CHECK(status_of(&bad[0][1], 1, 10) == CORRAL_OK);
    /* Only what is beyond the depth is left out of the count of stages, and what repeats at the end. */
    enum { MANY = CORRAL_MAX_STAGES + 10 };
    int64_t *steps = take(MANY, sizeof *steps);
    for (int t = 0; t < MANY; t++)
        steps[t] = t;
    CHECK(status_of(steps, CORRAL_MAX_STAGES, UINT64_MAX) == CORRAL_OK);
    CHECK(status_of(steps, CORRAL_MAX_STAGES + 1, UINT64_MAX) == CORRAL_TOO_DEEP);
    CHECK(status_of(steps, MANY, CORRAL_MAX_STAGES) == CORRAL_TOO_DEEP);
    CHECK(status_of(steps, MANY, CORRAL_MAX_STAGES - 1) == CORRAL_OK);
    steps[CORRAL_MAX_STAGES - 1] = CORRAL_FORBIDDEN;
    CHECK(status_of(steps, MANY, UINT64_MAX) == CORRAL_OK);
    for (int t = CORRAL_MAX_STAGES - 1; t < MANY; t++)
        steps[t] = 7;
    CHECK(status_of(steps, MANY, UINT64_MAX) == CORRAL_OK);
#ifdef CORRAL_FAILING_ALLOC
    corral_allocations_left = 0;
    CHECK(status_of(steps, 1, 10) == CORRAL_NO_MEMORY);
    corral_allocations_left = -1;
#endif
    free(steps);
}

static void test_arithmetic(void)
{
    const int64_t forbidden = CORRAL_FORBIDDEN;
    check_about("costs");
    CHECK(corral_add(3, 4) == 7 && corral_add(forbidden, 0) == forbidden);
    CHECK(corral_add(forbidden, forbidden) == forbidden);
    CHECK(corral_add(forbidden - 1, 1) == forbidden && corral_add(forbidden - 2, 1) == forbidden - 1);
    CHECK(corral_times(3, 4) == 12 && corral_times(0, UINT32_MAX) == 0 && corral_times(5, 0) == 0);
    CHECK(corral_times(forbidden, 0) == 0 && corral_times(forbidden, 1) == forbidden);
    CHECK(corral_times(forbidden, UINT64_MAX) == forbidden);
}

int main(void)
{
    test_random();
    test_dearest();
    test_refused();
    test_arithmetic();
    return check_end();
}
