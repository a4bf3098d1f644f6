// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/module_image.h"

#include "emulator/errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_ALIGNMENT = 128 };

static uint64_t align_code(uint64_t bytes)
{
    return (bytes + CODE_ALIGNMENT - 1) / CODE_ALIGNMENT * CODE_ALIGNMENT;
}

static bool is_kernel(const struct cubin *cubin, const char *name)
{
    for (size_t i = 0; i < cubin->count; i++) {
        if (strcmp(cubin->kernels[i].name, name) == 0)
            return true;
    }
    return false;
}

// Constant banks of the module are where cuModuleGetGlobal and generic pointers find them.
static bool has_address(const struct cubin_segment *segment)
{
    return segment->kind == CUBIN_SEGMENT_GLOBAL ||
           (segment->kind == CUBIN_SEGMENT_CONSTANT && !segment->owner);
}

static bool place_data(struct module_image *image, size_t s)
{
    const struct cubin_segment *segment = &image->load->segments[s];
    image->bytes[s] = segment->data;
    if (!has_address(segment) || !segment->size)
        return true;
    image->address[s] = memory_new(
        &(struct allocation){.size = segment->size, .owner = image->memory, .kind = MEMORY_MODULE});
    if (!image->address[s])
        return false;
    memory_lock(image->memory);
    const struct allocation *found = memory_find(image->memory, image->address[s], segment->size);
    image->bytes[s] = (unsigned char *)found->host;
    memory_unlock(image->memory);
    if (segment->data)
        memcpy(image->bytes[s], segment->data, segment->size);
    else
        memset(image->bytes[s], 0, segment->size);
    return true;
}

// Addresses of code: of all kernels the same, of functions behind the longest of them.
static void place_code(struct module_image *image, const struct cubin *cubin)
{
    const struct cubin_load *load = image->load;
    uint64_t functions = 0;
    for (size_t s = 0; s < load->segment_count; s++) {
        if (load->segments[s].kind == CUBIN_SEGMENT_CODE && load->segments[s].size > functions)
            functions = align_code(load->segments[s].size);
    }
    uint64_t end = functions;
    for (size_t s = 0; s < load->segment_count; s++) {
        const struct cubin_segment *segment = &load->segments[s];
        if (segment->kind != CUBIN_SEGMENT_CODE)
            continue;
        image->address[s] = CODE_BASE;
        if (is_kernel(cubin, segment->owner))
            continue;
        image->address[s] += end;
        end = align_code(end + segment->size);
    }
    image->code_bytes = end > functions ? end : 0;
}

static void put_field(unsigned char *at, unsigned position, unsigned width, uint64_t value)
{
    struct sass_word word;
    memcpy(&word, at, sizeof word);
    sass_set_bits(&word, position, width, value & ((UINT64_C(1) << width) - 1));
    memcpy(at, &word, sizeof word);
}

static bool relocate(struct module_image *image, const struct cubin_relocation *relocation,
                     char *error)
{
    const struct cubin_symbol_entry *symbol = &image->load->symbols[relocation->symbol];
    bool is_code = image->load->segments[relocation->segment].kind == CUBIN_SEGMENT_CODE;
    uint64_t value = symbol->offset + (uint64_t)relocation->addend;
    if (symbol->segment != CUBIN_NO_SEGMENT) {
        value += image->address[symbol->segment];
    } else if (symbol->is_needed) {
        snprintf(error, CUBIN_ERROR_TEXT,
                 "the code needs '%.80s', which the emulated GPU does not have", symbol->name);
        return false;
    }
    unsigned char *at = image->bytes[relocation->segment] + relocation->offset;
    unsigned type = relocation->type;
    if ((type == CUBIN_R_64 || type == CUBIN_R_G64) && !is_code) {
        memcpy(at, &value, sizeof value);
    } else if (type == CUBIN_R_ABS32_LO_32 && is_code) {
        put_field(at, 32, 32, value);
    } else if (type == CUBIN_R_ABS32_HI_32 && is_code) {
        put_field(at, 32, 32, value >> 32);
    } else if (type == CUBIN_R_ABS47_34 && is_code) {
        put_field(at, 34, 47, value >> 2);
    } else if (type == CUBIN_R_ABS55_16_34 && is_code) {
        put_field(at, 16, 8, value >> 2);
        put_field(at, 34, 47, value >> 10);
    } else {
        snprintf(error, CUBIN_ERROR_TEXT, "relocation of type %u of '%.80s' is not known", type,
                 symbol->name);
        return false;
    }
    return true;
}

// Segment of a kernel's code.
static size_t segment_of(const struct cubin_load *load, const char *name)
{
    size_t s = 0;
    while (s < load->segment_count && (load->segments[s].kind != CUBIN_SEGMENT_CODE ||
                                       strcmp(load->segments[s].owner, name) != 0))
        s++;
    return s;
}

