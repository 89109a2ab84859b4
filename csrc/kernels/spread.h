/* The sizes of parts out of their planes, a byte a guess, for a whole block of guesses. Included by each level, after
   lanes.h. One guess alone is read faster bit by bit. */

static void spread_sizes(const parts_job *job, uint32_t block, uint8_t *bytes)
{
    const uint32_t pairs = (uint32_t)((job->width + 1) * (job->width + 2) / 2);
    const uint64_t *bits = job->sizes + (size_t)block * pairs * (size_t)job->size_planes * SLICE_WORDS;
    for (uint32_t pair = 0; pair < pairs; pair++, bits += job->size_planes * SLICE_WORDS)
        for (int lane = 0; lane < SLICE_LANES; lane += VEC_LANES) {
            vec planes[PLANES];
            for (int plane = 0; plane < job->size_planes; plane++)
                planes[plane] = vec_load(bits + plane * SLICE_WORDS + lane / 64);
            vec_to_bytes(planes, job->size_planes, bytes + pair * SLICE_LANES + (uint32_t)lane);
        }
}
