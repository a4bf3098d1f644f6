// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "driver/kernel_file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MACHINE_CUDA = 190 };

static bool within(uint64_t offset, uint64_t bytes, size_t size)
{
    return offset <= size && bytes <= size - offset;
}

/// NULL, or what keeps `data` from being an ELF file for a GPU that lies within its size.
static const char *elf_fault(const unsigned char *data, size_t size)
{
    Elf64_Ehdr header;
    if (size < sizeof header || memcmp(data, ELFMAG, SELFMAG) != 0)
        return "it is no ELF file";
    memcpy(&header, data, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != MACHINE_CUDA)
        return "it is an ELF file, but not for a GPU";
    if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum == 0 ||
        (header.e_phnum != 0 && header.e_phentsize != sizeof(Elf64_Phdr)))
        return "its ELF header is damaged";
    if (!within(header.e_shoff, (uint64_t)header.e_shnum * sizeof(Elf64_Shdr), size) ||
        !within(header.e_phoff, (uint64_t)header.e_phnum * sizeof(Elf64_Phdr), size))
        return "it is truncated";
    for (unsigned i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, data + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL &&
            !within(section.sh_offset, section.sh_size, size))
            return "it is truncated";
    }
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, data + header.e_phoff + i * sizeof segment, sizeof segment);
        if (!within(segment.p_offset, segment.p_filesz, size))
            return "it is truncated";
    }
    return NULL;
}

static enum device_result read_all(FILE *file, const char *path, unsigned char **data, char *error)
{
    struct stat info;
    if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode)) {
        snprintf(error, DEVICE_ERROR_TEXT, "%.600s: not a regular file", path);
        return DEVICE_BAD_KERNEL;
    }
    size_t size = (size_t)info.st_size;
    unsigned char *bytes = malloc(size + 1);
    if (!bytes) {
        snprintf(error, DEVICE_ERROR_TEXT, "%.600s: no memory for its %zu bytes", path, size);
        return DEVICE_NO_HOST_MEMORY;
    }
    const char *fault =
        fread(bytes, 1, size, file) == size ? elf_fault(bytes, size) : "it cannot be read";
    if (fault) {
        free(bytes);
        snprintf(error, DEVICE_ERROR_TEXT, "%.600s is not a cubin: %s", path, fault);
        return DEVICE_BAD_KERNEL;
    }
    *data = bytes;
    return DEVICE_OK;
}

const char *kernel_file_folder(void)
{
    const char *folder = getenv("SASSDNN_KERNEL_DIR");
    return folder && *folder ? folder : NULL;
}

bool kernel_file_path(const char *kernel, unsigned sm, char *path)
{
    const char *folder = kernel_file_folder();
    return folder && snprintf(path, KERNEL_FILE_PATH, "%s/%s.sm_%u.cubin", folder, kernel, sm) <
                         KERNEL_FILE_PATH;
}

enum device_result kernel_file_read(const char *kernel, unsigned sm, unsigned char **data,
                                    char *path, char *error)
{
    *data = NULL;
    const char *folder = kernel_file_folder();
    if (!folder)
        return DEVICE_OK;
    struct stat info;
    if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode)) {
        snprintf(error, DEVICE_ERROR_TEXT, "SASSDNN_KERNEL_DIR: %.600s is no folder", folder);
        return DEVICE_BAD_KERNEL;
    }
    if (!kernel_file_path(kernel, sm, path)) {
        snprintf(error, DEVICE_ERROR_TEXT, "SASSDNN_KERNEL_DIR: a path longer than %d characters",
                 KERNEL_FILE_PATH - 1);
        return DEVICE_BAD_KERNEL;
    }
    // Without O_NONBLOCK a FIFO of that name would wait for a writer instead of being refused.
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT)
        return DEVICE_OK;
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
    if (!file) {
        snprintf(error, DEVICE_ERROR_TEXT, "%.600s: %s", path, strerror(errno));
        if (descriptor >= 0)
            close(descriptor);
        return DEVICE_BAD_KERNEL;
    }
    enum device_result result = read_all(file, path, data, error);
    fclose(file);
    return result;
}
