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
enum { LANES_MAX_CANDIDATES = 255, LANES_SCRATCH = 3 * (MAX_PAIRS + 1) * 512 };
typedef struct lanes_job {
    int width;
    const struct corral_slices *guesses;
    const uint16_t *tokens; /* 2 * width for each candidate */
    uint32_t candidates;
    const uint64_t *nlogn;
    corral_scores scores;
    void *scratch; /* LANES_SCRATCH bytes */
} lanes_job;

/* Candidates in the lanes: what score_group needs. */
typedef struct group_job {
    int width;
    const struct corral_slices *candidates;
    const uint64_t *nlogn;
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
    /* The same for consecutive rows of a table, totals[row] and guesses + row * CORRAL_MAX_PLACES; exactly
       rows->count bytes a row. `stream` keeps the table out of the caches. */
    void (*table_rows)(const symbol_rows *rows, const uint8_t *guesses, const uint8_t *const *totals,
                       const uint8_t *by_bulls, uint32_t count, uint8_t *out, bool stream);
} corral_kernels;

const corral_kernels *corral_kernels_of(corral_level level);

/* Kernels that serve several levels. */
void corral_score_lanes_portable(const lanes_job *job, uint32_t first_block, uint32_t end_block);
void corral_total_row_portable(const symbol_rows *rows, const uint8_t *guess, const uint8_t *by_total, uint8_t *out);
void corral_class_row_portable(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals,
                               const uint8_t *by_bulls, uint8_t *out);
void corral_table_rows_portable(const symbol_rows *rows, const uint8_t *guesses, const uint8_t *const *totals,
                                const uint8_t *by_bulls, uint32_t count, uint8_t *out, bool stream);
void corral_total_row_avx2(const symbol_rows *rows, const uint8_t *guess, const uint8_t *by_total, uint8_t *out);
void corral_class_row_avx2(const symbol_rows *rows, const uint8_t *guess, const uint8_t *totals,
                           const uint8_t *by_bulls, uint8_t *out);
void corral_table_rows_avx2(const symbol_rows *rows, const uint8_t *guesses, const uint8_t *const *totals,
                            const uint8_t *by_bulls, uint32_t count, uint8_t *out, bool stream);

extern const corral_kernels corral_kernels_portable;
extern const corral_kernels corral_kernels_popcnt;
extern const corral_kernels corral_kernels_avx2;
extern const corral_kernels corral_kernels_avx512;

#endif
