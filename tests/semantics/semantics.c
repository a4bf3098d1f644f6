// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "semantics.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MODULES = 8, RANDOM_THREADS = 4096, MAX_EDGES = 3 };

static const uint32_t edges[] = {
    0,          1,          2,          7,          31,         32,         33,         63,
    64,         0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x0000ffff, 0x00ff8001,
    0x007fffff, // largest denormal
    0x00800000, // smallest normal
    0x80000001, // smallest negative denormal
    0x3f800000, // 1
    0xbf800000, // -1
    0x3f800800, // 1 + 2^-12
    0xbf801000, // -(1 + 2^-11)
    0x3f000000, // 0.5
    0x4f000000, // 2^31
    0x7f800000, // infinity
    0xff800000, //
    0x7fc00000, // NaN
    0x7f800001, // signalling NaN
    0xffc12345, // NaN with a payload
    0x7f7fffff, // largest
    0x7c007bff, // two halves: infinity, the largest
    0x3c008001, // two halves: 1, smallest negative denormal
};
enum { EDGES = sizeof edges / sizeof edges[0] };

static CUcontext context;
static CUmodule modules[MODULES];
static unsigned module_count;

static void load(const char *path)
{
    if (module_count == MODULES || cu.cuModuleLoad(&modules[module_count], path)) {
        fprintf(stderr, "%s: cannot be loaded\n", path);
        exit(EXIT_FAILURE);
    }
    module_count++;
}

void sem_open(const char *name, unsigned *sm)
{
    const char *folder = getenv("SASSDNN_SEMANTICS");
    int major, minor;
    emu_open();
    context = emu_context();
    emu_seed();
    if (cu.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0) ||
        cu.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0))
        exit(EXIT_FAILURE);
    *sm = (unsigned)(10 * major + minor);
    DIR *dir = folder ? opendir(folder) : NULL;
    if (!dir) {
        fprintf(stderr, "SASSDNN_SEMANTICS: a folder of cubins was expected\n");
        exit(EXIT_FAILURE);
    }
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        size_t length = strlen(name), all = strlen(entry->d_name);
        char path[1024];
        if (strncmp(entry->d_name, name, length) != 0 || entry->d_name[length] != '.' || all < 6 ||
            strcmp(entry->d_name + all - 6, ".cubin") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        load(path);
    }
    closedir(dir);
}

int sem_close(int failed)
{
    cu.cuCtxDestroy_v2(context);
    // Compiled code has the control codes that it needs, and these kernels are correct.
    static const char *const kinds[] = {"hazard in kernel", "no value in kernel", "race in kernel",
                                        "barrier in kernel", "leak: "};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        failed += emu_has_reported(kinds[i]);
    emu_close();
    return failed;
}

CUfunction sem_function(const char *name)
{
    CUfunction function = NULL;
    for (unsigned i = 0; i < module_count; i++) {
        if (cu.cuModuleGetFunction(&function, modules[i], name) == CUDA_SUCCESS)
            return function;
    }
    return NULL;
}

void sem_fails(const char *cubin, const char *kernel, unsigned ctas, unsigned threads,
               const char *phrase)
{
    char path[1024];
    CUmodule module;
    CUfunction function;
    CUcontext own = emu_context();
    snprintf(path, sizeof path, "%s/%s", getenv("SASSDNN_SEMANTICS"), cubin);
    OK(cu.cuModuleLoad(&module, path));
    OK(cu.cuModuleGetFunction(&function, module, kernel));
    OK(cu.cuLaunchKernel(function, ctas, 1, 1, threads, 1, 1, 0, NULL, NULL, NULL));
    assert_int_not_equal(cu.cuCtxSynchronize(), CUDA_SUCCESS);
    const char *report = emu_report();
    if (!strstr(report, phrase))
        fail_msg("%s: expected \"%s\" in the report: %s", kernel, phrase, report);
    cu.cuCtxDestroy_v2(own);
}

static size_t thread_count(unsigned edge_words)
{
    size_t count = RANDOM_THREADS;
    size_t combinations = 1;
    for (unsigned i = 0; i < edge_words; i++)
        combinations *= EDGES;
    count += edge_words ? combinations : 0;
    return (count + SEM_CTA - 1) / SEM_CTA * SEM_CTA;
}

static void fill(uint32_t *in, size_t threads, unsigned edge_words)
{
    size_t combinations = edge_words ? threads - RANDOM_THREADS : 0;
    for (size_t i = 0; i < threads; i++) {
        size_t e = i;
        for (unsigned k = 0; k < SEM_WORDS; k++) {
            uint32_t *word = &in[i * SEM_WORDS + k];
            *word = emu_random();
            // Now and then an edge value among the random ones, too.
            if (i < combinations && k < edge_words) {
                *word = edges[e % EDGES];
                e /= EDGES;
            } else if (emu_random() % 8 == 0) {
                *word = edges[emu_random() % EDGES];
            }
        }
    }
}

