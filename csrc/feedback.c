/* Feedback classes: which pairs of bulls and cows occur, and their numbers.

   Which occur. Read a guess and a secret as a graph on the symbols with one edge a place, from the guess's symbol to
   the secret's. Bulls are loops; the total, bulls and cows, is the sum over the symbols of min(edges in, edges out).
   Let p be the places, k the symbols, b the bulls, c the cows, m = p - b the edges that are no loops.

   - One edge left (m = 1) makes no cow: its ends are different symbols. So b = p - 1, c = 1 never occurs.
   - Without repeats in and out degrees are at most 1: the other edges form cycles and paths. There are m - c paths,
     each with one symbol more than edges, so 2p - (b + c) symbols are used in all, which must be at most k. That
     suffices: c = m is cycles alone (m != 1), and any c < m is one path of c + 1 edges and m - c - 1 single edges.
   - With repeats and k = 1 all edges are loops. With k = 2 an edge that is no loop goes one way or the other, and
     c = 2 min(there, back): even. With k >= 3 every other c occurs: cycles of two and three for the cows, and
     parallel edges A -> C for the rest (c = 0: those alone; c = 1: A -> B -> C, then A -> C).
   - No leading zero asks for one edge that avoids a symbol of our choice (feedback does not change when the places of
     both codes are permuted, so that edge may be the first place). A loop on another
     symbol does. Without loops and with repeats, two symbols leave no such edge, and three or more always do, as the
     examples above show. Without repeats a symbol touches at most two edges, so with three places one is always left;
     the rest: p = 1 and no bull needs three symbols (1 guessed, 2 secret), p = 2 and two cows is a cycle of two
     symbols and needs a third. A bull at p = 1 is on symbol 1.

   The tests compare this with all pairs of all small games.

   Numbers. For given bulls the totals that occur are an unbroken run, up to p (for b = p - 1: p - 1 alone), or every
   second one of it where k = 2. So the position within the run is a function of the total minus one of the bulls, and
   the class number is a sum by_total[total] + by_bulls[bulls] in bytes, which is what the kernels compute. */

#include "corral.h"

#include <string.h>

static bool occurs(const corral_rule *rule, int bulls, int cows)
{
    int places = rule->places, symbols = rule->symbols;
    if (bulls == places - 1 && cows == 1)
        return false;
    if (rule->repeats) {
        if (symbols == 1)
            return bulls == places;
        if (symbols == 2)
            return cows % 2 == 0 && (rule->leading_zero || bulls > 0);
        return true;
    }
    int needed = 2 * places - bulls - cows;
    if (!rule->leading_zero && bulls == 0 && (places == 1 || (places == 2 && cows == 2)))
        needed = 3;
    return needed <= symbols;
}

/* The position of a total within the run of totals that share their bulls, up to a constant. */
static int position(const corral_rule *rule, int total)
{
    return rule->repeats && rule->symbols == 2 ? total / 2 : total;
}

void corral_classes_of(const corral_rule *rule, corral_classes *classes)
{
    memset(classes, 0, sizeof *classes);
    int places = rule->places, count = 0;
    for (int total = 0; total <= places && !rule->bulls_only; total++)
        classes->by_total[total] = (uint8_t)position(rule, total);
    for (int bulls = 0; bulls <= places; bulls++)
        for (int cows = 0, first = 1; cows <= places - bulls; cows++) {
            if (!occurs(rule, bulls, cows) || (rule->bulls_only && !first))
                continue;
            if (first)
                classes->by_bulls[bulls] = (uint8_t)(count - classes->by_total[bulls + cows]);
            first = 0;
            classes->bulls[count] = (uint8_t)bulls;
            classes->cows[count] = rule->bulls_only ? 0 : (uint8_t)cows;
            count++;
        }
    classes->count = (uint8_t)count;
}

unsigned corral_feedback(const corral_rule *rule, const corral_classes *classes, const uint8_t *guess,
                         const uint8_t *secret)
{
    int balance[CORRAL_MAX_SYMBOLS] = {0}, bulls = 0, total = rule->places;
    for (int place = 0; place < rule->places; place++) {
        bulls += guess[place] == secret[place];
        balance[guess[place]]++;
        balance[secret[place]]--;
    }
    for (int symbol = 0; symbol < rule->symbols; symbol++)
        total -= balance[symbol] > 0 ? balance[symbol] : 0;
    return (uint8_t)(classes->by_total[total] + classes->by_bulls[bulls]);
}
