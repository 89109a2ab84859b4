#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { PRINTED_FAILURES = 20 };

static unsigned long failures;
static char about[120];

bool check_that(bool holds, const char *file, int line, const char *expression)
{
    if (!holds && failures++ < PRINTED_FAILURES)
        printf("%s:%d: failed%s%s: %s\n", file, line, *about ? " with " : "", about, expression);
    return holds;
}

void check_game(const corral_rule *rule)
{
    snprintf(about, sizeof about, "%d places, %d symbols, %s repeats, %s leading zero, %s", rule->places,
             rule->symbols, rule->repeats ? "with" : "no", rule->leading_zero ? "with" : "no",
             rule->bulls_only ? "bulls only" : "bulls and cows");
}

void check_about(const char *words)
{
    snprintf(about, sizeof about, "%s", words);
}

int check_end(void)
{
    if (failures)
        printf("%lu checks failed\n", failures);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

corral_level check_level(void)
{
    const corral_level best = corral_best_level();
    const char *name = getenv("CORRAL_ISA");
    if (!name)
        return best;
    for (int level = 0; level <= (int)best; level++)
        if (!strcmp(name, corral_level_name((corral_level)level)))
            return (corral_level)level;
    printf("this machine does not run the level CORRAL_ISA=%s\n", name);
    exit(EXIT_FAILURE);
}

bool check_quick(void)
{
    return getenv("CORRAL_QUICK") != NULL;
}

bool check_thorough(void)
{
    const corral_level level = check_level();
    return level == CORRAL_PORTABLE || level == corral_best_level() || getenv("CORRAL_SLOW");
}

/* Splitmix64 (Steele, Lea and Flood 2014). */
uint64_t random_below(uint64_t limit)
{
    static uint64_t state;
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (z ^ z >> 31) % limit;
}

void shuffle(uint32_t *list, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = (uint32_t)random_below(i), kept = list[i - 1];
        list[i - 1] = list[other];
        list[other] = kept;
    }
}

void *take(size_t count, size_t size)
{
    void *block = malloc(count && size ? count * size : 1);
    if (!block) {
        puts("no memory for the tests themselves");
        exit(EXIT_FAILURE);
    }
    return block;
}

bool check_poll(void *context, uint64_t done, uint64_t total)
{
    impatience *caller = context;
    CHECK(done <= total);
    return caller->asked++ == caller->patience;
}
