#include "tree.h"

#include "memory.h"

void corral_tree_free(corral_tree *tree)
{
    if (!tree)
        return;
    corral_release(tree->guess);
    corral_release(tree->size);
    corral_release(tree->first);
    corral_release(tree->label);
    corral_release(tree);
}

static corral_status reserve(tree_builder *b, size_t nodes)
{
    if (nodes <= b->capacity)
        return CORRAL_OK;
    corral_tree *tree = b->tree;
    size_t used = tree->nodes, wanted = nodes > 2 * (size_t)b->capacity ? nodes : 2 * (size_t)b->capacity;
    if (wanted > UINT32_MAX)
        return CORRAL_NO_MEMORY;
    void *grown;
#define GROW(array, length, extra)                                                                         \
    grown = corral_grow(array, ((length) + (extra)) * sizeof *(array), wanted + (extra), sizeof *(array)); \
    if (!grown)                                                                                            \
        return CORRAL_NO_MEMORY;                                                                           \
    array = grown
    GROW(tree->guess, used, 0);
    GROW(tree->size, used, 0);
    GROW(tree->label, used, 0);
    GROW(tree->first, used, 1);
    GROW(b->start, used, 0);
    GROW(b->parent, used, 0);
    GROW(b->depth, used, 0);
#undef GROW
    b->capacity = (uint32_t)wanted;
    return CORRAL_OK;
}

corral_status corral_builder_begin(tree_builder *builder, uint32_t count)
{
    *builder = (tree_builder){.tree = corral_allocate_zeroed(1, sizeof *builder->tree)};
    if (!builder->tree || reserve(builder, 1))
        return CORRAL_NO_MEMORY;
    corral_tree *tree = builder->tree;
    tree->nodes = tree->first[1] = 1;
    tree->size[0] = count;
    tree->label[0] = 0;
    builder->start[0] = builder->parent[0] = builder->depth[0] = 0;
    return CORRAL_OK;
}

corral_status corral_builder_expand(tree_builder *builder, uint32_t node, uint32_t guess, uint32_t children)
{
    corral_tree *tree = builder->tree;
    corral_status status = reserve(builder, (size_t)tree->nodes + children);
    if (status)
        return status;
    tree->guess[node] = guess;
    tree->first[node] = tree->nodes;
    return CORRAL_OK;
}

void corral_builder_add(tree_builder *builder, uint32_t parent, uint8_t label, uint32_t size, uint32_t start)
{
    corral_tree *tree = builder->tree;
    uint32_t child = tree->nodes++;
    tree->label[child] = label;
    tree->size[child] = size;
    tree->first[tree->nodes] = tree->nodes; /* in case this is the last node */
    builder->start[child] = start;
    builder->parent[child] = parent;
    builder->depth[child] = builder->depth[parent] + 1;
}

corral_status corral_builder_end(tree_builder *builder, corral_status status, corral_tree **tree)
{
    corral_release(builder->start);
    corral_release(builder->parent);
    corral_release(builder->depth);
    if (status)
        corral_tree_free(builder->tree);
    else
        *tree = builder->tree;
    return status;
}
