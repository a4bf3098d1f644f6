// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emu.h"

#include "sass/asm.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REPORT_BYTES = 65536, REPORT_LINES = 4 };

struct emu cu;

static void *library;
static char report_path[64];
static long report_read;
static uint64_t random_state;

static _Noreturn void die(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s\n", what, detail);
    exit(EXIT_FAILURE);
}

static void find(void *field, const char *name)
{
    void *address = dlsym(library, name);
    if (!address)
        die("the emulated GPU does not export", name);
    memcpy(field, &address, sizeof address);
}

static void remove_report(void)
{
    unlink(report_path);
}

void emu_open(void)
{
    const char *path = getenv("SASSDNN_EMULATOR");
    if (!path)
        die("SASSDNN_EMULATOR", "is not set; it names the libcuda.so.1 to test");
    snprintf(report_path, sizeof report_path, "/tmp/emu-report-XXXXXX");
    int file = mkstemp(report_path);
    if (file < 0)
        die("cannot create", report_path);
    close(file);
    atexit(remove_report);
    setenv("SASSDNN_EMU_REPORT", report_path, 1);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        die("cannot load the emulated GPU", dlerror());
#define DRIVER_FUNCTION(name, params) find(&cu.name, #name);
#include "driver/functions.def"
#include "emu_functions.def"
#undef DRIVER_FUNCTION
#define CALL(name) find(&cu.name, #name);
#include "emu_calls.def"
#undef CALL
}

void *emu_symbol(const char *name)
{
    return dlsym(library, name);
}

void emu_close(void)
{
    dlclose(library);
}

CUcontext emu_context(void)
{
    CUcontext context;
    if (cu.cuInit(0) || cu.cuCtxCreate_v2(&context, 0, 0))
        die("no context", "cuInit or cuCtxCreate failed");
    return context;
}

int emu_set_up(void **state)
{
    (void)state;
    emu_context();
    return 0;
}

int emu_tear_down(void **state)
{
    CUcontext context;
    (void)state;
    return cu.cuCtxGetCurrent(&context) || cu.cuCtxDestroy_v2(context);
}

// Put a control prefix in front of every instruction; the emulated GPU has no latencies.
static char *with_control(const char *source)
{
    static const char prefix[] = "[B------:R-:W-:-:S01] ";
    size_t lines = 1;
    for (const char *at = source; *at; at++)
        lines += *at == '\n';
    char *text = malloc(strlen(source) + lines * sizeof prefix + 1);
    if (!text)
        die("out of memory", "assembling");
    char *to = text;
    while (*source) {
        size_t length = strcspn(source, "\n");
        bool plain = length == 0 || source[0] == '.' || source[length - 1] == ':';
        to += sprintf(to, "%s%.*s\n", plain ? "" : prefix, (int)length, source);
        source += length + (source[length] == '\n');
    }
    *to = '\0';
    return text;
}

void emu_cubin(unsigned sm, const char *source, void (*edit)(struct cubin_kernel *kernel),
               unsigned char **image, size_t *size)
{
    char error[SASS_ASM_ERROR_TEXT];
    struct sass_asm_options options = {.sm = sm};
    char *text = with_control(source);
    struct sass_program *program = sass_assemble("test", text, strlen(text), &options, error);
    free(text);
    if (!program)
        die("assembling", error);
    for (size_t i = 0; edit && i < program->count; i++)
        edit(&program->kernels[i]);
    if (!cubin_write(sm, program->kernels, program->count, image, size, error))
        die("cubin_write", error);
    sass_program_free(program);
}

CUfunction emu_function(CUmodule *module, const char *source, const char *name,
                        void (*edit)(struct cubin_kernel *kernel))
{
    unsigned char *image;
    size_t size;
    CUfunction function;
    emu_cubin(90, source, edit, &image, &size);
    if (cu.cuModuleLoadData(module, image) || cu.cuModuleGetFunction(&function, *module, name))
        die("cannot load the kernel", name);
    free(image);
    return function;
}

const char *emu_report(void)
{
    static char text[REPORT_BYTES];
    FILE *file = fopen(report_path, "r");
    size_t length = 0;
    if (file && fseek(file, report_read, SEEK_SET) == 0) {
        length = fread(text, 1, sizeof text - 1, file);
        report_read += (long)length;
    }
    if (file)
        fclose(file);
    text[length] = '\0';
    return text;
}

bool emu_has_reported(const char *phrase)
{
    FILE *file = fopen(report_path, "r");
    char line[1024];
    unsigned rest = 0;
    bool has = false;
    while (file && fgets(line, sizeof line, file)) {
        if (strstr(line, phrase)) {
            has = true;
            rest = REPORT_LINES;
        }
        if (rest) {
            fputs(line, stderr);
            rest--;
        }
    }
    if (file)
        fclose(file);
    return has;
}

void emu_seed(void)
{
    const char *text = getenv("TEST_SEED");
    random_state = text ? strtoull(text, NULL, 0) : (uint64_t)time(NULL);
    printf("TEST_SEED=%llu\n", (unsigned long long)random_state);
}

uint32_t emu_random(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 32);
}
