/* Codes as two words (slices.h tells which bits they have). Included by each level, after bit_counts().

   For a handful of codes neither bitmaps nor a table are worth the effort: two codes share as many bits of either
   kind as they have bulls, or bulls and cows, so their class takes two bit counts and two look-ups.

   A code tells all others apart if all answers to it are different, and its own answer, the winning one, is given by no
   other. So all codes are compared with it, itself among them: their classes are marked in a word, and the marks that
   are missing are the codes that share an answer with one before. If none is missing, it tells all apart; if one, it
   fails on a single pair. It is given up at the second. There cannot be more codes than classes, or one more. */

ALWAYS_INLINE uint8_t class_of(code_words a, code_words b, const corral_classes *classes)
{
    unsigned bulls, total;
    bit_counts(a.first & b.first, a.second & b.second, &bulls, &total);
    return (uint8_t)(classes->by_total[total] + classes->by_bulls[bulls]);
}

static void classify_words(const code_words *codes, uint32_t count, code_words guess, const corral_classes *classes,
                           uint8_t *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = class_of(codes[i], guess, classes);
}

/* Mark the classes of some codes; returns how many had been marked, counting on up to 2. */
ALWAYS_INLINE int collisions(const code_words *codes, uint32_t count, code_words guess, const corral_classes *classes,
                             uint64_t *marks, int found)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t mark = (uint64_t)1 << (class_of(codes[i], guess, classes) & 63);
        if (*marks & mark && ++found == 2)
            break;
        *marks |= mark;
    }
    return found;
}

static int tell_apart(const code_words *codes, uint32_t count, const corral_classes *classes, uint32_t *which)
{
    int best = 2;
    if (count > classes->count + 1u)
        return best;
    for (uint32_t i = 0; i < count && best > 0; i++) {
        uint64_t marks = 0;
        int found = collisions(codes, i, codes[i], classes, &marks, 0);
        if (found < best)
            found = collisions(codes + i + 1, count - i - 1, codes[i], classes, &marks, found);
        if (found < best) {
            best = found;
            *which = i;
        }
    }
    return best;
}
