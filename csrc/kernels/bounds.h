/* A bound for every guess from the sizes of its parts, with guesses in the lanes. Included by each level, after
   parts.h.

   Sizes come as planes (parts.h), and the value of a guess is made in planes too. The sum over the parts of n - 1 is
   the number of candidates less that of parts, so the slope takes one subtraction and a multiplication by a constant,
   which is a shift and add for each of its bits. A jump adds up how far each part goes beyond it, and that sum is at
   most the candidates less `after`, so it needs no more planes than a size; the cost is multiplied once, not for
   every part.

   Jumps are taken in ascending order, and a pair whose part is beyond a jump in no lane is left out from there on:
   most parts are small, so what costs is the first comparison. A limit of the size is a jump without a cost that rules
   guesses out.

   No value is larger than slope * (n - 1) + the sum of cost * (n - after), for the sum over the parts of
   max(0, size - after) is largest where all are one part. So many planes suffice, 37 at most. */

enum { VALUE_PLANES = 40, SIZE_PLANES = 32 };

/* Jumps that some part can reach, ascending; those of no cost rule out. */
typedef struct bound_plan {
    int jumps;
    uint32_t after[MAX_JUMPS + 1], cost[MAX_JUMPS + 1];
    int size_planes;  /* that are in use */
    int value_planes;
} bound_plan;

ALWAYS_INLINE void plan_jump(bound_plan *plan, uint32_t after, uint32_t cost)
{
    int at = plan->jumps++;
    for (; at > 0 && plan->after[at - 1] > after; at--) {
        plan->after[at] = plan->after[at - 1];
        plan->cost[at] = plan->cost[at - 1];
    }
    plan->after[at] = after;
    plan->cost[at] = cost;
}

static bound_plan plan_bound(const bound_job *job)
{
    const uint32_t candidates = job->parts->candidates;
    bound_plan plan = {.jumps = 0, .size_planes = planes_for(candidates), .value_planes = 1};
    uint64_t most = (uint64_t)job->slope * candidates;
    for (int i = 0; i < job->jumps; i++)
        if (job->cost[i] && job->after[i] < candidates) {
            plan_jump(&plan, job->after[i], job->cost[i]);
            most += (uint64_t)job->cost[i] * (candidates - job->after[i]);
        }
    if (job->largest < candidates)
        plan_jump(&plan, job->largest, 0);
    while (most >> plan.value_planes)
        plan.value_planes++;
    return plan;
}

/* value += factor * addend */
ALWAYS_INLINE void add_product(vec *value, int value_planes, const vec *addend, int addend_planes, uint32_t factor)
{
    for (int shift = 0; factor >> shift; shift++) {
        if (!(factor >> shift & 1))
            continue;
        vec carry = vec_zero();
        int plane = shift;
        for (; plane < value_planes && plane - shift < addend_planes; plane++)
            vec_full_add(&value[plane], &carry, value[plane], addend[plane - shift], carry);
        for (; plane < value_planes; plane++) {
            const vec before = value[plane];
            value[plane] = vec_xor(before, carry);
            carry = vec_and(before, carry);
        }
    }
}

/* How many candidates there are besides one for each part. */
ALWAYS_INLINE void count_doubles(uint32_t candidates, int size_planes, const uint64_t *parts, vec *doubles)
{
    vec borrow = vec_zero();
    for (int plane = 0; plane < size_planes; plane++) {
        const vec less = plane < WINS_PLANE ? vec_load(parts + plane * SLICE_WORDS) : vec_zero();
        const vec differ = vec_xor(less, borrow);
        if (candidates >> plane & 1) {
            doubles[plane] = vec_not(differ);
            borrow = vec_and(less, borrow);
        } else {
            doubles[plane] = differ;
            borrow = vec_or(less, borrow);
        }
    }
}

/* What a jump adds for all pairs: sum gets the sizes less `after`, where they are larger. The pairs that are nowhere
   larger leave the list; returns how many stay. `joined` gets the lanes that are larger at any pair. */
ALWAYS_INLINE int sum_excess(const int planes, uint32_t after, const uint64_t **live, int pairs, vec *sum, vec *joined)
{
    int left = 0;
    vec total[SIZE_PLANES], any = vec_zero();
    UNROLL for (int plane = 0; plane < planes; plane++)
        total[plane] = vec_zero();
    for (int i = 0; i < pairs; i++) {
        const uint64_t *size = live[i];
        vec excess[SIZE_PLANES], above = vec_zero(); /* size - after - 1, and where that is not negative */
        UNROLL for (int plane = 0; plane < planes; plane++)
        {
            const vec bit = vec_load(size + plane * SLICE_WORDS);
            const vec differ = vec_xor(bit, above);
            if (after >> plane & 1) {
                excess[plane] = differ;
                above = vec_and(above, bit);
            } else {
                excess[plane] = vec_not(differ);
                above = vec_or(above, bit);
            }
        }
        if (!vec_any(above))
            continue;
        live[left++] = size;
        any = vec_or(any, above);
        vec carry = above;
        UNROLL for (int plane = 0; plane < planes; plane++)
            vec_full_add(&total[plane], &carry, total[plane], vec_and(excess[plane], above), carry);
    }
    UNROLL for (int plane = 0; plane < planes; plane++)
        sum[plane] = total[plane];
    *joined = any;
    return left;
}

