#include "exact_steps.h"

#include <inttypes.h>
#include <stdio.h>

static uint64_t state;

void dice_begin(uint64_t seed)
{
    state = seed * 0xd1342543de82ef95u + 1;
}

/* Splitmix64, as in check.c. */
uint64_t dice(uint64_t limit)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (z ^ z >> 31) % limit;
}

corral_schedule schedule_of(const exact_steps *steps)
{
    return (corral_schedule){.steps = steps->steps, .count = steps->count};
}

static void append(exact_steps *made, int64_t step, uint32_t times)
{
    while (times-- > 0 && made->count < MOST_STEPS)
        made->steps[made->count++] = step;
}

/* Zero, small, around the limits of 16 and 32 bits, and beyond. */
static int64_t random_step(void)
{
    switch (dice(8)) {
    case 0:
        return 0;
    case 1:
        return 1 + (int64_t)dice(300);
    case 2:
        return 1 + (int64_t)dice(70000);
    case 3:
        return (int64_t)dice((uint64_t)1 << (32 + dice(4)));
    default:
        return (int64_t)dice(5);
    }
}

exact_steps steps_of(steps_kind kind, uint32_t depth)
{
    static const int64_t large[] = {1000, 40000, 70000, (int64_t)1 << 33};
    const int64_t weight = large[dice(4)];
    exact_steps made = {.count = 0};
    switch (kind) {
    case LIMIT:
        append(&made, 0, depth - 1);
        append(&made, CORRAL_FORBIDDEN, 1);
        break;
    case TOTAL_LIMIT:
        append(&made, 1, depth - 1);
        append(&made, CORRAL_FORBIDDEN, 1);
        break;
    case WITHIN:
        append(&made, 0, depth - 1);
        append(&made, 1, 1);
        append(&made, 0, 1);
        break;
    case LAST:
    case LAST_TOTAL:
        append(&made, kind == LAST_TOTAL, depth > 1 ? depth - 2 : 0);
        append(&made, kind == LAST_TOTAL ? 1 + weight : 1, depth > 1);
        append(&made, CORRAL_FORBIDDEN, 1);
        break;
    case TOTAL_LAST:
        append(&made, weight, depth > 1 ? depth - 2 : 0);
        append(&made, weight + 1, 1);
        append(&made, weight, 1);
        break;
    case RANDOM_STEPS:
        for (uint32_t i = 0; i < depth; i++)
            append(&made, random_step(), 1 + (uint32_t)dice(2));
        append(&made, dice(3) ? random_step() : CORRAL_FORBIDDEN, 1);
        if (!dice(4))
            append(&made, random_step(), 1); /* may come after what is forbidden */
        break;
    case CONVEX:
        for (uint32_t i = 0; i < depth; i++)
            append(&made, (int64_t)(i * (1 + dice(3))), 1);
        append(&made, made.steps[made.count - 1] + (int64_t)dice(9), 1);
        break;
    case CONCAVE:
        for (uint32_t i = depth; i > 0; i--)
            append(&made, (int64_t)(i * i) + (int64_t)dice(2), 1);
        append(&made, (int64_t)dice(2), 1);
        break;
    case AT_ONCE:
        append(&made, CORRAL_FORBIDDEN, 1 + (uint32_t)dice(3));
        break;
    default:
        append(&made, 1, 1 + (uint32_t)dice(3));
    }
    return made;
}

/* Do all sums stay far below what is too large, whatever tree is played? */
static bool stays_small(const corral_matrix *game, const corral_position *position, const exact_steps *steps)
{
    const uint32_t count = brute_count(game, position), guesses = count + position->opener_count;
    double weight = 0, dearest = 0;
    for (uint32_t i = 0; i < count; i++)
        weight += position->weights ? (double)position->weights[i] : 1;
    for (uint32_t t = 0; t < guesses; t++) {
        const int64_t step = steps->steps[t < steps->count ? t : steps->count - 1];
        if (step == CORRAL_FORBIDDEN)
            break;
        dearest += (double)step;
    }
    return weight * dearest < (double)(CORRAL_FORBIDDEN / 16);
}

exact_steps random_steps(const corral_matrix *game, const corral_position *position)
{
    for (;;) {
        exact_steps made = steps_of((steps_kind)dice(STEPS_KINDS), 1 + (uint32_t)dice(7));
        if (stays_small(game, position, &made))
            return made;
    }
}

void print_steps(const corral_schedule *schedule)
{
    printf("  steps:");
    for (uint32_t t = 0; t < schedule->count; t++)
        if (schedule->steps[t] == CORRAL_FORBIDDEN)
            printf(" forbidden");
        else
            printf(" %" PRId64, schedule->steps[t]);
    puts("");
}
