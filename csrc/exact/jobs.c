/* Several threads at the guesses of one node.

   Trying a guess against the best one so far is most of the work of a proof, and guesses can be tried in any order by
   anyone: what each costs is the same, and so is the least of it. So a worker that has tried the first guess of a node
   near the root, which gives the others a budget, puts up the node as a job, and goes on; whoever has nothing to do
   takes guesses too, from another end of the list: neighbours lead to many of the same sets, which both would search
   (39 % more sets than one thread with two of them on bulls-and-cows:5x8, 4 % this way). All share what is kept of sets
   and the lists of guesses; a frame, as everything that changes while a guess is tried, belongs to a worker. The
   candidates of a node and its list of guesses are its owner's, who does not leave before all helpers have.

   An owner who waits for helpers takes guesses of jobs that are deeper than its own, as the helpers put them up, so it
   does not stand still, and its frames up to its own depth stay as they are. The deepest job comes first: what it
   proves is needed, while a guess nearer to the root may be tried with too large a budget.

   A guess is tried with the budget at the time when it was taken. A worker that was stopped leaves a guess with a bound
   that may be below its cost; but the search as a whole is stopped then, and claims nothing. Which guess is found to be
   the best of several that cost the same depends on the clock. That is why the tree is not made of them: see extract.c.

   Threads are started when the search has gone on for a while, since a small game is solved in less time than that
   takes. A thread that cannot be started is done without. */

#include "jobs.h"

#include "memory.h"

#include <string.h>

#ifdef CORRAL_FAILING_ALLOC
enum { WORTH_SHARING = 5, START_AFTER = 1 }; /* so that tests see helpers at work */
#else
enum { WORTH_SHARING = 50, START_AFTER = 1 << 24 }; /* candidates; pairs of guess and candidate */
#endif

enum {
    SHORT = 20, /* milliseconds: an owner who waits has to poll */
    LONG = 1000,
};

/* What is known of the root while its guesses are tried; those that are under way cost no less than their bounds. */
static void report_root(const corral_worker *worker, const search_job *job)
{
    struct corral_solver *solver = worker->solver;
    int64_t rest = corral_node_rest(job->node);
    rest = job->rest < rest ? job->rest : rest;
    for (uint32_t i = 0; i < solver->worker_count; i++)
        rest = solver->workers[i]->tries < rest ? solver->workers[i]->tries : rest;
    rest = job->best < rest ? job->best : rest;
    corral_lock(&solver->mutex);
    solver->lower = job->lower > rest ? job->lower : rest;
    if (job->guess != NO_CODE) {
        solver->value = job->best;
        solver->best_guess = job->guess;
    }
    corral_unlock(&solver->mutex);
}

/* Take a guess, what it has to be below, and the node as it is to be tried on, but for its frame. */
static bool take_guess(corral_worker *worker, search_job *job, bool helps, search_option *option, int64_t *budget,
                       search_node *node)
{
    bool shared = job->shared;
    if (shared)
        corral_lock(&job->mutex);
    bool taken = !job->over && corral_node_next(worker, job->node, job->best, helps, option);
    *budget = job->best;
    *node = *job->node;
    if (taken && job->node->set == &worker->solver->root)
        worker->tries = option->lower;
    job->over = job->over || !taken;
    if (shared)
        corral_unlock(&job->mutex);
    return taken;
}

static void give_cost(corral_worker *worker, search_job *job, const search_option *option, int64_t cost)
{
    bool shared = job->shared;
    if (shared)
        corral_lock(&job->mutex);
    cost = option->lower > cost ? option->lower : cost;
    job->rest = cost < job->rest ? cost : job->rest;
    if (!worker->status && cost < job->best) {
        job->best = cost;
        job->guess = option->guess;
    }
    if (job->node->set == &worker->solver->root) {
        worker->tries = CORRAL_FORBIDDEN;
        report_root(worker, job);
    }
    job->over = job->over || worker->status || job->best <= job->lower;
    if (shared)
        corral_unlock(&job->mutex);
}

/* Try one more guess; false if none is left. The frame of the node for this worker is `frame`. */
static bool try_next(corral_worker *worker, search_job *job, search_frame *frame)
{
    search_option option;
    search_node node;
    int64_t budget;
    if (!take_guess(worker, job, frame != job->node->frame, &option, &budget, &node))
        return false;
    node.frame = frame;
    give_cost(worker, job, &option, corral_evaluate(worker, &node, option.guess, budget, job->mode));
    return true;
}

static void take_off(struct corral_solver *solver, const search_job *job)
{
    search_job **at = &solver->jobs;
    while (*at && *at != job)
        at = &(*at)->next;
    if (*at)
        *at = job->next;
}

