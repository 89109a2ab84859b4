/* Threads of the operating system, and what they meet at.

   WebAssembly has none unless it is compiled for them. There a thread cannot be started, which the search does without,
   and as nobody else is there nothing has to be guarded. */

#ifndef CORRAL_THREADS_H
#define CORRAL_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__wasm__) && !defined(_REENTRANT)
#define CORRAL_THREADS 0
typedef char corral_mutex, corral_condition, corral_thread;
#elif defined(_WIN32)
#define CORRAL_THREADS 1
/* An SRWLOCK, a CONDITION_VARIABLE and a HANDLE, not by their names: windows.h takes SHORT, LONG and many others. */
typedef struct corral_mutex {
    void *lock;
} corral_mutex;
typedef struct corral_condition {
    void *variable;
} corral_condition;
typedef void *corral_thread;
#else
#define CORRAL_THREADS 1
#include <pthread.h>
typedef pthread_mutex_t corral_mutex;
typedef pthread_cond_t corral_condition;
typedef pthread_t corral_thread;
#endif

bool corral_mutex_make(corral_mutex *mutex);
void corral_mutex_clear(corral_mutex *mutex);
void corral_lock(corral_mutex *mutex);
void corral_unlock(corral_mutex *mutex);

bool corral_condition_make(corral_condition *condition);
void corral_condition_clear(corral_condition *condition);
/* Give the mutex up and wait to be woken, so many milliseconds at most; it may wake for no reason. */
void corral_wait(corral_condition *condition, corral_mutex *mutex, uint32_t milliseconds);
void corral_wake_all(corral_condition *condition);

bool corral_thread_start(corral_thread *thread, void (*function)(void *), void *argument);
void corral_thread_join(corral_thread *thread);

/* A lock for a few instructions. All zero: free. */
typedef struct corral_spinlock {
    uint32_t held;
} corral_spinlock;

void corral_spin(corral_spinlock *lock); /* until it is free */

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>

static inline uint64_t atomic_get(const uint64_t *number)
{
    return (uint64_t)_InterlockedOr64((volatile long long *)number, 0);
}

static inline void atomic_set(uint64_t *number, uint64_t value)
{
    _InterlockedExchange64((volatile long long *)number, (long long)value);
}

static inline void atomic_add(uint64_t *number, uint64_t value)
{
    _InterlockedExchangeAdd64((volatile long long *)number, (long long)value);
}

static inline void *atomic_get_pointer(void *const *pointer)
{
    return _InterlockedCompareExchangePointer((void *volatile *)pointer, 0, 0);
}

static inline void atomic_set_pointer(void **pointer, void *value)
{
    _InterlockedExchangePointer(pointer, value);
}

static inline bool corral_try_lock(corral_spinlock *lock)
{
    return !_InterlockedExchange((volatile long *)&lock->held, 1);
}

static inline void corral_spin_unlock(corral_spinlock *lock)
{
    _InterlockedExchange((volatile long *)&lock->held, 0);
}
#else
/* What was written before a set is seen after the get that sees it. */
static inline uint64_t atomic_get(const uint64_t *number)
{
    return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

static inline void atomic_set(uint64_t *number, uint64_t value)
{
    __atomic_store_n(number, value, __ATOMIC_RELEASE);
}

static inline void atomic_add(uint64_t *number, uint64_t value)
{
    __atomic_fetch_add(number, value, __ATOMIC_ACQ_REL);
}

static inline void *atomic_get_pointer(void *const *pointer)
{
    return __atomic_load_n(pointer, __ATOMIC_ACQUIRE);
}

static inline void atomic_set_pointer(void **pointer, void *value)
{
    __atomic_store_n(pointer, value, __ATOMIC_RELEASE);
}

static inline bool corral_try_lock(corral_spinlock *lock)
{
    return !__atomic_exchange_n(&lock->held, 1, __ATOMIC_ACQUIRE);
}

static inline void corral_spin_unlock(corral_spinlock *lock)
{
    __atomic_store_n(&lock->held, 0, __ATOMIC_RELEASE);
}
#endif

static inline void corral_spin_lock(corral_spinlock *lock)
{
    if (!corral_try_lock(lock))
        corral_spin(lock);
}

#endif
