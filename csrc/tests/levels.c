/* Prints the levels that this machine runs, one a line. */

#include "corral.h"

#include <stdio.h>

int main(void)
{
    for (int level = 0; level <= (int)corral_best_level(); level++)
        puts(corral_level_name((corral_level)level));
    return 0;
}