/* Compiled for small numbers of planes apart, so that they unroll into registers. */
static int jump(int planes, uint32_t after, const uint64_t **live, int pairs, vec *sum, vec *joined)
{
    switch (planes) {
    case 3:
        return sum_excess(3, after, live, pairs, sum, joined);
    case 4:
        return sum_excess(4, after, live, pairs, sum, joined);
    case 5:
        return sum_excess(5, after, live, pairs, sum, joined);
    case 6:
        return sum_excess(6, after, live, pairs, sum, joined);
    case 7:
        return sum_excess(7, after, live, pairs, sum, joined);
    case 8:
        return sum_excess(8, after, live, pairs, sum, joined);
    default:
        return sum_excess(planes, after, live, pairs, sum, joined);
    }
}

/* Add the cost of all jumps to the value; returns the lanes that are ruled out. */
ALWAYS_INLINE vec add_jumps(const bound_plan *plan, const parts_job *parts, const uint64_t *sizes, vec *value)
{
    vec ruled_out = vec_zero();
    const uint64_t *live[MAX_PAIRS]; /* the pairs whose sizes went beyond all jumps so far, in some lane */
    int pairs = pair_of(parts->width, parts->width - 1); /* the others have one code at most */
    for (int pair = 0; pair < pairs; pair++)
        live[pair] = sizes + (size_t)(pair * parts->size_planes) * SLICE_WORDS;
    for (int i = 0; i < plan->jumps && pairs; i++) {
        vec sum[SIZE_PLANES], joined;
        pairs = jump(plan->size_planes, plan->after[i], live, pairs, sum, &joined);
        if (!plan->cost[i])
            ruled_out = vec_or(ruled_out, joined);
        else if (pairs)
            add_product(value, plan->value_planes, sum, plan->size_planes, plan->cost[i]);
    }
    return ruled_out;
}

ALWAYS_INLINE vec lanes_below(const vec *value, int planes, uint64_t limit)
{
    if (limit >> planes)
        return vec_not(vec_zero());
    vec below = vec_zero();
    for (int plane = 0; plane < planes; plane++)
        below = limit >> plane & 1 ? vec_not(vec_andnot(value[plane], below)) : vec_andnot(below, value[plane]);
    return below;
}

ALWAYS_INLINE void lower_least(uint64_t *least, const vec *value, int planes, vec lanes)
{
    if (!vec_any(lanes))
        return;
    lanes = vec_and(lanes, lanes_below(value, planes, *least));
    if (!vec_any(lanes))
        return;
    uint64_t found = 0;
    for (int plane = planes - 1; plane >= 0; plane--) {
        const vec clear = vec_andnot(lanes, value[plane]);
        if (vec_any(clear))
            lanes = clear;
        else
            found |= (uint64_t)1 << plane;
    }
    *least = found;
}

/* One vector of guesses; returns those that are kept. */
ALWAYS_INLINE vec bound_vector(bound_job *job, const bound_plan *plan, const uint64_t *parts, const uint64_t *sizes,
                               uint32_t lanes)
{
    vec value[VALUE_PLANES], doubles[SIZE_PLANES], many = vec_zero();
    for (int plane = 0; plane < plan->value_planes; plane++)
        value[plane] = vec_zero();
    for (int plane = 1; plane < WINS_PLANE; plane++)
        many = vec_or(many, vec_load(parts + plane * SLICE_WORDS));
    count_doubles(job->parts->candidates, plan->size_planes, parts, doubles);
    add_product(value, plan->value_planes, doubles, plan->size_planes, job->slope);
    const vec ruled_out = add_jumps(plan, job->parts, sizes, value);
    const vec judged = vec_andnot(vec_and(many, first_lanes(lanes)), ruled_out);
    const vec wins = vec_load(parts + WINS_PLANE * SLICE_WORDS);
    const vec below_wins = lanes_below(value, plan->value_planes, job->limit_wins);
    const vec below_others = lanes_below(value, plan->value_planes, job->limit_others);
    const vec kept = vec_and(judged, vec_or(vec_and(wins, below_wins), vec_andnot(below_others, wins)));
    const vec dropped = vec_andnot(judged, kept);
    lower_least(&job->least_wins, value, plan->value_planes, vec_and(dropped, wins));
    lower_least(&job->least_others, value, plan->value_planes, vec_andnot(dropped, wins));
    return kept;
}

static void bound_guesses(bound_job *job, uint32_t first_block, uint32_t end_block)
{
    const bound_plan plan = plan_bound(job);
    const parts_job *parts = job->parts;
    const size_t pairs = (size_t)pair_of(parts->width, parts->width) + 1;
    for (uint32_t block = first_block; block < end_block; block++)
        for (uint32_t offset = 0; offset < SLICE_LANES; offset += VEC_LANES) {
            const uint32_t from = block * SLICE_LANES + offset;
            const size_t word = offset / 64;
            vec kept = vec_zero();
            if (from < parts->guesses->count)
                kept = bound_vector(job, &plan, parts->parts + (size_t)block * PARTS_PLANES * SLICE_WORDS + word,
                                    parts->sizes + block * pairs * (size_t)parts->size_planes * SLICE_WORDS + word,
                                    parts->guesses->count - from);
            vec_store(job->kept + (size_t)block * SLICE_WORDS + word, kept);
        }
}
