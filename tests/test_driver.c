// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// lib/driver against a libcuda that does as it is told (fake_cuda.h; its path is in the environment
// variable FAKE_CUDA): finding a driver, contexts, kernel files, launches, and every error's text.
#include "driver/arch.h"
#include "driver/device.h"
#include "driver/driver.h"
#include "sassdnn/sassdnn.h"
#include "tests/fake_cuda.h"

#include <dlfcn.h>
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct fake_cuda *fake;
static CUcontext (*fake_context)(int device, int index);

static void expect_text(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" does not contain \"%s\"", text, part);
    assert_null(strchr(text, '\n'));
}

static const char *last_error(void)
{
    static char text[1024];
    sassdnnGetLastErrorString(text, sizeof text);
    return text;
}

static int reset(void **state)
{
    (void)state;
    if (fake)
        *fake = (struct fake_cuda){.devices = 1, .major = {8, 8}, .minor = {6, 6}};
    unsetenv("SASSDNN_KERNEL_DIR");
    return 0;
}

// Finding a driver: these run first, because a process keeps the first one that it finds.

static void missing_driver_is_named(void **state)
{
    (void)state;
    char error[DRIVER_ERROR_TEXT];
    setenv("SASSDNN_DRIVER", "./no_such_folder/libcuda.so.1", 1);
    assert_null(driver_get(error));
    expect_text(error, "./no_such_folder/libcuda.so.1");
    sassdnnHandle_t handle;
    assert_int_equal(sassdnnCreate(&handle), SASSDNN_STATUS_NOT_INITIALIZED);
    assert_null(handle);
    expect_text(last_error(), "./no_such_folder/libcuda.so.1");
}

static void library_that_is_no_driver_is_refused(void **state)
{
    (void)state;
    char error[DRIVER_ERROR_TEXT];
    setenv("SASSDNN_DRIVER", "libm.so.6", 1);
    assert_null(driver_get(error));
    expect_text(error, "libm.so.6 is no usable CUDA driver: it has no cuInit");
}

static void chosen_driver_is_not_replaced(void **state)
{
    (void)state;
    char error[DRIVER_ERROR_TEXT];
    // A driver that the caller chose is not replaced by the emulated GPU.
    assert_null(driver_get_or_emulator(error));
    expect_text(error, "libm.so.6");
}

