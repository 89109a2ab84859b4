/* What a program asks of the library itself. */

#include "corral.h"

const char *corral_version(void)
{
    return CORRAL_VERSION;
}

const char *corral_status_text(corral_status status)
{
    switch (status) {
    case CORRAL_OK:
        return "all is well";
    case CORRAL_NO_MEMORY:
        return "not enough memory";
    case CORRAL_INVALID:
        return "an argument is outside the contract";
    case CORRAL_TOO_LARGE:
        return "more codes than can be listed, or more classes than a matrix takes";
    case CORRAL_TOO_DEEP:
        return "more guesses in a row, or more stages, than the exact search takes";
    case CORRAL_OVERFLOW:
        return "weights and costs add up to more than a number holds";
    case CORRAL_STOPPED:
        return "stopped by the poll";
    }
    return "no status";
}
