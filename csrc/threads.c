#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif

#include "threads.h"

#include "memory.h"

#include <stddef.h>

#if CORRAL_THREADS && !defined(_WIN32)
#include <sched.h>
#include <time.h>
#endif

#if !CORRAL_THREADS

bool corral_mutex_make(corral_mutex *mutex)
{
    *mutex = 0;
    return true;
}

void corral_mutex_clear(corral_mutex *mutex)
{
    (void)mutex;
}

void corral_lock(corral_mutex *mutex)
{
    (void)mutex;
}

void corral_unlock(corral_mutex *mutex)
{
    (void)mutex;
}

bool corral_condition_make(corral_condition *condition)
{
    *condition = 0;
    return true;
}

void corral_condition_clear(corral_condition *condition)
{
    (void)condition;
}

void corral_wait(corral_condition *condition, corral_mutex *mutex, uint32_t milliseconds)
{
    (void)condition;
    (void)mutex;
    (void)milliseconds;
}

void corral_wake_all(corral_condition *condition)
{
    (void)condition;
}

bool corral_thread_start(corral_thread *thread, void (*function)(void *), void *argument)
{
    (void)thread;
    (void)function;
    (void)argument;
    return false;
}

void corral_thread_join(corral_thread *thread)
{
    (void)thread;
}

static void pause_a_little(void)
{
}

#else

/* The search goes CORRAL_MAX_DEPTH guesses down, with a KB for each; some systems would give a thread 128. */
enum { STACK = 8 << 20 };

typedef struct start {
    void (*function)(void *);
    void *argument;
} start;

static void begin(void *given)
{
    start s = *(start *)given;
    corral_release(given);
    s.function(s.argument);
}

static start *start_of(void (*function)(void *), void *argument)
{
    start *s = corral_allocate(1, sizeof *s);
    if (s)
        *s = (start){function, argument};
    return s;
}

#ifdef _WIN32

bool corral_mutex_make(corral_mutex *mutex)
{
    InitializeSRWLock(mutex);
    return true;
}

void corral_mutex_clear(corral_mutex *mutex)
{
    (void)mutex;
}

void corral_lock(corral_mutex *mutex)
{
    AcquireSRWLockExclusive(mutex);
}

void corral_unlock(corral_mutex *mutex)
{
    ReleaseSRWLockExclusive(mutex);
}

bool corral_condition_make(corral_condition *condition)
{
    InitializeConditionVariable(condition);
    return true;
}

void corral_condition_clear(corral_condition *condition)
{
    (void)condition;
}

void corral_wait(corral_condition *condition, corral_mutex *mutex, uint32_t milliseconds)
{
    SleepConditionVariableSRW(condition, mutex, milliseconds, 0);
}

void corral_wake_all(corral_condition *condition)
{
    WakeAllConditionVariable(condition);
}

static DWORD WINAPI enter(LPVOID given)
{
    begin(given);
    return 0;
}

bool corral_thread_start(corral_thread *thread, void (*function)(void *), void *argument)
{
    start *s = start_of(function, argument);
    *thread = s ? CreateThread(NULL, STACK, enter, s, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL) : NULL;
    if (!*thread)
        corral_release(s);
    return *thread;
}

void corral_thread_join(corral_thread *thread)
{
    WaitForSingleObject(*thread, INFINITE);
    CloseHandle(*thread);
}

static void pause_a_little(void)
{
    SwitchToThread();
}

#else

bool corral_mutex_make(corral_mutex *mutex)
{
    return !pthread_mutex_init(mutex, NULL);
}

void corral_mutex_clear(corral_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

void corral_lock(corral_mutex *mutex)
{
    pthread_mutex_lock(mutex);
}

void corral_unlock(corral_mutex *mutex)
{
    pthread_mutex_unlock(mutex);
}

bool corral_condition_make(corral_condition *condition)
{
    return !pthread_cond_init(condition, NULL);
}

void corral_condition_clear(corral_condition *condition)
{
    pthread_cond_destroy(condition);
}

void corral_wait(corral_condition *condition, corral_mutex *mutex, uint32_t milliseconds)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += milliseconds % 1000 * 1000000L;
    if (end.tv_nsec >= 1000000000L) {
        end.tv_sec++;
        end.tv_nsec -= 1000000000L;
    }
    pthread_cond_timedwait(condition, mutex, &end);
}

void corral_wake_all(corral_condition *condition)
{
    pthread_cond_broadcast(condition);
}

static void *enter(void *given)
{
    begin(given);
    return NULL;
}

bool corral_thread_start(corral_thread *thread, void (*function)(void *), void *argument)
{
    pthread_attr_t attributes;
    start *s = start_of(function, argument);
    if (!s || pthread_attr_init(&attributes)) {
        corral_release(s);
        return false;
    }
    pthread_attr_setstacksize(&attributes, STACK);
    bool started = !pthread_create(thread, &attributes, enter, s);
    pthread_attr_destroy(&attributes);
    if (!started)
        corral_release(s);
    return started;
}

void corral_thread_join(corral_thread *thread)
{
    pthread_join(*thread, NULL);
}

static void pause_a_little(void)
{
    sched_yield();
}

#endif
#endif

void corral_spin(corral_spinlock *lock)
{
    enum { TRIES = 100 };
    for (int i = 0; !corral_try_lock(lock); i++)
        if (i >= TRIES)
            pause_a_little();
}
