/* Every public function that allocates or polls, called so that it works for a while. For tests that make the calls
   fail on the way. */

#ifndef CORRAL_CALLS_H
#define CORRAL_CALLS_H

#include "corral.h"

typedef struct call {
    const char *name;
    bool allocates;
    /* Makes the call, and checks that it gives an object if and only if it succeeds. */
    corral_status (*run)(const corral_poll *poll);
} call;

extern const call calls[];
extern const int call_count;

/* Makes what the calls are given. */
void calls_begin(void);
void calls_end(void);

#endif
