// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Clusters: their registers, memory, barriers, and the launches that a driver refuses.
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 32, WORDS = 32, LARGE = 16, SEED = 12345 };

static unsigned sm;

/// A launch, and one of its CTAs.
struct shape {
    unsigned grid[3], cluster[3];
    bool is_plain; ///< without the attribute
};
struct place {
    unsigned id[3], in_cluster[3], cluster_id[3], rank, ctas, number;
};

static const struct shape shapes[] = {
    {{4, 6, 2}, {2, 3, 1}, false},  {{8, 3, 1}, {8, 1, 1}, false},  {{6, 2, 4}, {3, 1, 2}, false},
    {{3, 2, 2}, {1, 1, 1}, true},   {{3, 1, 2}, {1, 1, 1}, false},  {{16, 4, 1}, {4, 4, 1}, false},
    {{1, 14, 3}, {1, 7, 1}, false}, {{10, 5, 1}, {1, 5, 1}, false},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static unsigned product(const unsigned x[3])
{
    return x[0] * x[1] * x[2];
}

static unsigned number_of(const struct shape *shape, const unsigned id[3])
{
    return id[0] + shape->grid[0] * (id[1] + shape->grid[1] * id[2]);
}

static struct place place_of(const struct shape *shape, unsigned number)
{
    struct place place = {.number = number, .ctas = product(shape->cluster)};
    for (int i = 0; i < 3; i++) {
        place.id[i] = number % shape->grid[i];
        number /= shape->grid[i];
        place.in_cluster[i] = place.id[i] % shape->cluster[i];
        place.cluster_id[i] = place.id[i] / shape->cluster[i];
    }
    place.rank =
        place.in_cluster[0] +
        shape->cluster[0] * (place.in_cluster[1] + shape->cluster[1] * place.in_cluster[2]);
    return place;
}

// Number in the grid of another CTA of the same cluster.
static unsigned peer(const struct shape *shape, const struct place *place, unsigned rank)
{
    const unsigned *c = shape->cluster;
    const unsigned within[3] = {rank % c[0], rank / c[0] % c[1], rank / c[0] / c[1]};
    unsigned id[3];
    for (int i = 0; i < 3; i++)
        id[i] = place->cluster_id[i] * c[i] + within[i];
    return number_of(shape, id);
}

static unsigned before(const struct place *place)
{
    return (place->rank + place->ctas - 1) % place->ctas;
}

static void cluster_registers(const struct shape *shape, const struct place *place, unsigned t,
                              uint32_t *out)
{
    (void)t;
    for (int i = 0; i < 3; i++) {
        out[i] = place->cluster_id[i];
        out[3 + i] = shape->grid[i] / shape->cluster[i];
        out[6 + i] = place->in_cluster[i];
        out[9 + i] = shape->cluster[i];
    }
    out[12] = place->rank;
    out[13] = place->ctas;
    out[14] = !shape->is_plain;
}

static void cluster_memory(const struct shape *shape, const struct place *place, unsigned t,
                           uint32_t *out)
{
    unsigned next = (place->rank + 1) % place->ctas, owner = peer(shape, place, next);
    unsigned last = peer(shape, place, place->ctas - 1), writer = peer(shape, place, before(place));
    bool is_own = next == place->rank;
    out[0] = 1000 * owner + t + SEED;
    out[1] = 1000 * last + 31 - t + SEED;
    out[2] = t;
    out[3] = owner << 8;
    out[4] = next;
    out[5] = place->rank;
    out[6] = is_own + 2 + 4 + 8;
    out[7] = t * 3 + before(place);
    out[8] = place->rank ? 7 : 7 + place->ctas * (32 * 33 / 2);
    out[9] = t > 50 + before(place) ? t : 50 + before(place);
    out[10] = (writer & 0xff) << 8 == place->number << 8 ? 9 : place->number << 8;
}

static void barrier(const struct place *place, unsigned threads, uint32_t *out)
{
    uint32_t counts[LARGE] = {0}, sum = 0;
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned r = 0; r < place->ctas; r++)
            counts[(r + i) % place->ctas] += threads * (i + 1);
        sum = (sum + i) * 31 + counts[(place->rank + 1) % place->ctas];
    }
    out[0] = sum;
}

