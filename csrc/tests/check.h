/* Assertions for the tests. A failed one is printed and counted, and the test goes on.

   Every test program runs at one level, which the environment variable CORRAL_ISA names, and does less where
   CORRAL_QUICK is set, as under valgrind. */

#ifndef CORRAL_CHECK_H
#define CORRAL_CHECK_H

#include "corral.h"

#include <stdio.h>

#define CHECK(condition) check_that((condition), __FILE__, __LINE__, #condition)

/* Returns whether it holds, so that a test can leave out what depends on it. */
bool check_that(bool holds, const char *file, int line, const char *expression);
/* What failures are printed with from now on: the game, or any other words. */
void check_game(const corral_rule *rule);
void check_about(const char *words);
/* The exit status of the program. */
int check_end(void);

/* CORRAL_ISA, or the best level of this machine. */
corral_level check_level(void);
bool check_quick(void);
/* At the lowest level and at the best one, at any where CORRAL_SLOW is set: tests that take long and that hardly depend
   on the level do less elsewhere. */
bool check_thorough(void);

/* The same numbers in every run: below `limit`, and lists in random order. */
uint64_t random_below(uint64_t limit);
void shuffle(uint32_t *list, uint32_t count);

/* Memory for tests, never NULL. */
void *take(size_t count, size_t size);

/* A poll that stops at the ask number `patience` from 0 on (never, if negative), and checks what it is told. */
typedef struct impatience {
    long patience, asked;
} impatience;

bool check_poll(void *context, uint64_t done, uint64_t total);

#endif
