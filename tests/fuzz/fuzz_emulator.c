// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Fuzz target: the emulated GPU as a program uses it. Bytes that start like an ELF file or a fat
// binary are an image, any other ones the instructions of a kernel. What can be loaded is launched,
// with pointers for parameters and few instructions to execute; every other input is checked, and
// some are timed, as well.
#include "sass/asm.h"

#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARAM_BYTES = 1 << 16, BUFFER_BYTES = 1 << 16, FUNCTIONS = 16, PATH_BYTES = 64 };
enum { REGISTERS = 250, SHARED_BYTES = 4096, MOST_WORDS = 4096, PROLOGUE_PAIRS = 12 };
enum { SINGLES = 12, TIMED = 16, PROLOGUE_WORDS = 2 * PROLOGUE_PAIRS + 8 };

static CUdeviceptr buffer;
static unsigned device_sm;
static struct sass_program *prologue;

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fuzz_emulator: %s\n", what);
    abort();
}

static void fill_context(void)
{
    must(!cuMemAlloc(&buffer, BUFFER_BYTES), "no memory");
}

// Registers with addresses in them, so that not every access ends the kernel.
static void assemble_prologue(void)
{
    char text[4096], error[SASS_ASM_ERROR_TEXT];
    struct sass_asm_options options = {.sm = device_sm};
    static const char control[] = "[B------:R-:W-:-:S11]";
    int n = snprintf(text, sizeof text,
                     ".kernel k\n.param ptr p\n%s ULDC.64 UR4, c[0x0][0x%x]\n"
                     "%s ULDC.64 UR6, c[0x0][p]\n",
                     control, cubin_descriptor_offset(device_sm), control);
    for (int i = 0; i < PROLOGUE_PAIRS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s MOV R%d, UR6\n%s MOV R%d, UR7\n",
                      control, 2 * i, control, 2 * i + 1);
    snprintf(text + n, sizeof text - (size_t)n, "%s EXIT\n.endkernel\n", control);
    prologue = sass_assemble("prologue", text, strlen(text), &options, error);
    must(prologue, error);
}

static void set_up(void)
{
    int major, minor;
    CUcontext context;
    setenv("SASSDNN_EMU_MAX_INSTRUCTIONS", "3000", 1);
    setenv("SASSDNN_EMU_REPORT", "/dev/null", 0);
    must(!cuInit(0), "cuInit");
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0);
    cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0);
    device_sm = (unsigned)(10 * major + minor);
    assemble_prologue();
    must(!cuDevicePrimaryCtxRetain(&context, 0) && !cuCtxSetCurrent(context), "no context");
    fill_context();
}

// The prologue, words, and an EXIT. Words that are no instructions would end it there.
static struct cubin_kernel kernel_of(const char *name, struct sass_word *code, const uint8_t *data,
                                     size_t count)
{
    struct cubin_kernel kernel = prologue->kernels[0];
    size_t words = kernel.words - 1;
    struct sass_inst inst;
    memcpy(code, kernel.code, words * sizeof *code);
    for (size_t i = 0; i < count; i++) {
        memcpy(&code[words], data + i * sizeof *code, sizeof *code);
        words += sass_decode(device_sm, code[words], &inst);
    }
    code[words] = kernel.code[kernel.words - 1];
    kernel.name = name;
    kernel.code = code;
    kernel.words = words + 1;
    kernel.registers = REGISTERS;
    kernel.barriers = CUBIN_MAX_BARRIERS;
    kernel.shared_bytes = SHARED_BYTES;
    kernel.stack_bytes = SHARED_BYTES;
    return kernel;
}

