/* What the exact search is compared with: every guess of every set is tried, and every tree is played. */

#ifndef CORRAL_BRUTE_H
#define CORRAL_BRUTE_H

#include "corral.h"

enum { BRUTE_CANDIDATES = 128 }; /* at most */

/* The least cost of a position in a game that is given as a matrix; codes and matrix of the position are not looked at.
   False if it takes more than so many sets, or has too many candidates. */
bool brute_solve(const corral_matrix *game, const corral_position *position, const corral_schedule *schedule,
                 size_t most_sets, int64_t *value);

/* How many sets the last call of brute_solve took. */
size_t brute_sets(void);

/* What the trees of a position cost, played for every candidate. Whatever is wrong with the tree itself is a failed
   check. */
typedef struct brute_play {
    bool sound;
    int64_t cost; /* by the schedule, as brute_solve counts; CORRAL_FORBIDDEN if it breaks a limit */
    uint32_t depth;
} brute_play;

brute_play brute_replay(const corral_matrix *game, const corral_position *position, const corral_schedule *schedule,
                        const corral_tree *tree);

/* Candidate number i of a position. */
static inline uint32_t brute_candidate(const corral_position *position, uint32_t i)
{
    return position->candidates ? position->candidates[i] : i;
}

/* How many candidates a position has. */
static inline uint32_t brute_count(const corral_matrix *game, const corral_position *position)
{
    return position->candidates ? position->count : game->secrets;
}

#endif
