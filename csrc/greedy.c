/* Trees of the greedy strategies, which look one guess ahead, and of those that ask a candidate without a look.

   The candidates of all nodes whose turn has not come lie in one array, those of a node side by side and ascending;
   expanding a node groups them by class, which makes them the candidates of its children.

   What is asked at a node is the rule's choice: the best score among all codes, then a candidate, then the smallest
   number. Two shortcuts find it without scoring every code; neither changes the choice.

   1. A candidate that tells all candidates apart. No code scores better under any criterion: all parts are single,
      as many as there can be. Among codes with this score the rule takes the smallest candidate. So the first
      candidate that does it, in ascending order, is the choice. One or two candidates always end here.

   2. Symbols that no guess on the way has used are alike. Exchanging them maps the candidates onto themselves (every
      answer so far, and whether it is a candidate, depends on how a code meets the guesses), so codes that differ by
      such an exchange have equal scores and are candidates together or not at all. The rule takes the smallest of
      them, which is the one whose unused symbols appear in increasing order from left to right, without a gap. Only
      such codes are scored. Where no leading zero is allowed, symbol 0 is unlike the others and counts as used. This
      needs that the candidates are all codes consistent with the guesses on the way, as they are here, whatever the
      opener was; it holds for `consistent` too, as the candidates are mapped onto themselves. */

#include "draw.h"
#include "memory.h"
#include "partition.h"
#include "score.h"
#include "tree.h"

#include <string.h>

typedef struct maker {
    const corral_codes *codes;
    corral_strategy strategy;
    bool consistent;
    const uint32_t *opener;
    uint32_t opener_count;
    uint64_t seed;
    const corral_poll *poll;
    tree_builder builder;
    uint32_t *candidates; /* of the nodes that wait */
    uint32_t *grouped;    /* scratch */
    corral_guesses *all;  /* all codes */
    corral_guesses *some; /* those worth scoring when the symbols `some_used` have been used */
    uint64_t some_used;
    uint32_t *numbers; /* scratch */
    void *values;      /* scratch: scores */
    uint64_t placed;   /* candidates that are settled, for the poll */
} maker;

static bool ask_poll(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    const maker *m = context;
    return m->poll && m->poll->stop(m->poll->context, m->placed, m->codes->count);
}

/* The first candidate that tells all apart; false if there is none. */
static bool tells_all_apart(const maker *m, const uint32_t *candidates, uint32_t count, uint32_t *guess)
{
    if (count > m->codes->classes.count)
        return false;
    corral_chunk chunk;
    corral_gather(m->codes, candidates, 0, count, &chunk);
    for (uint32_t i = 0; i < count; i++) {
        bool seen[CORRAL_MAX_CLASSES] = {false}, apart = true;
        corral_classify(m->codes, candidates[i], &chunk);
        for (uint32_t j = 0; j < count && apart; j++) {
            apart = !seen[chunk.classes[j]];
            seen[chunk.classes[j]] = true;
        }
        if (apart) {
            *guess = candidates[i];
            return true;
        }
    }
    return false;
}

static uint32_t random_candidate(const maker *m, uint32_t node, const uint32_t *candidates, uint32_t count)
{
    const corral_tree *tree = m->builder.tree;
    uint64_t hash = draw_begin(m->seed);
    for (uint32_t above; node; node = above) {
        above = m->builder.parent[node];
        hash = draw_step(hash, tree->guess[above], tree->label[node]);
    }
    return candidates[draw_place(hash, count)];
}

/* The symbols of the guesses before a node, a bit each. */
static uint64_t symbols_used(const maker *m, uint32_t node)
{
    uint64_t used = m->codes->rule.leading_zero ? 0 : 1;
    for (uint32_t above; node; node = above) {
        above = m->builder.parent[node];
        used |= corral_symbols_of(m->codes, m->builder.tree->guess[above]);
    }
    return used;
}

/* Scoring a list made for the purpose pays when there are many candidates, or when the list is there already. */
static corral_status guesses_to_score(maker *m, uint32_t node, const uint32_t *candidates, uint32_t count,
                                      const corral_poll *poll, corral_guesses **guesses)
{
    enum { WORTH_A_LIST = 24 };
    const corral_codes *codes = m->codes;
    uint64_t used = symbols_used(m, node);
    if (!m->consistent && !(m->some && m->some_used == used) && count < WORTH_A_LIST) {
        *guesses = m->all;
        return CORRAL_OK;
    }
    if (m->consistent || !m->some || m->some_used != used) {
        uint32_t kept = 0, length = m->consistent ? count : codes->count;
        for (uint32_t i = 0; i < length; i++) {
            uint32_t number = m->consistent ? candidates[i] : i;
            if (corral_in_first_appearance_order(codes, number, used))
                m->numbers[kept++] = number;
            if (i % CODES_A_POLL == 0 && corral_stopped(poll, i, length))
                return CORRAL_STOPPED;
        }
        corral_guesses_free(m->some);
        m->some = NULL;
        corral_status status = corral_guesses_make(codes, m->numbers, kept, poll, &m->some);
        if (status)
            return status;
        m->some_used = used;
    }
    *guesses = m->some;
    return CORRAL_OK;
}