// A kernel of all words, and one of each of the first ones, as most faults end a kernel.
static bool wrap(const uint8_t *data, size_t size, unsigned char **image, size_t *bytes)
{
    static struct sass_word all[MOST_WORDS], single[SINGLES][PROLOGUE_WORDS];
    static char names[SINGLES][PATH_BYTES];
    struct cubin_kernel kernels[1 + SINGLES];
    char error[CUBIN_ERROR_TEXT];
    size_t count = size / SASS_WORD_BYTES;
    if (count > MOST_WORDS - PROLOGUE_WORDS)
        count = MOST_WORDS - PROLOGUE_WORDS;
    kernels[0] = kernel_of("all", all, data, count);
    count = count > SINGLES ? SINGLES : count;
    for (size_t i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "word%zu", i);
        kernels[1 + i] = kernel_of(names[i], single[i], data + i * SASS_WORD_BYTES, 1);
    }
    return cubin_write(device_sm, kernels, 1 + count, image, bytes, error);
}

// False: the context had an error and is as new, without modules.
static bool launch(CUfunction function)
{
    static uint8_t params[PARAM_BYTES];
    size_t size = sizeof params;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, params, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    int threads = 0, blocks;
    cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
    threads = threads > 48 ? 48 : threads; // one warp is not full
    for (size_t at = 0; at < sizeof params; at += sizeof buffer)
        memcpy(params + at, &buffer, sizeof buffer);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 48, 0);
    if (threads > 0)
        cuLaunchKernel(function, 2, 1, 1, (unsigned)threads, 1, 1, 0, NULL, NULL, extra);
    if (!cuCtxSynchronize())
        return true;
    must(!cuDevicePrimaryCtxReset(0), "a context with an error is not reset");
    fill_context();
    return false;
}

// Launches function `index`; false where there is none.
static bool launch_one(const void *image, unsigned index)
{
    CUmodule module;
    CUfunction functions[FUNCTIONS], found;
    unsigned count = 0;
    CUdeviceptr global;
    size_t bytes;
    const char *name;
    must(!cuModuleLoadData(&module, image), "an image that loaded once does not load again");
    cuModuleGetGlobal(&global, &bytes, module, "v");
    must(!cuModuleGetFunctionCount(&count, module), "a module does not tell its functions");
    count = count > FUNCTIONS ? FUNCTIONS : count;
    must(!cuModuleEnumerateFunctions(functions, count, module), "functions are not listed");
    if (index < count) {
        must(!cuFuncGetName(&name, functions[index]) && !cuModuleGetFunction(&found, module, name),
             "a function that is listed is not found");
        if (!launch(functions[index]))
            return true;
    }
    must(!cuModuleUnload(module), "a module is not unloaded");
    return index < count;
}

// By way of a file, as only that has an end that headers can lie about.
static void load(const void *image, size_t size)
{
    char path[PATH_BYTES];
    int file = memfd_create("image", MFD_CLOEXEC);
    must(file >= 0 && write(file, image, size) == (ssize_t)size, "no file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    CUlibrary library;
    CUmodule module;
    if (!cuLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0))
        cuLibraryUnload(library);
    CUresult result = cuModuleLoad(&module, path);
    close(file);
    if (result)
        return;
    cuModuleUnload(module);
    for (unsigned i = 0; launch_one(image, i); i++)
        ;
}

static bool is_image(const uint8_t *data, size_t size)
{
    static const uint8_t elf[] = {0x7f, 'E', 'L', 'F'}, fatbin[] = {0x50, 0xed, 0x55, 0xba};
    return size >= sizeof elf &&
           (memcmp(data, elf, sizeof elf) == 0 || memcmp(data, fatbin, sizeof fatbin) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned turn;
    unsigned char *image;
    size_t bytes;
    if (!prologue)
        set_up();
    // The model takes much memory for its caches, and so is slow to begin.
    setenv("SASSDNN_EMU_CHECK", turn % 2 ? "all" : "", 1);
    setenv("SASSDNN_EMU_TIME", turn % TIMED == 0 ? "/dev/null" : "", 1);
    turn++;
    if (is_image(data, size)) {
        load(data, size);
    } else if (wrap(data, size, &image, &bytes)) {
        load(image, bytes);
        free(image);
    }
    return 0;
}
