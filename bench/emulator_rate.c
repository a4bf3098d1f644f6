// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// emulator-rate FILE.cubin KERNEL CTAS THREADS: run a kernel without parameters on the emulated GPU
// three times and print the best number of million warp instructions per second.
#include "bench/device.h"
#include "sass/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 3 };

struct job {
    const char *kernel;
    unsigned ctas, threads;
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool fail(const char *what, const char *why)
{
    fprintf(stderr, "emulator-rate: %s: %s\n", what, why);
    return false;
}

static bool good(const struct driver *driver, CUresult result, const char *what)
{
    const char *name = NULL;
    if (result == CUDA_SUCCESS)
        return true;
    if (driver->cuGetErrorName(result, &name) || !name)
        name = "an unknown error";
    return fail(what, name);
}

static bool run(const struct bench_device *device, CUfunction function, const struct job *job,
                double *most)
{
    const struct driver *driver = device->driver;
    *most = 0;
    for (int i = 0; i < RUNS; i++) {
        unsigned long long before = bench_device_instructions(device);
        double start = seconds();
        if (!good(driver,
                  driver->cuLaunchKernel(function, job->ctas, 1, 1, job->threads, 1, 1, 0, NULL,
                                         NULL, NULL),
                  job->kernel) ||
            !good(driver, driver->cuCtxSynchronize(), job->kernel))
            return false;
        double took = seconds() - start;
        double rate = (double)(bench_device_instructions(device) - before) / took / 1e6;
        *most = rate > *most ? rate : *most;
    }
    return true;
}

static bool measure(const struct bench_device *device, const void *image, const struct job *job)
{
    const struct driver *driver = device->driver;
    CUmodule module;
    CUfunction function;
    double most;
    if (!device->instructions)
        return fail(device->name, "the emulated GPU was expected");
    if (!good(driver, driver->cuModuleLoadData(&module, image), "the cubin"))
        return false;
    bool ok =
        good(driver, driver->cuModuleGetFunction(&function, module, job->kernel), job->kernel) &&
        run(device, function, job, &most);
    driver->cuModuleUnload(module);
    if (ok)
        printf("%.1f\n", most);
    return ok;
}

static unsigned number(const char *text)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *end || value > 1u << 30 ? 0 : (unsigned)value;
}

int main(int argc, char **argv)
{
    struct bench_device device;
    char error[BENCH_DEVICE_TEXT];
    size_t size;
    struct job job = {0};
    if (argc == 5)
        job = (struct job){argv[2], number(argv[3]), number(argv[4])};
    if (!job.ctas || !job.threads) {
        fprintf(stderr, "usage: emulator-rate FILE.cubin KERNEL CTAS THREADS\n");
        return 2;
    }
    unsigned char *image = whole_file_read(argv[1], &size);
    if (!image) {
        fail(argv[1], strerror(errno));
        return 1;
    }
    bool ok = bench_device_open(&device, error);
    if (ok) {
        ok = measure(&device, image, &job);
        bench_device_close(&device);
    } else {
        fail("no device", error);
    }
    free(image);
    return !ok;
}