/* Help with a job until it is over. The mutex of the solver is held when that begins and when it ends. */
static void help(corral_worker *worker, search_job *job)
{
    struct corral_solver *solver = worker->solver;
    uint32_t own[SHARED_DEPTH], own_count = worker->asked_count, common = solver->history_count + solver->opener_count;
    job->helpers++;
    corral_unlock(&solver->mutex);
    for (uint32_t i = 0; i < SHARED_DEPTH; i++) {
        own[i] = worker->asked[common + i];
        worker->asked[common + i] = job->asked[i];
    }
    worker->asked_count = solver->history_count + job->node->guesses;
    search_frame *frame = corral_worker_frame(worker, job->node->depth, job->node->set->count);
    while (frame && try_next(worker, job, frame))
        ;
    for (uint32_t i = 0; i < SHARED_DEPTH; i++)
        worker->asked[common + i] = own[i];
    worker->asked_count = own_count;
    corral_lock(&solver->mutex);
    take_off(solver, job);
    if (worker->status && worker->status != CORRAL_STOPPED && !solver->failure)
        solver->failure = worker->status;
    if (worker->status)
        atomic_set(&solver->stop, 1);
    if (!--job->helpers)
        corral_wake_all(&solver->changed);
}

/* The deepest job that is deeper than `above`; NULL: none. */
static search_job *find_job(const struct corral_solver *solver, int64_t above)
{
    search_job *found = NULL;
    for (search_job *job = solver->jobs; job; job = job->next)
        if (job->node->depth > above && (!found || job->node->depth > found->node->depth))
            found = job;
    return found;
}

static void run_helper(void *argument)
{
    corral_worker *worker = argument;
    struct corral_solver *solver = worker->solver;
    corral_lock(&solver->mutex);
    while (!solver->finished && !worker->status) {
        search_job *job = find_job(solver, -1);
        if (job)
            help(worker, job);
        else
            corral_wait(&solver->changed, &solver->mutex, LONG);
    }
    corral_unlock(&solver->mutex);
    corral_worker_tells(worker);
}

static void start_helpers(struct corral_solver *solver)
{
    while (solver->worker_count < solver->threads) {
        corral_worker *worker = corral_solver_worker(solver, solver->worker_count);
        if (worker)
            corral_worker_begin(worker, NULL);
        if (!worker || !corral_thread_start(&worker->thread, run_helper, worker)) {
            solver->threads = solver->worker_count;
            return;
        }
        solver->worker_count++;
    }
}

void corral_end_jobs(struct corral_solver *solver)
{
    corral_lock(&solver->mutex);
    solver->finished = true;
    corral_wake_all(&solver->changed);
    corral_unlock(&solver->mutex);
    for (; solver->worker_count > 1; solver->worker_count--)
        corral_thread_join(&solver->workers[solver->worker_count - 1]->thread);
    solver->finished = false;
}

static bool worth_sharing(const corral_worker *worker, const search_job *job)
{
    const struct corral_solver *solver = worker->solver;
    const search_node *node = job->node;
    return solver->threads > 1 && !job->over && node->set->count >= WORTH_SHARING &&
           node->guesses - solver->opener_count < SHARED_DEPTH &&
           (solver->worker_count > 1 || worker->effort + worker->work > START_AFTER);
}

static void put_up(const corral_worker *worker, search_job *job)
{
    struct corral_solver *solver = worker->solver;
    if (solver->worker_count < solver->threads)
        start_helpers(solver);
    if (solver->worker_count == 1 || !corral_mutex_make(&job->mutex))
        return;
    job->shared = true;
    memcpy(job->asked, worker->asked + solver->history_count + solver->opener_count, sizeof job->asked);
    corral_lock(&solver->mutex);
    job->next = solver->jobs;
    solver->jobs = job;
    corral_wake_all(&solver->changed);
    corral_unlock(&solver->mutex);
}

/* Wait until all helpers have left, not idly. */
static void take_down(corral_worker *worker, search_job *job)
{
    struct corral_solver *solver = worker->solver;
    if (worker->status)
        atomic_set(&solver->stop, 1); /* nobody need finish its guess */
    corral_lock(&solver->mutex);
    take_off(solver, job);
    while (job->helpers) {
        search_job *deeper = worker->status ? NULL : find_job(solver, job->node->depth);
        if (deeper) {
            help(worker, deeper);
            continue;
        }
        corral_wait(&solver->changed, &solver->mutex, SHORT);
        corral_unlock(&solver->mutex);
        corral_worker_polls(worker);
        corral_lock(&solver->mutex);
    }
    corral_unlock(&solver->mutex);
    corral_mutex_clear(&job->mutex);
    job->shared = false;
    if (atomic_get(&solver->stop) && !worker->status)
        worker->status = CORRAL_STOPPED; /* a helper may not have finished its guess */
}

bool corral_try_guesses(corral_worker *worker, search_job *job)
{
    search_frame *frame = job->node->frame;
    if (try_next(worker, job, frame) && worth_sharing(worker, job))
        put_up(worker, job);
    while (try_next(worker, job, frame))
        ;
    if (job->shared)
        take_down(worker, job);
    int64_t rest = corral_node_rest(job->node);
    job->rest = rest < job->rest ? rest : job->rest;
    return !worker->status;
}
