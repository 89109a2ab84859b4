#include "slices.h"

#include "memory.h"

/* How many tokens of the second kind a symbol has. */
static int occurrences(const corral_rule *rule)
{
    return rule->bulls_only ? 0 : rule->repeats ? rule->places : 1;
}

uint32_t corral_token_count(const corral_rule *rule)
{
    return (uint32_t)((rule->places + occurrences(rule)) * rule->symbols) + 1;
}

/* The missing places have the token that no code has. */
static void pad(const corral_rule *rule, uint16_t *tokens)
{
    for (int place = rule->places; place < corral_kernel_width(rule->places); place++)
        tokens[place] = (uint16_t)(corral_token_count(rule) - 1);
}

void corral_first_tokens(const corral_codes *codes, uint32_t number, uint16_t *tokens)
{
    const corral_rule *rule = &codes->rule;
    for (int place = 0; place < rule->places; place++)
        tokens[place] = (uint16_t)(place * rule->symbols + codes->digits[place][number]);
    pad(rule, tokens);
}

void corral_second_tokens(const corral_codes *codes, uint32_t number, uint16_t *tokens)
{
    const corral_rule *rule = &codes->rule;
    if (rule->bulls_only) {
        corral_first_tokens(codes, number, tokens);
        return;
    }
    for (int place = 0; place < rule->places; place++) {
        int symbol = codes->digits[place][number], earlier = 0;
        for (int before = 0; before < place && rule->repeats; before++)
            earlier += codes->digits[before][number] == symbol;
        tokens[place] = (uint16_t)(rule->places * rule->symbols + symbol * occurrences(rule) + earlier);
    }
    pad(rule, tokens);
}

corral_status corral_slices_make(corral_slices *slices, const corral_codes *codes, const uint32_t *numbers,
                                 uint32_t count, const corral_poll *poll)
{
    int places = codes->rule.places;
    slices->count = count;
    slices->blocks = count / SLICE_LANES + (count % SLICE_LANES > 0);
    slices->tokens = corral_token_count(&codes->rule);
    slices->bits = corral_allocate_zeroed((size_t)slices->blocks * slices->tokens, SLICE_WORDS * sizeof(uint64_t));
    if (!slices->bits)
        return CORRAL_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t first[MAX_WIDTH], second[MAX_WIDTH];
        corral_first_tokens(codes, numbers ? numbers[i] : i, first);
        corral_second_tokens(codes, numbers ? numbers[i] : i, second);
        uint32_t lane = i % SLICE_LANES;
        uint64_t *word = slices->bits + (size_t)(i / SLICE_LANES) * slices->tokens * SLICE_WORDS + lane / 64;
        for (int place = 0; place < places; place++) {
            word[(size_t)first[place] * SLICE_WORDS] |= (uint64_t)1 << lane % 64;
            word[(size_t)second[place] * SLICE_WORDS] |= (uint64_t)1 << lane % 64;
        }
        if (i % CODES_A_POLL == 0 && corral_stopped(poll, i, count)) {
            corral_slices_clear(slices);
            return CORRAL_STOPPED;
        }
    }
    return CORRAL_OK;
}

void corral_slices_clear(corral_slices *slices)
{
    corral_release(slices->bits);
    slices->bits = NULL;
}
