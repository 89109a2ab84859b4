/* What one look at all guesses of a node is made of. */

#ifndef CORRAL_LOOK_H
#define CORRAL_LOOK_H

#include "search.h"

/* Know the branching of a node, and the bounds of its parts, from the most parts of any guess. */
bool corral_look_measure(corral_worker *worker, search_node *node, const most_parts *most);
/* Spell the candidates of a set as the kernels read them, into worker->tokens. */
bool corral_look_tokens(corral_worker *worker, const code_set *set);
/* Room for so many options. */
bool corral_look_reserve(corral_worker *worker, search_frame *frame, uint32_t count);
/* The least bound of the options and of what was not listed. */
int64_t corral_look_least(const search_node *node);
/* The look at a game without bit lanes, and at weighted candidates. */
bool corral_look_plain(corral_worker *worker, search_node *node, int64_t budget, look_purpose purpose,
                       int64_t *least);

#endif
