/* Every long call, stopped at the first, the second .. time that it asks. That stopped calls leak nothing is for the
   sanitizers and valgrind to see. */

#include "calls.h"
#include "check.h"

static void test_call(const call *tested)
{
    impatience caller = {.patience = -1};
    const corral_poll poll = {.stop = check_poll, .context = &caller};
    check_about(tested->name);
    CHECK(tested->run(&poll) == CORRAL_OK);
    const long asked = caller.asked, step = asked / (check_quick() ? 10 : 100) + 1;
    CHECK(asked > 0);
    for (caller.patience = 0; caller.patience < asked; caller.patience += step) {
        caller.asked = 0;
        CHECK(tested->run(&poll) == CORRAL_STOPPED);
        CHECK(caller.asked == caller.patience + 1);
    }
    caller.asked = 0;
    caller.patience = asked;
    CHECK(tested->run(&poll) == CORRAL_OK);
}

int main(void)
{
    calls_begin();
    for (int i = 0; i < call_count; i++)
        test_call(&calls[i]);
    calls_end();
    return check_end();
}
