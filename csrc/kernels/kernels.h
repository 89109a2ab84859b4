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

/* A code of a game of at most 64 tokens of either kind (see slices.h), a bit each. The class of two codes is
   by_total[bits that their `second` share] + by_bulls[bits that their `first` share]. */
typedef struct code_words {
    uint64_t first;
    uint64_t second;
} code_words;

/* The parts that each guess of a list makes of some candidates, for the exact search. Numbers lie in planes: the bit of
   a lane in plane p is bit p of the number of the guess in that lane. */
enum { PARTS_PLANES = 8, WINS_PLANE = 7 };
typedef struct parts_job {
    int width;
    int places; /* a guess that is a candidate gives total and bulls `places` to itself */
    const struct corral_slices *guesses;
    const uint16_t *tokens; /* 2 * width for each candidate, those of the first kind before those of the second */
    uint32_t candidates;
    /* [(block * PARTS_PLANES + plane) * SLICE_WORDS + word]: planes 0 .. 6: how many parts are not empty; the
       WINS_PLANE: is the guess a candidate? */
    uint64_t *parts;
    /* count_sizes alone: [((block * pairs + pair) * size_planes + plane) * SLICE_WORDS + word], the size of the part of
       each pair, pair = total * (total + 1) / 2 + bulls; pairs = (width + 1) * (width + 2) / 2 */
    uint64_t *sizes;
    int size_planes; /* at least 3, and enough for `candidates` */
} parts_job;

/* The most parts that any guess makes, among candidates and among the others; 0 where there are none. */
typedef struct most_parts {
    uint32_t wins;
    uint32_t others;
} most_parts;

/* A bound for every guess from the sizes of its parts: with v(n) = slope * max(0, n - 1) + the sum over the jumps of
   cost * max(0, n - after), after >= 1, the value of a guess is the sum of v over its parts. */
enum { MAX_JUMPS = 16, MAX_JUMP_COST = 63 };
typedef struct bound_job {
    const parts_job *parts; /* after count_sizes */
    uint32_t slope;         /* up to MAX_JUMP_COST, as the costs */
    int jumps;
    uint32_t after[MAX_JUMPS];
    uint32_t cost[MAX_JUMPS];
    uint32_t largest;      /* guesses with a part larger than this are neither kept nor dropped */
    uint64_t limit_wins;   /* candidates whose value is less are kept, others are dropped */
    uint64_t limit_others; /* the same for guesses that are no candidates */
    uint64_t *kept;        /* [block * SLICE_WORDS + word]: a bit for each guess */
    uint64_t least_wins;   /* lowered to the least value of the candidates that are dropped */
    uint64_t least_others; /* and of the others */
} bound_job;

/* Which parts no code inside them tells apart. */
typedef struct vertical_job {
    int width; /* up to VERTICAL_MAX_WIDTH: a pair is a bit */
    const struct corral_slices *guesses;
    const uint16_t *tokens; /* as in parts_job */
    uint32_t candidates;    /* up to VERTICAL_MAX_CANDIDATES */
    /* For candidate i, from alike[start[i]] to alike[start[i + 1]]: groups of two or more others that give i the same
       answer, each group as its size and its members. */
    const uint16_t *alike;
    const uint32_t *start;
    void *scratch; /* corral_vertical_scratch bytes */
    /* By guess: bit `pair` is set if and only if the part of the pair is not empty, and every code in it gets the same
       answer from two others in it. (Parts of one or two codes never do.) */
    uint64_t *mixed;
} vertical_job;
enum { VERTICAL_MAX_WIDTH = 8, VERTICAL_MAX_CANDIDATES = 512 };
size_t corral_vertical_scratch(uint32_t candidates);

typedef struct corral_kernels {
    /* out[i] = the class of the guess and code i. */
    void (*classify_words)(const code_words *codes, uint32_t count, code_words guess, const corral_classes *classes,
                           uint8_t *out);
    /* Look for a code that as a guess tells the others apart, in games of up to 64 classes: 0 if there is one, 1 if
       there is one that fails on a single pair, 2 if there is neither; *which gets the first of the best kind. */
    int (*tell_apart)(const code_words *codes, uint32_t count, const corral_classes *classes, uint32_t *which);
    /* Fill job->parts for some blocks and raise `most`; lanes behind the last guess may hold anything, and do not
       count. */
    void (*count_parts)(const parts_job *job, uint32_t first_block, uint32_t end_block, most_parts *most);
    /* The same, and job->sizes. */
    void (*count_sizes)(const parts_job *job, uint32_t first_block, uint32_t end_block, most_parts *most);
    /* Of up to 255 candidates, after count_sizes: bytes[pair * SLICE_LANES + lane] = the size of a part. */
    void (*spread_sizes)(const parts_job *job, uint32_t block, uint8_t *bytes);
    /* Fill job->kept for some blocks. Guesses that make a single part are neither kept nor dropped. */
    void (*bound_guesses)(bound_job *job, uint32_t first_block, uint32_t end_block);
    /* Fill job->mixed for the guesses of some blocks. */
    void (*find_mixed)(const vertical_job *job, uint32_t first_block, uint32_t end_block);
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
void corral_count_parts_portable(const parts_job *job, uint32_t first_block, uint32_t end_block, most_parts *most);
void corral_count_sizes_portable(const parts_job *job, uint32_t first_block, uint32_t end_block, most_parts *most);
void corral_bound_guesses_portable(bound_job *job, uint32_t first_block, uint32_t end_block);
void corral_spread_sizes_portable(const parts_job *job, uint32_t block, uint8_t *bytes);
void corral_find_mixed_portable(const vertical_job *job, uint32_t first_block, uint32_t end_block);
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
