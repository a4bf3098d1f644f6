// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Variables of modules, and fat binaries.
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TABLE = 64 };

static unsigned sm;
static unsigned char *cubin;
static size_t cubin_size;

static void read_cubin(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/modules.cubin", getenv("SASSDNN_SEMANTICS"));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    cubin_size = (size_t)ftell(file);
    rewind(file);
    cubin = malloc(cubin_size);
    assert_non_null(cubin);
    assert_int_equal(fread(cubin, 1, cubin_size, file), cubin_size);
    fclose(file);
}

static CUdeviceptr variable(CUmodule module, const char *name, size_t want)
{
    CUdeviceptr address;
    size_t size;
    OK(cu.cuModuleGetGlobal_v2(&address, &size, module, name));
    assert_int_equal(size, want);
    return address;
}

static void run(CUmodule module, const char *name, void **params)
{
    CUfunction function;
    OK(cu.cuModuleGetFunction(&function, module, name));
    OK(cu.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
    if (cu.cuCtxSynchronize())
        fail_msg("%s: %s", name, emu_report());
}

// out[0..3] of use_variables.
static void use(CUmodule module, uint32_t index, uint32_t got[4])
{
    CUdeviceptr out;
    OK(cu.cuMemAlloc_v2(&out, 16));
    void *params[] = {&out, &index};
    run(module, "use_variables", params);
    OK(cu.cuMemcpyDtoH_v2(got, out, 16));
    OK(cu.cuMemFree_v2(out));
}

static void starts_as_written(CUmodule module)
{
    uint32_t got[4];
    use(module, 1, got);
    assert_int_equal(got[0], 42);
    assert_int_equal(got[1], 0);
    assert_int_equal(got[2], 3);
    assert_int_equal(got[3], 5 + 9);
}

static void host_and_kernel_share_variables(void **state)
{
    (void)state;
    CUmodule module;
    uint32_t got[4], table[TABLE], value = 1000;
    OK(cu.cuModuleLoadData(&module, cubin));
    starts_as_written(module);
    CUdeviceptr counter = variable(module, "counter", 4);
    CUdeviceptr device_table = variable(module, "table", sizeof table);
    OK(cu.cuMemcpyHtoD_v2(counter, &value, sizeof value));
    value = 123;
    OK(cu.cuMemcpyHtoD_v2(device_table + 3 * sizeof value, &value, sizeof value));
    use(module, 0, got);
    assert_int_equal(got[0], 1001);
    assert_int_equal(got[1], 123);
    OK(cu.cuMemcpyDtoH_v2(table, device_table, sizeof table));
    for (unsigned i = 0; i < TABLE; i++)
        assert_int_equal(table[i], i == 3 ? 123 : i == 5 ? 124 : i == 7 ? 77 : i == 9 ? 99 : 0);
    OK(cu.cuModuleUnload(module));
}

static void constants_are_seen_by_later_launches(void **state)
{
    (void)state;
    CUmodule module;
    static const uint32_t factors[4] = {11, 13, 17, 19};
    uint32_t got[4];
    unsigned char byte = 200;
    OK(cu.cuModuleLoadData(&module, cubin));
    starts_as_written(module);
    OK(cu.cuMemcpyHtoD_v2(variable(module, "factors", 16), factors, sizeof factors));
    OK(cu.cuMemcpyHtoD_v2(variable(module, "last_byte", 1), &byte, 1));
    for (uint32_t i = 0; i < 4; i++) {
        use(module, i, got);
        assert_int_equal(got[2], factors[i]);
        assert_int_equal(got[3], factors[2] + byte);
    }
    OK(cu.cuModuleUnload(module));
}

static void addresses_are_those_that_kernels_see(void **state)
{
    (void)state;
    CUmodule module;
    CUdeviceptr out;
    uint64_t got[3];
    OK(cu.cuModuleLoadData(&module, cubin));
    OK(cu.cuMemAlloc_v2(&out, sizeof got));
    void *params[] = {&out};
    run(module, "addresses", params);
    OK(cu.cuMemcpyDtoH_v2(got, out, sizeof got));
    assert_int_equal(got[0], variable(module, "counter", 4));
    assert_int_equal(got[1], variable(module, "table", TABLE * 4));
    assert_int_equal(got[2], variable(module, "factors", 16));
    OK(cu.cuMemFree_v2(out));
    OK(cu.cuModuleUnload(module));
}

static void two_modules_have_variables_of_their_own(void **state)
{
    (void)state;
    CUmodule modules[2];
    OK(cu.cuModuleLoadData(&modules[0], cubin));
    starts_as_written(modules[0]);
    OK(cu.cuModuleLoadData(&modules[1], cubin));
    starts_as_written(modules[1]);
    assert_true(variable(modules[0], "counter", 4) != variable(modules[1], "counter", 4));
    OK(cu.cuModuleUnload(modules[0]));
    OK(cu.cuModuleUnload(modules[1]));
}

static void variables_end_with_their_module(void **state)
{
    (void)state;
    CUmodule module;
    uint32_t value;
    OK(cu.cuModuleLoadData(&module, cubin));
    CUdeviceptr counter = variable(module, "counter", 4);
    assert_int_not_equal(cu.cuMemFree_v2(counter), CUDA_SUCCESS);
    OK(cu.cuModuleUnload(module));
    IS(cu.cuMemcpyDtoH_v2(&value, counter, sizeof value), INVALID_VALUE);
}

static void unknown_names(void **state)
{
    (void)state;
    CUmodule module;
    CUdeviceptr address;
    size_t size;
    OK(cu.cuModuleLoadData(&module, cubin));
    IS(cu.cuModuleGetGlobal_v2(&address, &size, module, "no_such_variable"), NOT_FOUND);
    IS(cu.cuModuleGetGlobal_v2(&address, &size, module, "use_variables"), NOT_FOUND);
    IS(cu.cuModuleGetGlobal_v2(NULL, NULL, module, "counter"), INVALID_VALUE);
    OK(cu.cuModuleGetGlobal_v2(&address, NULL, module, "counter"));
    OK(cu.cuModuleGetGlobal_v2(NULL, &size, module, "counter"));
    OK(cu.cuModuleUnload(module));
}

static void attributes(void **state)
{
    (void)state;
    CUmodule module;
    CUfunction function;
    int bytes;
    OK(cu.cuModuleLoadData(&module, cubin));
    OK(cu.cuModuleGetFunction(&function, module, "use_variables"));
    OK(cu.cuFuncGetAttribute(&bytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, function));
    assert_in_range(bytes, 16 + 1 + 8, 64);
    OK(cu.cuModuleUnload(module));
}

// A fat binary as nvcc's fatbinary writes it.
static unsigned char *fat;
static size_t fat_size;

static void put16(size_t at, unsigned value)
{
    fat[at] = (unsigned char)value;
    fat[at + 1] = (unsigned char)(value >> 8);
}

static void put32(size_t at, uint32_t value)
{
    put16(at, value & 0xffff);
    put16(at + 2, value >> 16);
}

static void fat_start(void)
{
    enum { HEADER = 16 };
    fat = calloc(1, 4 * cubin_size + 4096);
    assert_non_null(fat);
    put32(0, 0xba55ed50);
    put16(4, 1);
    put16(6, HEADER);
    fat_size = HEADER;
}

// kind: 1 PTX, 2 cubin.
static void fat_add(unsigned kind, unsigned architecture, const void *data, size_t size,
                    uint32_t compressed)
{
    enum { HEADER = 64, ALIGNMENT = 8 };
    size_t padded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    put16(fat_size, kind);
    put16(fat_size + 2, 0x101);
    put32(fat_size + 4, HEADER);
    put32(fat_size + 8, (uint32_t)padded);
    put32(fat_size + 16, compressed);
    put16(fat_size + 24, 8);
    put16(fat_size + 26, 1);
    put32(fat_size + 28, architecture);
    put32(fat_size + 40, compressed ? 0x8011 : 0x11);
    memcpy(fat + fat_size + HEADER, data, size);
    fat_size += HEADER + padded;
    put32(8, (uint32_t)(fat_size - 16));
}

static const char ptx[] = ".version 8.0\n.target sm_80\n";

static void fat_binaries(void **state)
{
    (void)state;
    CUmodule module;
    static const char junk[16] = "not a cubin";
    struct {
        uint32_t magic, version;
        const void *data;
        void *file;
    } wrapper = {0x466243b1, 1, NULL, NULL};
    fat_start();
    fat_add(1, 80, ptx, sizeof ptx, 0);
    fat_add(2, 75, junk, sizeof junk, 0);
    fat_add(2, sm, cubin, cubin_size, 0);
    fat_add(2, 100, junk, sizeof junk, 0);
    if (sm % 10) // an older one of the same major architecture
        fat_add(2, sm / 10 * 10, junk, sizeof junk, 0);
    OK(cu.cuModuleLoadFatBinary(&module, fat));
    starts_as_written(module);
    OK(cu.cuModuleUnload(module));
    OK(cu.cuModuleLoadData(&module, fat));
    starts_as_written(module);
    OK(cu.cuModuleUnload(module));
    wrapper.data = fat;
    OK(cu.cuModuleLoadFatBinary(&module, &wrapper));
    starts_as_written(module);
    OK(cu.cuModuleUnload(module));
    free(fat);
}

static void fat_binaries_that_do_not_fit(void **state)
{
    (void)state;
    CUmodule module;
    fat_start();
    fat_add(2, 75, cubin, cubin_size, 0);
    IS(cu.cuModuleLoadData(&module, fat), NO_BINARY_FOR_GPU);
    fat_add(1, 80, ptx, sizeof ptx, 0);
    IS(cu.cuModuleLoadData(&module, fat), JIT_COMPILER_NOT_FOUND);
    assert_non_null(strstr(emu_report(), "PTX"));
    fat_add(2, sm, cubin, cubin_size, 100);
    IS(cu.cuModuleLoadData(&module, fat), NOT_SUPPORTED);
    assert_non_null(strstr(emu_report(), "compressed"));
    fat_add(2, sm, cubin, cubin_size, 0);
    for (size_t end = 16; end < 200; end++) {
        put32(8, (uint32_t)(end - 16));
        assert_true(cu.cuModuleLoadData(&module, fat) != CUDA_SUCCESS);
    }
    free(fat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_and_kernel_share_variables),
        cmocka_unit_test(constants_are_seen_by_later_launches),
        cmocka_unit_test(addresses_are_those_that_kernels_see),
        cmocka_unit_test(two_modules_have_variables_of_their_own),
        cmocka_unit_test(variables_end_with_their_module),
        cmocka_unit_test(unknown_names),
        cmocka_unit_test(attributes),
        cmocka_unit_test(fat_binaries),
        cmocka_unit_test(fat_binaries_that_do_not_fit),
    };
    sem_open("modules", &sm);
    read_cubin();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(cubin);
    return sem_close(failed);
}
