#include "board.h"

#include "memory.h"
#include "partition.h"
#include "portability.h"
#include "slices.h"

#include <string.h>

enum { WORD_BITS = 64 };

static corral_status find_winners(corral_board *board, const corral_poll *poll)
{
    board->found = corral_allocate(board->guesses, sizeof *board->found);
    board->finder = corral_allocate(board->secrets, sizeof *board->finder);
    board->next_finder = corral_allocate(board->guesses, sizeof *board->next_finder);
    if (!board->found || !board->finder || !board->next_finder)
        return CORRAL_NO_MEMORY;
    const corral_status status = corral_matrix_check(board->matrix, board->found, poll);
    if (status)
        return status;
    for (uint32_t secret = 0; secret < board->secrets; secret++)
        board->finder[secret] = NO_CODE;
    for (uint32_t guess = board->guesses; guess-- > 0;) {
        const uint32_t secret = board->found[guess];
        board->next_finder[guess] = secret == NO_CODE ? NO_CODE : board->finder[secret];
        if (secret != NO_CODE)
            board->finder[secret] = guess;
    }
    return CORRAL_OK;
}

corral_status corral_board_make(corral_board *board, const corral_position *position, const corral_poll *poll)
{
    memset(board, 0, sizeof *board);
    board->consistent = position->consistent;
    if (position->codes) {
        const corral_rule *rule = &position->codes->rule;
        board->codes = position->codes;
        board->kernels = position->codes->kernels;
        board->guesses = board->secrets = position->codes->count;
        board->classes = position->codes->classes.count;
        int second = rule->bulls_only ? rule->places : rule->repeats ? rule->places : 1;
        board->has_words = rule->places * rule->symbols <= WORD_BITS && second * rule->symbols <= WORD_BITS &&
                           board->classes <= WORD_BITS;
        return CORRAL_OK;
    }
    const corral_matrix *matrix = position->matrix;
    if (!matrix)
        return CORRAL_INVALID;
    board->matrix = matrix;
    board->guesses = matrix->guesses;
    board->secrets = matrix->secrets;
    board->classes = matrix->classes;
    return find_winners(board, poll);
}

void corral_board_clear(corral_board *board)
{
    corral_release(board->found);
    corral_release(board->finder);
    corral_release(board->next_finder);
    memset(board, 0, sizeof *board);
}

/* The tokens of the second kind are numbered from here on. */
static uint32_t second_offset(const corral_rule *rule)
{
    return rule->bulls_only ? 0 : (uint32_t)rule->places * rule->symbols;
}

code_words corral_words_of(const corral_codes *codes, uint32_t number)
{
    uint16_t first[MAX_WIDTH], second[MAX_WIDTH];
    corral_first_tokens(codes, number, first);
    corral_second_tokens(codes, number, second);
    uint32_t offset = second_offset(&codes->rule);
    code_words words = {0, 0};
    for (int place = 0; place < codes->rule.places; place++) {
        words.first |= (uint64_t)1 << first[place];
        words.second |= (uint64_t)1 << (second[place] - offset);
    }
    return words;
}

static void classify_by_symbols(const corral_codes *codes, const code_set *set, uint32_t guess, uint8_t *out)
{
    corral_chunk chunk;
    for (uint32_t first = 0; first < set->count; first += CHUNK) {
        uint32_t count = set->count - first < CHUNK ? set->count - first : CHUNK;
        corral_gather(codes, set->codes, first, count, &chunk);
        corral_classify(codes, guess, &chunk);
        memcpy(out + first, chunk.classes, count);
    }
}

void corral_board_classify(const corral_board *board, const code_set *set, uint32_t guess, uint8_t *out)
{
    if (board->has_words) {
        board->kernels->classify_words(set->words, set->count, corral_words_of(board->codes, guess),
                                       &board->codes->classes, out);
    } else if (board->codes) {
        classify_by_symbols(board->codes, set, guess, out);
    } else {
        const uint8_t *row = board->matrix->table + (size_t)guess * board->secrets;
        for (uint32_t i = 0; i < set->count; i++)
            out[i] = row[set->codes[i]];
    }
}

/* How many pairs, up to 2, get the same class. */
static int clashes(const uint8_t *classes, uint32_t count)
{
    bool seen[CORRAL_MAX_MATRIX_CLASSES] = {false};
    int found = 0;
    for (uint32_t i = 0; i < count && found < 2; i++) {
        found += seen[classes[i]];
        seen[classes[i]] = true;
    }
    return found;
}

int corral_board_tell_apart(const corral_board *board, const code_set *set, uint8_t *classes, uint32_t *which)
{
    if (board->has_words) {
        uint32_t position = 0;
        int result = board->kernels->tell_apart(set->words, set->count, &board->codes->classes, &position);
        *which = set->codes[position];
        return result;
    }
    int least = 2;
    for (uint32_t i = 0; i < set->count && least; i++) {
        uint32_t guess = board->matrix ? board->finder[set->codes[i]] : set->codes[i];
        while (guess != NO_CODE && least) {
            corral_board_classify(board, set, guess, classes);
            int found = clashes(classes, set->count);
            if (found < least) {
                least = found;
                *which = guess;
            }
            guess = board->matrix ? board->next_finder[guess] : NO_CODE;
        }
    }
    return least;
}

/* The places of the bits of a word, and the empty token behind them. */
static void list_bits(uint64_t bits, uint32_t offset, uint16_t empty, int width, uint16_t *tokens)
{
    for (int i = 0; i < width; i++) {
        tokens[i] = bits ? (uint16_t)(lowest_bit(bits) + offset) : empty;
        bits &= bits - 1;
    }
}

void corral_board_tokens(const corral_board *board, const code_set *set, uint16_t *tokens)
{
    const corral_rule *rule = &board->codes->rule;
    int width = corral_kernel_width(rule->places);
    uint16_t empty = (uint16_t)(corral_token_count(rule) - 1);
    uint32_t offset = second_offset(rule);
    for (uint32_t i = 0; i < set->count; i++, tokens += 2 * width) {
        if (board->has_words) { /* much faster, and the order of tokens does not matter */
            list_bits(set->words[i].first, 0, empty, width, tokens);
            list_bits(set->words[i].second, offset, empty, width, tokens + width);
        } else {
            corral_first_tokens(board->codes, set->codes[i], tokens);
            corral_second_tokens(board->codes, set->codes[i], tokens + width);
        }
    }
}