static uint64_t distance(uint64_t a, uint64_t b, uint64_t sign)
{
    // Floats in the order of their values.
    uint64_t x = a & sign ? sign - (a & (sign - 1)) : a + sign;
    uint64_t y = b & sign ? sign - (b & (sign - 1)) : b + sign;
    return x > y ? x - y : y - x;
}

static bool same_f32(uint32_t got, uint32_t want, uint32_t ulps)
{
    if (isnan(sem_f32(want)) || isnan(sem_f32(got)))
        return isnan(sem_f32(want)) && isnan(sem_f32(got));
    return distance(got, want, UINT64_C(1) << 31) <= ulps;
}

static bool same_f64(const uint32_t *got, const uint32_t *want, uint32_t ulps)
{
    if (isnan(sem_f64(want)) || isnan(sem_f64(got)))
        return isnan(sem_f64(want)) && isnan(sem_f64(got));
    return distance(got[0] | (uint64_t)got[1] << 32, want[0] | (uint64_t)want[1] << 32,
                    UINT64_C(1) << 63) <= ulps;
}

static bool same(const struct sem_case *test, const uint32_t *got, const uint32_t *want)
{
    for (unsigned k = 0; k < SEM_WORDS; k++) {
        if (got[k] == want[k])
            continue;
        bool pair = test->compare == SEM_F64 && same_f64(&got[k & ~1U], &want[k & ~1U], test->ulps);
        if (!pair && !(test->compare == SEM_F32 && same_f32(got[k], want[k], test->ulps)))
            return false;
    }
    return true;
}

static void explain(const struct sem_case *test, size_t thread, const uint32_t *in,
                    const uint32_t *got, const uint32_t *want)
{
    print_error("%s, thread %zu\n", test->name, thread);
    for (unsigned k = 0; k < SEM_WORDS; k++)
        print_error("  in 0x%08x  found 0x%08x  expected 0x%08x%s\n", in[k], got[k], want[k],
                    got[k] == want[k] ? "" : "  <--");
}

static void compute(const struct sem_case *test, uint32_t *in, uint32_t *want, size_t threads)
{
    for (size_t i = 0; i < threads * SEM_WORDS; i++)
        want[i] = SEM_MARK;
    for (size_t i = 0; test->thread && i < threads; i++)
        test->thread(&in[i * SEM_WORDS], &want[i * SEM_WORDS]);
    for (size_t i = 0; test->warp && i < threads; i += SEM_LANES)
        test->warp((uint32_t(*)[SEM_WORDS])(void *)&in[i * SEM_WORDS],
                   (uint32_t(*)[SEM_WORDS])(void *)&want[i * SEM_WORDS]);
    for (size_t i = 0; test->cta && i < threads; i += SEM_CTA)
        test->cta((uint32_t(*)[SEM_WORDS])(void *)&in[i * SEM_WORDS],
                  (uint32_t(*)[SEM_WORDS])(void *)&want[i * SEM_WORDS]);
}

void sem_run(const struct sem_case *test)
{
    CUfunction function = sem_function(test->name);
    size_t threads = thread_count(test->edges < MAX_EDGES ? test->edges : MAX_EDGES);
    size_t bytes = threads * SEM_WORDS * sizeof(uint32_t);
    uint32_t *in = malloc(bytes), *got = malloc(bytes), *want = malloc(bytes);
    CUdeviceptr device_in, device_out;
    if (!function)
        fail_msg("no kernel '%s'", test->name);
    assert_true(in && got && want);
    fill(in, threads, test->edges);
    compute(test, in, want, threads);
    OK(cu.cuMemAlloc_v2(&device_in, bytes));
    OK(cu.cuMemAlloc_v2(&device_out, bytes));
    OK(cu.cuMemcpyHtoD_v2(device_in, in, bytes));
    OK(cu.cuMemsetD32_v2(device_out, SEM_MARK, threads * SEM_WORDS));
    void *params[] = {&device_in, &device_out};
    OK(cu.cuLaunchKernel(function, (unsigned)(threads / SEM_CTA), 1, 1, SEM_CTA, 1, 1, 0, NULL,
                         params, NULL));
    CUresult result = cu.cuMemcpyDtoH_v2(got, device_out, bytes);
    if (result)
        fail_msg("%s: %s", test->name, emu_report());
    for (size_t i = 0; i < threads; i++) {
        if (same(test, &got[i * SEM_WORDS], &want[i * SEM_WORDS]))
            continue;
        explain(test, i, &in[i * SEM_WORDS], &got[i * SEM_WORDS], &want[i * SEM_WORDS]);
        fail_msg("%s: other values than expected", test->name);
    }
    OK(cu.cuMemFree_v2(device_in));
    OK(cu.cuMemFree_v2(device_out));
    free(in);
    free(got);
    free(want);
}
