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

/* How many codes share their answer to the guess with one before, up to 2. */
ALWAYS_INLINE unsigned collisions(const code_words *codes, uint32_t count, code_words guess,
                                  const corral_classes *classes)
{
    uint64_t marks = 0;
    unsigned found = 0;
    for (uint32_t i = 0; i < count && found < 2; i++) {
        const uint64_t before = marks;
        marks |= (uint64_t)1 << (class_of(codes[i], guess, classes) & 63);
        found += marks == before;
    }
    return found;
}

static int tell_apart(const code_words *codes, uint32_t count, const corral_classes *classes, uint32_t *which)
{
    int best = 2;
    if (count > classes->count + 1u)
        return best;
    for (uint32_t i = 0; i < count && best > 0; i++) {
        const int found = (int)collisions(codes, count, codes[i], classes);
        if (found < best) {
            best = found;
            *which = i;
        }
    }
    return best;
}
