/* Who searches: the frames of the depths, scratch memory, and the poll. */

#include "memory.h"
#include "search.h"
#include "slices.h"

#include <string.h>

enum { FIRST_POLL = 1 << 10, WORK_A_POLL = 1 << 22 };

bool corral_worker_reserve(corral_worker *worker, void *buffer, size_t *held, size_t wanted, size_t size)
{
    void *block;
    if (wanted <= *held)
        return true;
    memcpy(&block, buffer, sizeof block);
    size_t count = 2 * *held > wanted ? 2 * *held : wanted;
    void *larger = corral_allocate(count, size);
    if (!larger) {
        worker->status = CORRAL_NO_MEMORY;
        return false;
    }
    corral_release(block);
    memcpy(buffer, &larger, sizeof larger);
    worker->memory += (count - *held) * size;
    *held = count;
    return true;
}

static void release_frame(search_frame *frame)
{
    if (!frame)
        return;
    corral_release(frame->classes);
    corral_release(frame->codes);
    corral_release(frame->words);
    corral_release(frame->own);
    corral_release(frame->parts);
    corral_release(frame->options);
    corral_release(frame->planes);
    corral_guesses_free(frame->own_list);
    corral_release(frame);
}

static search_frame *new_frame(const corral_board *board, uint32_t capacity)
{
    search_frame *frame = corral_allocate_zeroed(1, sizeof *frame);
    if (!frame)
        return NULL;
    frame->capacity = capacity;
    frame->classes = corral_allocate(capacity, sizeof *frame->classes);
    frame->codes = corral_allocate(capacity, sizeof *frame->codes);
    frame->parts = corral_allocate(board->classes, sizeof *frame->parts);
    bool enough = frame->classes && frame->codes && frame->parts;
    if (board->has_words) {
        frame->words = corral_allocate(capacity, sizeof *frame->words);
        enough = enough && frame->words;
    }
    if (board->consistent) {
        frame->own = corral_allocate(capacity, sizeof *frame->own);
        enough = enough && frame->own;
    }
    if (enough)
        return frame;
    release_frame(frame);
    return NULL;
}

static uint64_t frame_bytes(const corral_worker *worker, const search_frame *frame)
{
    const corral_board *board = &worker->solver->board;
    uint64_t a_code = sizeof *frame->classes + sizeof *frame->codes;
    a_code += board->has_words ? sizeof *frame->words : 0;
    a_code += board->consistent ? sizeof *frame->own : 0;
    return sizeof *frame + board->classes * sizeof *frame->parts + frame->capacity * a_code +
           frame->option_capacity * sizeof *frame->options + frame->plane_words * sizeof *frame->planes;
}

search_frame *corral_worker_frame(corral_worker *worker, uint32_t depth, uint32_t count)
{
    if (depth >= CORRAL_MAX_DEPTH) {
        worker->status = CORRAL_TOO_DEEP;
        return NULL;
    }
    search_frame *frame = worker->frames[depth];
    if (frame && frame->capacity >= count)
        return frame;
    uint32_t capacity = frame && 2 * frame->capacity > count ? 2 * frame->capacity : count;
    if (frame)
        worker->memory -= frame_bytes(worker, frame);
    release_frame(frame);
    frame = worker->frames[depth] = new_frame(&worker->solver->board, capacity);
    if (!frame)
        worker->status = CORRAL_NO_MEMORY;
    else
        worker->memory += frame_bytes(worker, frame);
    return frame;
}

void corral_worker_clear(corral_worker *worker)
{
    for (int depth = 0; depth < CORRAL_MAX_DEPTH; depth++)
        release_frame(worker->frames[depth]);
    corral_bounds_clear(&worker->bounds);
    corral_release(worker->asked);
    corral_release(worker->cache);
    corral_release(worker->tokens);
    corral_release(worker->sizes);
    corral_release(worker->kept);
    corral_release(worker->alike);
    corral_release(worker->alike_start);
    corral_release(worker->mixed);
    corral_release(worker->vertical);
    corral_release(worker->numbers);
    corral_release(worker->classes);
}

void corral_worker_tells(corral_worker *worker)
{
    struct corral_solver *solver = worker->solver;
    uint64_t memory = worker->memory + worker->bounds.memory;
    atomic_add(&solver->nodes, worker->nodes - worker->nodes_told);
    atomic_add(&solver->memory, memory - worker->memory_told);
    worker->nodes_told = worker->nodes;
    worker->memory_told = memory;
}

static bool ask_whether_to_stop(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    corral_worker *worker = context;
    struct corral_solver *solver = worker->solver;
    corral_worker_tells(worker);
    if (!atomic_get(&solver->stop) && corral_stopped(worker->callers_poll, atomic_get(&solver->nodes), 0))
        atomic_set(&solver->stop, 1);
    return atomic_get(&solver->stop);
}

corral_status corral_worker_make(corral_worker *worker, struct corral_solver *solver)
{
    worker->solver = solver;
    worker->poll = (corral_poll){.stop = ask_whether_to_stop, .context = worker};
    size_t asked = (size_t)solver->history_count + solver->opener_count + CORRAL_MAX_DEPTH + 1;
    worker->asked = corral_allocate_zeroed(asked, sizeof *worker->asked);
    worker->cache = corral_allocate_zeroed((size_t)1 << CACHE_BITS, sizeof *worker->cache);
    worker->alike_start = corral_allocate(VERTICAL_MAX_CANDIDATES + 1, sizeof *worker->alike_start);
    worker->classes = corral_allocate(VERTICAL_MAX_CANDIDATES, sizeof *worker->classes);
    if (!worker->asked || !worker->cache || !worker->alike_start || !worker->classes)
        return CORRAL_NO_MEMORY;
    if (solver->history_count)
        memcpy(worker->asked, solver->history, solver->history_count * sizeof *worker->asked);
    if (solver->opener_count)
        memcpy(worker->asked + solver->history_count, solver->opener, solver->opener_count * sizeof *worker->asked);
    worker->memory = sizeof *worker + asked * sizeof *worker->asked + ((uint64_t)sizeof *worker->cache << CACHE_BITS);
    return CORRAL_OK;
}

void corral_worker_begin(corral_worker *worker, const corral_poll *poll)
{
    const struct corral_solver *solver = worker->solver;
    corral_bounds_clear(&worker->bounds);
    corral_bounds_make(&worker->bounds, &solver->stages, solver->board.classes, solver->root.count);
    worker->status = CORRAL_OK;
    worker->tries = CORRAL_FORBIDDEN;
    worker->callers_poll = poll;
    worker->asked_count = worker->solver->history_count;
    worker->work = worker->effort = 0;
    worker->poll_after = FIRST_POLL;
    worker->effort_limit = UINT64_MAX;
}

bool corral_worker_polls(corral_worker *worker)
{
    if (corral_stopped(&worker->poll, 0, 0) && !worker->status)
        worker->status = CORRAL_STOPPED;
    return worker->status;
}

bool corral_worker_stops(corral_worker *worker, uint64_t work)
{
    worker->work += work;
    if (worker->status || worker->work < worker->poll_after)
        return worker->status;
    worker->effort += worker->work;
    worker->work = 0;
    worker->poll_after = worker->poll_after < WORK_A_POLL ? 2 * worker->poll_after : WORK_A_POLL;
    if (worker->effort >= worker->effort_limit)
        worker->status = CORRAL_STOPPED;
    return corral_worker_polls(worker);
}
