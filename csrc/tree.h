/* A tree that grows in breadth-first order, so that its arrays are only ever appended to: node i is expanded when all
   nodes before it have their children. */

#ifndef CORRAL_TREE_H
#define CORRAL_TREE_H

#include "corral.h"

typedef struct tree_builder {
    corral_tree *tree;
    uint32_t capacity; /* nodes that the arrays hold */
    uint32_t *start;   /* by node: where its candidates are, in one array for all nodes that wait */
    uint32_t *parent;  /* by node */
    uint32_t *depth;   /* by node: guesses before it */
} tree_builder;

/* Begin with a root of so many candidates. Whatever the status, the builder is to be ended. */
corral_status corral_builder_begin(tree_builder *builder, uint32_t count);
/* Give a node its guess; its children, at most so many, are to follow by ascending label. */
corral_status corral_builder_expand(tree_builder *builder, uint32_t node, uint32_t guess, uint32_t children);
void corral_builder_add(tree_builder *builder, uint32_t parent, uint8_t label, uint32_t size, uint32_t start);
/* The tree if the status is CORRAL_OK; otherwise it is freed. */
corral_status corral_builder_end(tree_builder *builder, corral_status status, corral_tree **tree);

#endif
