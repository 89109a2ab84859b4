/* The inner loops, one set a processor level; all levels give the same bytes. */

#ifndef CORRAL_KERNELS_H
#define CORRAL_KERNELS_H

#include "corral.h"

struct corral_slices;

/* The scoring kernels exist for some widths, and serve games of fewer places too: the missing places have a token
   that no code has. */
enum { MAX_WIDTH = 12, MAX_PAIRS = (MAX_WIDTH + 1) * (MAX_WIDTH + 2) / 2 };
int corral_kernel_width(int places);

/* Guesses in the lanes: what score_lanes needs. At most 255 candidates. */
enum { LANES_MAX_CANDIDATES = 255, TWIN_BITS = 5, TWIN_MAX_CANDIDATES = (1 << TWIN_BITS) - 1 };
size_t corral_lanes_scratch(int width);
typedef struct lanes_job {
    int width;
    const struct corral_slices *guesses;
    const uint16_t *tokens; /* 2 * width for each candidate */
    uint32_t candidates;
    const uint64_t *nlogn;
    const uint64_t *twin_nlogn; /* [b << TWIN_BITS | a]: of two parts at once; NULL: too many candidates for that */
    corral_scores scores;
    void *scratch; /* corral_lanes_scratch bytes */
} lanes_job;

/* Candidates in the lanes: what score_group needs. */
typedef struct group_job {
    int width;
    const struct corral_slices *candidates;
    const uint64_t *nlogn; /* NULL: not wanted */
    corral_scores scores;
    uint64_t *totals; /* scratch: width words for each word of lanes */
} group_job;

/* A guess of a group; all guesses of a group have the same tokens of the second kind. */
typedef struct group_guess {
    uint32_t output;   /* where its scores go */
    bool wins;       /* is it a candidate, in a game as wide as the kernel? */
    uint16_t tokens[MAX_WIDTH]; /* of the first kind */
} group_guess;

/* Codes as rows of symbols, one row a place, each with 64 bytes of padding. */
typedef struct symbol_rows {
    int places;
    uint32_t count;
    const uint8_t *digits[CORRAL_MAX_PLACES];
} symbol_rows;

/* Writes the rows of a table one after the other, exactly their bytes. */
typedef struct table_writer {
    uint8_t *next;     /* where the next row starts */
    bool stream;       /* past the caches? */
    size_t waiting;    /* bytes before `next` that are in `line` and still to be written */
    uint8_t line[160]; /* the beginning of the line that `next` is in */
} table_writer;

typedef struct table_row {
    int places;
    uint32_t count;
    const uint8_t *before;   /* bulls of all places but the last */
    const uint8_t *symbols;  /* at the last place */
    uint8_t symbol;          /* of the guess there */
    const uint8_t *totals;
    const uint8_t *by_bulls; /* places + 1 */
} table_row;

typedef struct corral_kernels {
    /* Score the guesses of some blocks. */
    void (*score_lanes)(const lanes_job *job, uint32_t first_block, uint32_t end_block);
    /* Score a group of guesses. */
    void (*score_group)(const group_job *job, const uint16_t *second_kind, const group_guess *guesses,
                        uint32_t count);
    /* out[i] = by_total[bulls + cows of the guess against code i], for the codes and their padding. */
    void (*total_row)(const symbol_rows *rows, const uint8_t *guess, const uint8_t *by_total, uint8_t *out);
    /* out[i] = totals[i] + by_bulls[bulls of the guess against code i]: the class numbers. */
    void (*class_row)(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals, const uint8_t *by_bulls,
                      uint8_t *out);
    /* out[i] = before[i] + (symbols[i] == symbol), for `count` codes and their padding. */
    void (*bulls_row)(uint32_t count, const uint8_t *symbols, uint8_t symbol, const uint8_t *before, uint8_t *out);
    /* Write a row of a table: out[i] = totals[i] + by_bulls[before[i] + (symbols[i] == symbol)]. */
    void (*table_row)(table_writer *writer, const table_row *row);
    /* Write what still waits. */
    void (*table_end)(table_writer *writer);
} corral_kernels;

const corral_kernels *corral_kernels_of(corral_level level);

/* Kernels that serve several levels. */
void corral_score_lanes_portable(const lanes_job *job, uint32_t first_block, uint32_t end_block);
void corral_total_row_portable(const symbol_rows *rows, const uint8_t *guess, const uint8_t *by_total, uint8_t *out);
void corral_class_row_portable(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals,
                               const uint8_t *by_bulls, uint8_t *out);
void corral_bulls_row_portable(uint32_t count, const uint8_t *symbols, uint8_t symbol, const uint8_t *before,
                               uint8_t *out);
void corral_table_row_portable(table_writer *writer, const table_row *row);
void corral_table_end_portable(table_writer *writer);
void corral_total_row_avx2(const symbol_rows *rows, const uint8_t *guess, const uint8_t *by_total, uint8_t *out);
void corral_class_row_avx2(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals,
                           const uint8_t *by_bulls, uint8_t *out);
void corral_bulls_row_avx2(uint32_t count, const uint8_t *symbols, uint8_t symbol, const uint8_t *before,
                           uint8_t *out);
void corral_table_row_avx2(table_writer *writer, const table_row *row);
void corral_table_end_avx2(table_writer *writer);

extern const corral_kernels corral_kernels_portable;
extern const corral_kernels corral_kernels_popcnt;
extern const corral_kernels corral_kernels_avx2;
extern const corral_kernels corral_kernels_avx512;

#endif