static void cluster_barrier(const struct shape *shape, const struct place *place, unsigned t,
                            uint32_t *out)
{
    (void)shape, (void)t;
    barrier(place, 96, out);
}

static void cluster_objects(const struct shape *shape, const struct place *place, unsigned t,
                            uint32_t *out)
{
    unsigned writer = peer(shape, place, before(place));
    out[0] = t;
    out[1] = out[2] = writer;
    out[3] = t * 5 + writer;
    if (t < 16)
        out[4] = SEED + 4 * t + 3;
    else
        out[4] = t < 24 ? SEED | UINT32_C(15) << 4 * (t - 16) : SEED;
    out[5] = place->rank == 0;
}

typedef void reference(const struct shape *shape, const struct place *place, unsigned t,
                       uint32_t *out);

static CUresult launch(CUfunction function, const struct shape *shape, unsigned threads,
                       CUdeviceptr out, uint32_t seed)
{
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    CUlaunchConfig config = {
        .gridDimX = shape->grid[0],
        .gridDimY = shape->grid[1],
        .gridDimZ = shape->grid[2],
        .blockDimX = threads,
        .blockDimY = 1,
        .blockDimZ = 1,
        .attrs = &attribute,
        .numAttrs = !shape->is_plain,
    };
    void *params[] = {&out, &seed};
    attribute.value.clusterDim.x = shape->cluster[0];
    attribute.value.clusterDim.y = shape->cluster[1];
    attribute.value.clusterDim.z = shape->cluster[2];
    return cu.cuLaunchKernelEx(&config, function, params, NULL);
}

static void run(const char *name, reference *compute, const struct shape *shape, unsigned threads,
                uint32_t seed)
{
    CUfunction function = sem_function(name);
    unsigned ctas = product(shape->grid);
    size_t words = (size_t)ctas * THREADS * WORDS;
    uint32_t *got = malloc(words * sizeof *got), *want = malloc(words * sizeof *want);
    CUdeviceptr out;
    assert_non_null(function);
    assert_non_null(got);
    assert_non_null(want);
    OK(cu.cuMemAlloc_v2(&out, words * sizeof *got));
    OK(cu.cuMemsetD32_v2(out, SEM_MARK, words));
    if (product(shape->cluster) > 8)
        OK(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    OK(launch(function, shape, threads, out, seed));
    if (cu.cuCtxSynchronize())
        fail_msg("%s: %s", name, emu_report());
    OK(cu.cuMemcpyDtoH_v2(got, out, words * sizeof *got));
    for (size_t i = 0; i < words; i++)
        want[i] = SEM_MARK;
    for (unsigned c = 0; c < ctas; c++) {
        struct place place = place_of(shape, c);
        for (unsigned t = 0; t < THREADS; t++)
            compute(shape, &place, t, want + (size_t)WORDS * (THREADS * c + t));
    }
    for (size_t i = 0; i < words; i++) {
        if (got[i] != want[i])
            fail_msg("%s, clusters of %ux%ux%u: CTA %zu, thread %zu, word %zu: 0x%08x, not 0x%08x",
                     name, shape->cluster[0], shape->cluster[1], shape->cluster[2],
                     i / WORDS / THREADS, i / WORDS % THREADS, i % WORDS, got[i], want[i]);
    }
    OK(cu.cuMemFree_v2(out));
    free(got);
    free(want);
}

static void shapes_of_clusters(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SHAPES && sm >= 90; i++) {
        run("cluster_registers", cluster_registers, &shapes[i], THREADS, SEED);
        run("cluster_memory", cluster_memory, &shapes[i], THREADS, SEED);
        run("cluster_barrier", cluster_barrier, &shapes[i], 96, 0);
        if (!shapes[i].is_plain)
            run("cluster_barrier", cluster_barrier, &shapes[i], 96, 1);
        run("cluster_objects", cluster_objects, &shapes[i], THREADS, SEED);
    }
}