// A kernel's code with the functions behind it. What lies between is no instruction.
static struct sass_word *join_code(const struct module_image *image, const char *name)
{
    const struct cubin_load *load = image->load;
    size_t own = segment_of(load, name);
    unsigned char *code = calloc(1, image->code_bytes);
    if (!code)
        return NULL;
    memcpy(code, image->bytes[own], load->segments[own].size);
    for (size_t s = 0; s < load->segment_count; s++) {
        if (load->segments[s].kind == CUBIN_SEGMENT_CODE && image->address[s] != CODE_BASE)
            memcpy(code + (image->address[s] - CODE_BASE), image->bytes[s], load->segments[s].size);
    }
    return (struct sass_word *)(void *)code;
}

int module_image_open(struct module_image *image, struct memory *memory, const struct cubin *cubin,
                      const void *data, size_t size, char *error)
{
    memset(image, 0, sizeof *image);
    error[0] = '\0';
    image->memory = memory;
    image->kernel_count = cubin->count;
    image->load = cubin_load_read(data, size, error);
    if (!image->load)
        return ERROR_INVALID_IMAGE;
    size_t count = image->load->segment_count + 1;
    image->address = calloc(count, sizeof *image->address);
    image->bytes = calloc(count, sizeof *image->bytes);
    image->code = calloc(cubin->count + 1, sizeof *image->code);
    if (!image->address || !image->bytes || !image->code)
        return ERROR_OUT_OF_MEMORY;
    for (size_t s = 0; s < image->load->segment_count; s++) {
        if (!place_data(image, s))
            return ERROR_OUT_OF_MEMORY;
    }
    place_code(image, cubin);
    for (size_t r = 0; r < image->load->relocation_count; r++) {
        if (!relocate(image, &image->load->relocations[r], error))
            return ERROR_SYMBOL_NOT_FOUND;
    }
    for (size_t k = 0; image->code_bytes && k < cubin->count; k++) {
        image->code[k] = join_code(image, cubin->kernels[k].name);
        if (!image->code[k])
            return ERROR_OUT_OF_MEMORY;
    }
    return 0;
}

void module_image_close(struct module_image *image)
{
    for (size_t k = 0; image->code && k < image->kernel_count; k++)
        free(image->code[k]);
    for (size_t s = 0; image->address && s < image->load->segment_count; s++) {
        if (has_address(&image->load->segments[s]) && image->address[s])
            memory_remove(image->memory, image->address[s], MEMORY_MODULE);
    }
    free(image->code);
    free(image->address);
    free(image->bytes);
    cubin_load_free(image->load);
    memset(image, 0, sizeof *image);
}

void module_image_kernel(const struct module_image *image, size_t i, struct cubin_kernel *kernel,
                         struct constant_bank banks[CONSTANT_BANKS])
{
    const struct cubin_load *load = image->load;
    memset(banks, 0, CONSTANT_BANKS * sizeof *banks);
    for (size_t s = 0; s < load->segment_count; s++) {
        const struct cubin_segment *segment = &load->segments[s];
        if (segment->kind != CUBIN_SEGMENT_CONSTANT || !segment->bank ||
            (segment->owner && strcmp(segment->owner, kernel->name) != 0))
            continue;
        banks[segment->bank].data = image->bytes[s];
        banks[segment->bank].size = segment->size;
        banks[segment->bank].address = image->address[s];
    }
    if (image->code[i]) {
        kernel->code = image->code[i];
        kernel->words = image->code_bytes / SASS_WORD_BYTES;
    } else {
        const void *code = image->bytes[segment_of(load, kernel->name)];
        kernel->code = code;
    }
}

bool module_image_variable(const struct module_image *image, const char *name, uint64_t *address,
                           uint64_t *size)
{
    const struct cubin_load *load = image->load;
    for (size_t i = 0; i < load->symbol_count; i++) {
        const struct cubin_symbol_entry *symbol = &load->symbols[i];
        if (!symbol->is_variable || strcmp(symbol->name, name) != 0 ||
            !has_address(&load->segments[symbol->segment]))
            continue;
        *address = image->address[symbol->segment] + symbol->offset;
        *size = symbol->size;
        return true;
    }
    return false;
}

uint64_t module_image_constant_bytes(const struct module_image *image)
{
    uint64_t bytes = 0;
    for (size_t s = 0; s < image->load->segment_count; s++) {
        const struct cubin_segment *segment = &image->load->segments[s];
        if (segment->kind == CUBIN_SEGMENT_CONSTANT && !segment->owner)
            bytes += segment->size;
    }
    return bytes;
}