/* The best score, then a candidate, then the smallest number: guesses and candidates are ascending. */
static uint32_t pick(const maker *m, const corral_guesses *guesses, const uint32_t *candidates, uint32_t count)
{
    const uint32_t *narrow = m->values;
    const uint64_t *wide = m->values;
    uint64_t best = UINT64_MAX;
    uint32_t choice = 0, next = 0;
    bool choice_is_candidate = false;
    for (uint32_t i = 0; i < guesses->count; i++) {
        uint64_t value = m->strategy == CORRAL_MINIMAX      ? narrow[i]
                         : m->strategy == CORRAL_MOST_PARTS ? UINT32_MAX - narrow[i]
                                                            : wide[i];
        if (value > best || (value == best && choice_is_candidate))
            continue;
        uint32_t number = corral_guess_number(guesses, i);
        while (next < count && candidates[next] < number)
            next++;
        bool is_candidate = next < count && candidates[next] == number;
        if (value == best && !is_candidate)
            continue;
        best = value;
        choice = number;
        choice_is_candidate = is_candidate;
    }
    return choice;
}

static corral_status choose(maker *m, uint32_t node, const uint32_t *candidates, uint32_t count, uint32_t *guess)
{
    if (m->builder.depth[node] < m->opener_count) {
        *guess = m->opener[m->builder.depth[node]];
        return CORRAL_OK;
    }
    if (m->strategy == CORRAL_SIEVE) {
        *guess = candidates[0];
        return CORRAL_OK;
    }
    if (m->strategy == CORRAL_RANDOM) {
        *guess = random_candidate(m, node, candidates, count);
        return CORRAL_OK;
    }
    if (tells_all_apart(m, candidates, count, guess))
        return CORRAL_OK;
    corral_guesses *guesses;
    corral_poll poll = {.stop = ask_poll, .context = m};
    corral_status status = guesses_to_score(m, node, candidates, count, &poll, &guesses);
    if (!status && count > LANES_MAX_CANDIDATES)
        status = corral_guesses_group(guesses, m->codes, &poll);
    if (status)
        return status;
    corral_scores scores = {0};
    switch (m->strategy) {
    case CORRAL_MINIMAX:
        scores.largest = m->values;
        break;
    case CORRAL_MOST_PARTS:
        scores.parts = m->values;
        break;
    case CORRAL_EXPECTED_SIZE:
        scores.squares = m->values;
        break;
    default:
        scores.nlogn = m->values;
        break;
    }
    status = corral_score(m->codes, guesses, candidates, count, &scores, &poll);
    if (!status)
        *guess = pick(m, guesses, candidates, count);
    return status;
}

/* Choose the guess of a node and append its children. */
static corral_status expand(maker *m, uint32_t node)
{
    tree_builder *builder = &m->builder;
    const corral_codes *codes = m->codes;
    uint32_t start = builder->start[node], count = builder->tree->size[node];
    uint32_t *candidates = m->candidates + start, guess, sizes[CORRAL_MAX_CLASSES];
    corral_poll poll = {.stop = ask_poll, .context = m};
    corral_status status = choose(m, node, candidates, count, &guess);
    if (!status)
        status = corral_split(codes, guess, candidates, count, m->grouped, sizes, &poll);
    if (!status)
        status = corral_builder_expand(builder, node, guess, codes->classes.count);
    if (status)
        return status;
    memcpy(candidates, m->grouped, count * sizeof *candidates);
    for (unsigned label = 0; label + 1 < codes->classes.count; label++) {
        if (!sizes[label])
            continue;
        corral_builder_add(builder, node, (uint8_t)label, sizes[label], start);
        start += sizes[label];
    }
    m->placed += sizes[codes->classes.count - 1];
    return ask_poll(m, 0, 0) ? CORRAL_STOPPED : CORRAL_OK;
}

static corral_status grow_tree(maker *m)
{
    const corral_codes *codes = m->codes;
    uint32_t count = codes->count;
    m->candidates = corral_allocate(count, sizeof *m->candidates);
    m->grouped = corral_allocate(count, sizeof *m->grouped);
    m->numbers = corral_allocate(count, sizeof *m->numbers);
    m->values = corral_allocate(count, sizeof(uint64_t));
    if (!m->candidates || !m->grouped || !m->numbers || !m->values)
        return CORRAL_NO_MEMORY;
    bool scores = m->strategy != CORRAL_SIEVE && m->strategy != CORRAL_RANDOM && !m->consistent;
    corral_poll poll = {.stop = ask_poll, .context = m};
    corral_status status = corral_builder_begin(&m->builder, count);
    if (!status && scores)
        status = corral_guesses_make(codes, NULL, 0, &poll, &m->all);
    if (status)
        return status;
    for (uint32_t i = 0; i < count; i++)
        m->candidates[i] = i;
    for (uint32_t node = 0; node < m->builder.tree->nodes && !status; node++)
        status = expand(m, node);
    return status;
}

corral_status corral_tree_new(const corral_codes *codes, corral_strategy strategy, bool consistent,
                              const uint32_t *opener, uint32_t opener_count, uint64_t seed,
                              const corral_poll *poll, corral_tree **tree)
{
    if ((unsigned)strategy >= CORRAL_STRATEGIES)
        return CORRAL_INVALID;
    for (uint32_t i = 0; i < opener_count; i++)
        if (opener[i] >= codes->count)
            return CORRAL_INVALID;
    maker m = {.codes = codes,
               .strategy = strategy,
               .consistent = consistent,
               .opener = opener,
               .opener_count = opener_count,
               .seed = seed,
               .poll = poll};
    corral_status status = grow_tree(&m);
    corral_release(m.candidates);
    corral_release(m.grouped);
    corral_release(m.numbers);
    corral_release(m.values);
    corral_guesses_free(m.all);
    corral_guesses_free(m.some);
    return corral_builder_end(&m.builder, status, tree);
}