static void cluster_compiled(const struct shape *shape, const struct place *place, unsigned t,
                             uint32_t *out)
{
    (void)shape, (void)t;
    out[0] = place->rank + 256 * place->ctas;
}

static void compiled(void **state)
{
    const struct shape shape = {{4, 3, 2}, {2, 1, 2}, true};
    struct shape bad = shape;
    CUfunction function = sem_function("cluster_compiled");
    int value;
    (void)state;
    if (sm < 90)
        return;
    run("cluster_compiled", cluster_compiled, &shape, THREADS, SEED);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET, function));
    assert_int_equal(value, 1);
    OK(cu.cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, function));
    assert_int_equal(value, 2);
    bad.grid[0] = 3;
    IS(launch(function, &bad, THREADS, 0, 0), INVALID_VALUE);
    bad = shape;
    bad.is_plain = false;
    bad.cluster[2] = 1;
    IS(launch(function, &bad, THREADS, 0, 0), INVALID_CLUSTER_SIZE);
}

static void refused(void **state)
{
    const struct shape large = {{16, 1, 1}, {16, 1, 1}, false};
    const struct shape uneven = {{6, 1, 1}, {4, 1, 1}, false};
    const struct shape eight = {{8, 1, 1}, {8, 1, 1}, false}, four = {{4, 1, 1}, {4, 1, 1}, false};
    const struct shape empty = {{4, 1, 1}, {0, 1, 1}, false};
    CUfunction function = sem_function("cluster_bounded");
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                   .value.clusterDim = {4, 1, 1}};
    CUlaunchConfig config = {.gridDimX = 8,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = 128,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .attrs = &attribute,
                             .numAttrs = 1};
    CUdeviceptr out;
    int count;
    (void)state;
    if (sm < 90)
        return;
    OK(cu.cuMemAlloc_v2(&out, sizeof(uint32_t)));
    IS(launch(function, &uneven, 128, out, 0), INVALID_VALUE);
    IS(launch(function, &empty, 128, out, 0), INVALID_VALUE);
    IS(launch(function, &eight, 128, out, 0), INVALID_CLUSTER_SIZE); // bounded to four
    OK(launch(function, &four, 128, out, 0));
    OK(cu.cuOccupancyMaxPotentialClusterSize(&count, function, &config));
    assert_int_equal(count, 4);
    OK(cu.cuOccupancyMaxActiveClusters(&count, function, &config));
    assert_true(count > 0);
    function = sem_function("cluster_objects");
    OK(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 0));
    IS(launch(function, &large, 128, out, 0), INVALID_CLUSTER_SIZE);
    attribute.value.clusterDim.x = 16;
    IS(cu.cuOccupancyMaxActiveClusters(&count, function, &config), INVALID_CLUSTER_SIZE);
    OK(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    OK(cu.cuOccupancyMaxPotentialClusterSize(&count, function, &config));
    assert_int_equal(count, 16);
    OK(cu.cuCtxSynchronize());
    OK(cu.cuMemFree_v2(out));
}

static void faults(void **state)
{
    (void)state;
    if (sm < 90)
        return;
    sem_fails("cluster.sm90.cubin", "bad_exit", 2, THREADS, "of the cluster, which has exited");
    sem_fails("cluster.sm90.cubin", "bad_rank", 1, THREADS, "of CTA 1 of a cluster that has 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_clusters),
        cmocka_unit_test(compiled),
        cmocka_unit_test(refused),
        cmocka_unit_test(faults),
    };
    sem_open("cluster", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