/// In a process of its own, for a library stays in it: a program's libcuda.so.1 (the emulated GPU
/// has that name), a SASSDNN_DRIVER that is another, and sassdnnCreate. `both`: the other one was
/// loaded on purpose as well. Returns the exit status: 0 where that was refused, 1 where it was
/// not.
static int create_beside_a_driver(bool both)
{
    const char *program = getenv("SASSDNN_EMULATOR"), *given = getenv("FAKE_CUDA");
    assert_non_null(program);
    assert_non_null(given);
    pid_t child = fork();
    if (child == 0) {
        sassdnnHandle_t handle;
        setenv("SASSDNN_DRIVER", given, 1);
        if (!dlopen(program, RTLD_NOW) || (both && !dlopen(given, RTLD_NOW)))
            _exit(2);
        if (sassdnnCreate(&handle) == SASSDNN_STATUS_SUCCESS)
            _exit(1);
        char text[1024];
        sassdnnGetLastErrorString(text, sizeof text);
        bool named = strstr(text, given) && strstr(text, program) &&
                     strstr(text, "SASSDNN_DRIVER") && !dlopen(given, RTLD_NOW | RTLD_NOLOAD);
        if (!named)
            fprintf(stderr, "%s\n", text);
        _exit(named ? 0 : 3);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void second_driver_in_a_process_is_refused(void **state)
{
    (void)state;
    assert_int_equal(create_beside_a_driver(false), 0);
    assert_int_equal(create_beside_a_driver(true), 1);
}

static void given_driver_is_loaded(void **state)
{
    (void)state;
    char error[DRIVER_ERROR_TEXT];
    const char *path = getenv("FAKE_CUDA");
    assert_non_null(path);
    setenv("SASSDNN_DRIVER", path, 1);
    const struct driver *driver = driver_get(error);
    assert_non_null(driver);
    assert_ptr_equal(driver, driver_get_or_emulator(error));
    assert_false(driver_is_emulated(driver));
    expect_text(driver->path, "fake_cuda");
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    assert_non_null(library);
    struct fake_cuda *(*state_of)(void);
    void *symbols[] = {dlsym(library, "fake_cuda_state"), dlsym(library, "fake_cuda_context")};
    memcpy(&state_of, &symbols[0], sizeof symbols[0]);
    memcpy(&fake_context, &symbols[1], sizeof symbols[1]);
    fake = state_of();
    char text[64];
    driver_error_text(driver, CUDA_ERROR_OUT_OF_MEMORY, text, sizeof text);
    assert_string_equal(text, "CUDA_ERROR_OUT_OF_MEMORY (as the test asked)");
    driver_error_text(driver, CUDA_ERROR_UNKNOWN, text, sizeof text);
    assert_string_equal(text, "CUDA driver error 999");
}

// Architectures

static void images_run_on_their_major_and_later_minors(void **state)
{
    (void)state;
    const char *kernel = kernel_manifest[0].name;
    assert_int_equal(arch_best_image(kernel, 8, 0)->sm, 80);
    assert_int_equal(arch_best_image(kernel, 8, 6)->sm, 86);
    assert_int_equal(arch_best_image(kernel, 8, 7)->sm, 86);
    assert_int_equal(arch_best_image(kernel, 8, 9)->sm, 89);
    assert_int_equal(arch_best_image(kernel, 9, 0)->sm, 90);
    assert_null(arch_best_image(kernel, 7, 5));
    assert_null(arch_best_image(kernel, 10, 0));
    assert_null(arch_best_image("no_such_kernel", 8, 0));
    char text[64];
    arch_list(text, sizeof text);
    assert_string_equal(text, "8.0, 8.6, 8.9, 9.0");
    char cut[6];
    arch_list(cut, sizeof cut);
    assert_string_equal(cut, "8.0, ");
}

static void device_without_kernels_is_refused_at_create(void **state)
{
    (void)state;
    const int capabilities[][2] = {{5, 0}, {7, 5}, {10, 0}, {12, 0}};
    for (size_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++) {
        fake->major[0] = capabilities[i][0];
        fake->minor[0] = capabilities[i][1];
        sassdnnHandle_t handle;
        assert_int_equal(sassdnnCreate(&handle), SASSDNN_STATUS_ARCH_MISMATCH);
        assert_null(handle);
        char expected[64];
        snprintf(expected, sizeof expected, "compute capability %d.%d,", fake->major[0],
                 fake->minor[0]);
        const char *text = last_error();
        expect_text(text, expected);
        expect_text(text, "8.0, 8.6, 8.9, 9.0");
        assert_int_equal(fake->loaded, 0);
        // The refusal leaves the thread as it was.
        assert_null(fake->current);
        assert_int_equal(fake->retained[0], 0);
    }
}

// Contexts

static void primary_context_is_made_current_and_stays(void **state)
{
    (void)state;
    struct device *device;
    char error[DEVICE_ERROR_TEXT];
    assert_int_equal(device_open(&device, error), DEVICE_OK);
    assert_ptr_equal(fake->current, fake_context(0, 0));
    assert_int_equal(fake->retained[0], 1);
    assert_int_equal(fake->loaded, KERNEL_COUNT);
    device_close(device);
    assert_int_equal(fake->loaded, 0);
    assert_int_equal(fake->synchronized, 1);
    assert_ptr_equal(fake->current, fake_context(0, 0));
    assert_int_equal(fake->retained[0], 1);
    assert_int_equal(fake->pushed, 0);
}

static void current_context_is_used(void **state)
{
    (void)state;
    struct device *device;
    char error[DEVICE_ERROR_TEXT];
    fake->devices = 2;
    fake->current = fake_context(1, 1);
    assert_int_equal(device_open(&device, error), DEVICE_OK);
    assert_ptr_equal(fake->current, fake_context(1, 1));
    assert_int_equal(fake->retained[0] + fake->retained[1], 0);
    device_close(device);
}

static void kernels_are_loaded_once_per_context(void **state)
{
    (void)state;
    struct device *devices[3];
    char error[DEVICE_ERROR_TEXT];
    fake->current = fake_context(0, 0);
    assert_int_equal(device_open(&devices[0], error), DEVICE_OK);
    assert_int_equal(device_open(&devices[1], error), DEVICE_OK);
    assert_int_equal(fake->loaded, KERNEL_COUNT);
    fake->current = fake_context(0, 1);
    assert_int_equal(device_open(&devices[2], error), DEVICE_OK);
    assert_int_equal(fake->loaded, 2 * KERNEL_COUNT);
    device_close(devices[0]);
    assert_int_equal(fake->loaded, 2 * KERNEL_COUNT);
    device_close(devices[1]);
    assert_int_equal(fake->loaded, KERNEL_COUNT);
    device_close(devices[2]);
    assert_int_equal(fake->loaded, 0);
}

static void driver_errors_at_open(void **state)
{
    (void)state;
    static const struct {
        CUresult init, load;
        int devices;
        enum device_result result;
        const char *text;
    } cases[] = {
        {CUDA_ERROR_NO_DEVICE, CUDA_SUCCESS, 1, DEVICE_NO_DRIVER, "cuInit: CUDA_ERROR_OTHER"},
        {CUDA_SUCCESS, CUDA_SUCCESS, 0, DEVICE_NO_DRIVER, "device 0: CUDA_ERROR_OTHER"},
        {CUDA_SUCCESS, CUDA_ERROR_OUT_OF_MEMORY, 1, DEVICE_NO_MEMORY, "1234 of 5678 bytes free"},
        {CUDA_SUCCESS, CUDA_ERROR_NO_BINARY_FOR_GPU, 1, DEVICE_BAD_KERNEL, "for sm_86"},
        {CUDA_SUCCESS, CUDA_ERROR_ILLEGAL_ADDRESS, 1, DEVICE_FAILED, "for sm_86"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        reset(NULL);
        fake->init = cases[i].init;
        fake->load = cases[i].load;
        fake->devices = cases[i].devices;
        struct device *device;
        char error[DEVICE_ERROR_TEXT];
        assert_int_equal(device_open(&device, error), cases[i].result);
        expect_text(error, cases[i].text);
        expect_text(error, "fake_cuda"); // which libcuda said so
        assert_null(fake->current);
        assert_int_equal(fake->retained[0], 0);
    }
}

static void every_device_result_has_its_status(void **state)
{
    (void)state;
    static const struct {
        CUresult load;
        sassdnnStatus_t status;
    } cases[] = {
        {CUDA_ERROR_OUT_OF_MEMORY, SASSDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED},
        {CUDA_ERROR_INVALID_IMAGE, SASSDNN_STATUS_SUBLIBRARY_LOADING_FAILED},
        {CUDA_ERROR_LAUNCH_FAILED, SASSDNN_STATUS_EXECUTION_FAILED},
    };
    sassdnnHandle_t handle;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fake->load = cases[i].load;
        assert_int_equal(sassdnnCreate(&handle), cases[i].status);
        assert_true(last_error()[0] != '\0');
    }
    fake->load = CUDA_SUCCESS;
    assert_int_equal(sassdnnCreate(&handle), SASSDNN_STATUS_SUCCESS);
    assert_int_equal(sassdnnDestroy(handle), SASSDNN_STATUS_SUCCESS);
}

// Launches

static struct device *open_device(void)
{
    struct device *device;
    char error[DEVICE_ERROR_TEXT];
    fake->devices = 2;
    fake->current = fake_context(0, 0);
    assert_int_equal(device_open(&device, error), DEVICE_OK);
    return device;
}

static const struct launch example = {
    .kernel = KERNEL_conv_fwd_igemm_f32_128x64,
    .grid = {7, 5, 3},
    .threads = 128,
    .shared_bytes = 64,
    .param_bytes = 12,
    .params = {UINT64_C(0x1122334455667788), UINT64_C(0x99AABBCC)},
};

static void launch_reaches_the_driver(void **state)
{
    (void)state;
    struct device *device = open_device();
    struct CUstream_st *stream = (struct CUstream_st *)&fake;
    char error[DEVICE_ERROR_TEXT];
    assert_int_equal(device_launch(device, stream, &example, error), DEVICE_OK);
    assert_ptr_equal(fake->stream, stream);
    assert_memory_equal(fake->grid, example.grid, sizeof example.grid);
    assert_int_equal(fake->block[0], 128);
    assert_int_equal(fake->block[1], 1);
    assert_int_equal(fake->block[2], 1);
    assert_int_equal(fake->shared_bytes, 64);
    assert_int_equal(fake->param_bytes, 12);
    assert_memory_equal(fake->params, example.params, 12);
    assert_int_equal(fake->synchronized, 0);
    device_close(device);
}

static void launch_without_context_borrows_the_handles(void **state)
{
    (void)state;
    struct device *device = open_device();
    char error[DEVICE_ERROR_TEXT];
    fake->current = NULL;
    assert_int_equal(device_launch(device, NULL, &example, error), DEVICE_OK);
    assert_ptr_equal(fake->launched_in, fake_context(0, 0));
    assert_null(fake->current);
    assert_int_equal(fake->pushed, 0);
    device_close(device);
    assert_int_equal(fake->loaded, 0);
}

static void launch_in_another_context_is_refused(void **state)
{
    (void)state;
    struct device *device = open_device();
    char error[DEVICE_ERROR_TEXT];
    fake->current = fake_context(1, 0);
    assert_int_equal(device_launch(device, NULL, &example, error), DEVICE_OTHER_CONTEXT);
    expect_text(error, "belongs to device 0, but device 1 is current");
    fake->current = fake_context(0, 1);
    assert_int_equal(device_launch(device, NULL, &example, error), DEVICE_OTHER_CONTEXT);
    expect_text(error, "another context of device 0");
    assert_null(fake->launched_in);
    fake->current = fake_context(0, 0);
    assert_int_equal(device_launch(device, NULL, &example, error), DEVICE_OK);
    device_close(device);
}

static void refused_launch_names_the_kernel(void **state)
{
    (void)state;
    struct device *device = open_device();
    char error[DEVICE_ERROR_TEXT];
    fake->launch = CUDA_ERROR_ILLEGAL_ADDRESS;
    assert_int_equal(device_launch(device, NULL, &example, error), DEVICE_FAILED);
    expect_text(error, "conv_fwd_igemm_f32_128x64 with grid 7 x 5 x 3: CUDA_ERROR_OTHER");
    fake->launch = CUDA_SUCCESS;
    assert_int_equal(device_launch(device, NULL, &example, error), DEVICE_OK);
    device_close(device);
}

// Kernel files

static char folder[] = "/tmp/sassdnn_test_driver_XXXXXX";
static char file_path[sizeof folder + 64];

static void write_file(const void *data, size_t size)
{
    FILE *file = fopen(file_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

static void expect_bad_file(const char *text)
{
    struct device *device;
    char error[DEVICE_ERROR_TEXT];
    assert_int_equal(device_open(&device, error), DEVICE_BAD_KERNEL);
    expect_text(error, file_path);
    expect_text(error, text);
    assert_int_equal(fake->loaded, 0);
}

static void kernel_files_replace_the_embedded_images(void **state)
{
    (void)state;
    struct device *device;
    char error[DEVICE_ERROR_TEXT];
    const struct kernel_image *image = arch_best_image(kernel_manifest[0].name, 8, 6);
    assert_non_null(mkdtemp(folder));
    setenv("SASSDNN_KERNEL_DIR", folder, 1);
    snprintf(file_path, sizeof file_path, "%s/%s.sm_86.cubin", folder, image->name);

    // A folder without the file changes nothing.
    assert_int_equal(device_open(&device, error), DEVICE_OK);
    assert_ptr_equal(fake->image, image->data);
    device_close(device);

    write_file(image->data, image->size);
    assert_int_equal(device_open(&device, error), DEVICE_OK);
    assert_ptr_not_equal(fake->image, image->data);
    device_close(device);

    fake->load = CUDA_ERROR_INVALID_IMAGE;
    expect_bad_file("CUDA_ERROR_OTHER");
    fake->load = CUDA_SUCCESS;
}

static void damaged_kernel_files_are_refused(void **state)
{
    (void)state;
    const struct kernel_image *image = arch_best_image(kernel_manifest[0].name, 8, 6);
    unsigned char *copy = malloc(image->size);
    assert_non_null(copy);
    setenv("SASSDNN_KERNEL_DIR", folder, 1);

    write_file("", 0);
    expect_bad_file("no ELF file");
    write_file("hello", 5);
    expect_bad_file("no ELF file");
    for (size_t size = sizeof(Elf64_Ehdr); size < image->size; size += 1 + image->size / 61) {
        write_file(image->data, size);
        expect_bad_file("truncated");
    }
    memcpy(copy, image->data, image->size);
    copy[offsetof(Elf64_Ehdr, e_machine)] = EM_X86_64;
    write_file(copy, image->size);
    expect_bad_file("not for a GPU");
    memcpy(copy, image->data, image->size);
    Elf64_Ehdr header;
    Elf64_Shdr section;
    memcpy(&header, copy, sizeof header);
    unsigned char *last = copy + header.e_shoff + (header.e_shnum - 1u) * sizeof section;
    memcpy(&section, last, sizeof section);
    section.sh_type = SHT_PROGBITS;
    section.sh_size = image->size;
    memcpy(last, &section, sizeof section);
    write_file(copy, image->size);
    expect_bad_file("truncated");
    free(copy);

    remove(file_path);
    assert_int_equal(mkdir(file_path, 0700), 0);
    expect_bad_file("not a regular file");
    rmdir(file_path);
    assert_int_equal(mkfifo(file_path, 0600), 0);
    alarm(60); // opened like a file, it would wait for a writer
    expect_bad_file("not a regular file");
    alarm(0);
    remove(file_path);
    rmdir(folder);

    struct device *device;
    char error[DEVICE_ERROR_TEXT];
    assert_int_equal(device_open(&device, error), DEVICE_BAD_KERNEL);
    expect_text(error, "SASSDNN_KERNEL_DIR: /tmp/sassdnn_test_driver_");
    expect_text(error, "is no folder");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_driver_is_named),
        cmocka_unit_test(library_that_is_no_driver_is_refused),
        cmocka_unit_test(chosen_driver_is_not_replaced),
        cmocka_unit_test(second_driver_in_a_process_is_refused),
        cmocka_unit_test(given_driver_is_loaded),
        cmocka_unit_test(images_run_on_their_major_and_later_minors),
        cmocka_unit_test_setup(device_without_kernels_is_refused_at_create, reset),
        cmocka_unit_test_setup(primary_context_is_made_current_and_stays, reset),
        cmocka_unit_test_setup(current_context_is_used, reset),
        cmocka_unit_test_setup(kernels_are_loaded_once_per_context, reset),
        cmocka_unit_test_setup(driver_errors_at_open, reset),
        cmocka_unit_test_setup(every_device_result_has_its_status, reset),
        cmocka_unit_test_setup(launch_reaches_the_driver, reset),
        cmocka_unit_test_setup(launch_without_context_borrows_the_handles, reset),
        cmocka_unit_test_setup(launch_in_another_context_is_refused, reset),
        cmocka_unit_test_setup(refused_launch_names_the_kernel, reset),
        cmocka_unit_test_setup(kernel_files_replace_the_embedded_images, reset),
        cmocka_unit_test_setup(damaged_kernel_files_are_refused, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
