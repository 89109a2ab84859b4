/* Inputs of random bytes: random SECONDS [SEED [FIRST]]. Input number FIRST and those after it, until the time is over.
   Whoever dies, or takes a minute, tells the number of the input. */

#define _POSIX_C_SOURCE 200809L

#include "fuzz.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BYTES = 300 };

static volatile uint64_t current;

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void tell(int number)
{
    char digits[32], *at = digits + sizeof digits;
    *--at = '\n';
    for (uint64_t left = current; left || at == digits + sizeof digits - 1; left /= 10)
        *--at = (char)('0' + left % 10);
    static const char words[] = "it was input number ";
    if (write(STDERR_FILENO, words, sizeof words - 1) + write(STDERR_FILENO, at, (size_t)(digits + sizeof digits - at)))
        signal(number, SIG_DFL);
    raise(number);
}

static void run(uint64_t seed, uint64_t number)
{
    uint64_t state = mix(seed) + mix(number + 0x9e3779b97f4a7c15u);
    const size_t size = 1 + mix(state) % MOST_BYTES;
    uint8_t *bytes = take(size, 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)mix(state += 0x9e3779b97f4a7c15u);
    current = number;
    fuzz_run(bytes, size);
    free(bytes);
}

int main(int count, char **arguments)
{
    enum { A_MINUTE = 60 };
    const double seconds = count > 1 ? atof(arguments[1]) : 15;
    const uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    const uint64_t first = count > 3 ? strtoull(arguments[3], NULL, 10) : 0;
    const time_t start = time(NULL);
    signal(SIGABRT, tell);
    signal(SIGALRM, tell);
    uint64_t number = first;
    printf("random inputs of seed %" PRIu64 " from number %" PRIu64 "\n", seed, first);
    fflush(stdout);
    do {
        alarm(A_MINUTE);
        run(seed, number++);
    } while (difftime(time(NULL), start) < seconds);
    printf("%" PRIu64 " of them\n", number - first);
    return check_end();
}
