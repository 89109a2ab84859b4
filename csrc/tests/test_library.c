/* What the library says of itself. */

#include "check.h"

#include <string.h>

int main(void)
{
    CHECK(!strcmp(corral_version(), CORRAL_VERSION));
    for (int status = CORRAL_OK; status <= CORRAL_STOPPED; status++) {
        const char *text = corral_status_text((corral_status)status);
        CHECK(strcmp(text, "no status"));
        for (int other = CORRAL_OK; other < status; other++)
            CHECK(strcmp(text, corral_status_text((corral_status)other)));
    }
    CHECK(!strcmp(corral_status_text((corral_status)(CORRAL_STOPPED + 1)), "no status"));
    return check_end();
}
