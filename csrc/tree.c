#include "corral.h"

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
