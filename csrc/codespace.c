/* The code space of a rule: how many codes there are, and which number a code has.

   Codes are numbered lexicographically by symbol. At every place the symbols that may stand there are counted in
   order: all of them with repeats, those not used further left without; the first place also leaves out symbol 0
   where no leading zero is allowed. How many there are depends on the place alone, so a number is a mixed-radix
   number whose digits are positions among the allowed symbols. 36^12 < 2^63: no count overflows. */

#include "corral.h"

/* How many symbols may stand at a place. */
static uint64_t choices(const corral_rule *rule, int place)
{
    if (place == 0)
        return rule->symbols - (rule->leading_zero ? 0u : 1u);
    return rule->repeats ? rule->symbols : (uint64_t)(rule->symbols - place);
}

static bool allowed(const corral_rule *rule, int place, uint64_t used, unsigned symbol)
{
    if (place == 0 && symbol == 0 && !rule->leading_zero)
        return false;
    return rule->repeats || !(used >> symbol & 1);
}

corral_status corral_rule_check(const corral_rule *rule)
{
    if (rule->places < 1 || rule->places > CORRAL_MAX_PLACES)
        return CORRAL_INVALID;
    if (rule->symbols < 1 || rule->symbols > CORRAL_MAX_SYMBOLS)
        return CORRAL_INVALID;
    if (!rule->repeats && rule->places > rule->symbols)
        return CORRAL_INVALID;
    if (!rule->leading_zero && rule->symbols < 2)
        return CORRAL_INVALID;
    return CORRAL_OK;
}

uint64_t corral_count(const corral_rule *rule)
{
    uint64_t count = 1;
    for (int place = 0; place < rule->places; place++)
        count *= choices(rule, place);
    return count;
}

corral_status corral_rank(const corral_rule *rule, const uint8_t *code, uint64_t *number)
{
    uint64_t result = 0, used = 0;
    for (int place = 0; place < rule->places; place++) {
        unsigned symbol = code[place];
        if (symbol >= rule->symbols || !allowed(rule, place, used, symbol))
            return CORRAL_INVALID;
        uint64_t position = 0;
        for (unsigned smaller = 0; smaller < symbol; smaller++)
            position += allowed(rule, place, used, smaller);
        result = result * choices(rule, place) + position;
        used |= (uint64_t)1 << symbol;
    }
    *number = result;
    return CORRAL_OK;
}

corral_status corral_unrank(const corral_rule *rule, uint64_t number, uint8_t *code)
{
    if (number >= corral_count(rule))
        return CORRAL_INVALID;
    uint64_t positions[CORRAL_MAX_PLACES];
    for (int place = rule->places - 1; place >= 0; place--) {
        positions[place] = number % choices(rule, place);
        number /= choices(rule, place);
    }
    uint64_t used = 0;
    for (int place = 0; place < rule->places; place++) {
        unsigned symbol = 0;
        for (uint64_t position = positions[place];; symbol++) {
            if (!allowed(rule, place, used, symbol))
                continue;
            if (position-- == 0)
                break;
        }
        code[place] = (uint8_t)symbol;
        used |= (uint64_t)1 << symbol;
    }
    return CORRAL_OK;
}
