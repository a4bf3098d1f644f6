// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/cubin_read_records.h"

enum { MAX_REGISTERS = 255, MAX_BANK = 1 << 16 };

/// From sm_100 on cubin_param_base does not know where the parameters start, but no architecture
/// has them below this byte.
enum { FIRST_UNKNOWN_SM = 100, LEAST_PARAM_BASE = 0x160 };

struct record {
    size_t at; ///< offset in its section
    unsigned format, attribute;
    unsigned value;               ///< of the formats with a value in the record
    const unsigned char *payload; ///< of the format with a length
    size_t size;
};

static unsigned get16(const unsigned char *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

static uint32_t get32(const unsigned char *bytes)
{
    return get16(bytes) | (uint32_t)get16(bytes + 2) << 16;
}

/// The record at *at, and *at behind it. False with a text where it is not one.
static bool next_record(const struct cubin_image *image, uint32_t section, size_t *at,
                        struct record *record, char *error)
{
    const char *name = cubin_section_name(image, section);
    const unsigned char *bytes = cubin_section_data(image, section) + *at;
    size_t left = image->sections[section].sh_size - *at;
    *record = (struct record){.at = *at};
    if (left < 4)
        return cubin_fail(error, "section %.80s: the record at byte %zu is cut short", name, *at);
    record->format = bytes[0];
    record->attribute = bytes[1];
    *at += 4;
    switch (record->format) {
    case CUBIN_FORMAT_NONE:
        return true;
    case CUBIN_FORMAT_BYTE:
        record->value = bytes[2];
        return true;
    case CUBIN_FORMAT_HALF:
        record->value = get16(bytes + 2);
        return true;
    case CUBIN_FORMAT_BYTES:
        record->payload = bytes + 4;
        record->size = get16(bytes + 2);
        if (record->size > left - 4)
            return cubin_fail(error, "section %.80s: the record at byte %zu is cut short", name,
                              record->at);
        *at += record->size;
        return true;
    default:
        return cubin_fail(error, "section %.80s: unknown record format %u at byte %zu", name,
                          record->format, record->at);
    }
}

/// A long record that must have `size` bytes.
static bool has_size(const struct cubin_image *image, uint32_t section, const struct record *record,
                     size_t size, char *error)
{
    if (record->format == CUBIN_FORMAT_BYTES && record->size == size)
        return true;
    return cubin_fail(error, "section %.80s: record 0x%02x at byte %zu, expected %zu bytes in it",
                      cubin_section_name(image, section), record->attribute, record->at, size);
}

bool cubin_read_file_records(const struct cubin_image *image, uint32_t section,
                             struct cubin_kernel **of_symbol, char *error)
{
    size_t at = 0;
    while (at < image->sections[section].sh_size) {
        struct record record;
        if (!next_record(image, section, &at, &record, error))
            return false;
        if (record.attribute != CUBIN_REGCOUNT && record.attribute != CUBIN_MIN_STACK_SIZE)
            continue;
        if (!has_size(image, section, &record, 8, error))
            return false;
        uint32_t symbol = get32(record.payload);
        if (symbol >= image->symbol_count)
            return cubin_fail(error, "section %.80s: the record at byte %zu names symbol %u of %u",
                              cubin_section_name(image, section), record.at, symbol,
                              image->symbol_count);
        if (of_symbol[symbol] && record.attribute == CUBIN_REGCOUNT)
            of_symbol[symbol]->registers = get32(record.payload + 4);
        else if (of_symbol[symbol])
            of_symbol[symbol]->stack_bytes = get32(record.payload + 4);
    }
    return true;
}

static bool read_param(struct cubin_kernel *kernel, struct cubin_read_state *state,
                       const struct record *record, char *error)
{
    unsigned ordinal = get16(record->payload + 4);
    uint32_t size = get32(record->payload + 8);
    if (record->attribute == CUBIN_KPARAM_INFO)
        size >>= 18;
    if (ordinal >= CUBIN_MAX_PARAMS || size > UINT16_MAX)
        return cubin_fail(error, "kernel '%.80s': parameter %u of %u bytes, expected 0 to %d",
                          kernel->name, ordinal, size, CUBIN_MAX_PARAMS - 1);
    if (state->has_param[ordinal])
        return cubin_fail(error, "kernel '%.80s': parameter %u is there twice", kernel->name,
                          ordinal);
    state->has_param[ordinal] = true;
    kernel->params[ordinal].offset = (uint16_t)get16(record->payload + 6);
    kernel->params[ordinal].size = (uint16_t)size;
    if (ordinal >= kernel->param_count)
        kernel->param_count = ordinal + 1;
    return true;
}

static bool read_record(const struct cubin_image *image, uint32_t section,
                        struct cubin_kernel *kernel, struct cubin_read_state *state,
                        const struct record *record, char *error)
{
    switch (record->attribute) {
    case CUBIN_CTAIDZ_USED:
        kernel->ctaid_z_used = true;
        return true;
    case CUBIN_CBANK_PARAM_SIZE:
        kernel->param_bytes = record->value;
        return true;
    case CUBIN_NUM_BARRIERS:
        kernel->barriers = record->value;
        return true;
    case CUBIN_PARAM_CBANK:
        if (!has_size(image, section, record, 8, error))
            return false;
        state->has_param_bank = true;
        kernel->param_base = get16(record->payload + 4);
        kernel->param_bytes = get16(record->payload + 6);
        return true;
    case CUBIN_KPARAM_INFO:
    case CUBIN_KPARAM_INFO_V2:
        return has_size(image, section, record, 12, error) &&
               read_param(kernel, state, record, error);
    case CUBIN_CTA_PER_CLUSTER:
        if (!has_size(image, section, record, 12, error))
            return false;
        for (int axis = 0; axis < 3; axis++)
            kernel->cluster[axis] = get32(record->payload + 4 * axis);
        return true;
    case CUBIN_MAX_CLUSTER_RANK:
        if (!has_size(image, section, record, 4, error))
            return false;
        kernel->max_cluster = get32(record->payload);
        return true;
    case CUBIN_MAX_THREADS:
    case CUBIN_REQNTID:
        if (!has_size(image, section, record, 12, error))
            return false;
        for (int axis = 0; axis < 3; axis++)
            kernel->max_threads[axis] = get32(record->payload + 4 * axis);
        return true;
    default:
        return true;
    }
}

bool cubin_read_kernel_records(const struct cubin_image *image, uint32_t section,
                               struct cubin_kernel *kernel, struct cubin_read_state *state,
                               char *error)
{
    if (state->has_records)
        return cubin_fail(error, "kernel '%.80s': two sections of records", kernel->name);
    state->has_records = true;
    size_t at = 0;
    while (at < image->sections[section].sh_size) {
        struct record record;
        if (!next_record(image, section, &at, &record, error) ||
            !read_record(image, section, kernel, state, &record, error))
            return false;
    }
    return true;
}

/// sm_90 has no record that says so: look for an instruction that reads SR_CTAID.Z.
static bool reads_ctaid_z(const struct cubin_kernel *kernel)
{
    for (size_t i = 0; i < kernel->words; i++) {
        unsigned opcode = kernel->code[i].lo & 0xfff;
        if ((opcode == CUBIN_OPCODE_S2R || opcode == CUBIN_OPCODE_S2UR) &&
            (kernel->code[i].hi >> 8 & 0xff) == CUBIN_SREG_CTAID_Z)
            return true;
    }
    return false;
}

/// Below the parameters lies what a launch fills in, so that a base which is too low would have it
/// written outside the bank.
static bool check_param_base(const struct cubin_kernel *kernel, unsigned sm, char *error)
{
    unsigned base = kernel->param_base;
    bool known = sm < FIRST_UNKNOWN_SM;
    unsigned expected = known ? cubin_param_base(sm) : LEAST_PARAM_BASE;
    if (known ? base == expected : base >= expected)
        return true;
    return cubin_fail(error,
                      "kernel '%.80s': parameters at byte 0x%x of constant bank 0, expected %s0x%x",
                      kernel->name, base, known ? "" : "at least ", expected);
}

bool cubin_check_read(struct cubin_kernel *kernel, const struct cubin_read_state *state,
                      unsigned sm, char *error)
{
    const char *name = kernel->name;
    if (kernel->function)
        return true;
    if (sm >= 90 && reads_ctaid_z(kernel))
        kernel->ctaid_z_used = true;
    if (kernel->registers < 1 || kernel->registers > MAX_REGISTERS)
        return cubin_fail(error, "kernel '%.80s': %u registers, expected 1 to %d", name,
                          kernel->registers, MAX_REGISTERS);
    if (kernel->barriers > CUBIN_MAX_BARRIERS)
        return cubin_fail(error, "kernel '%.80s': %u barriers, expected 0 to %d", name,
                          kernel->barriers, CUBIN_MAX_BARRIERS);
    for (unsigned i = 0; i < kernel->param_count; i++) {
        if (!state->has_param[i])
            return cubin_fail(error, "kernel '%.80s': parameter %u of %u is missing", name, i,
                              kernel->param_count);
        if (kernel->params[i].offset + kernel->params[i].size > (int)kernel->param_bytes)
            return cubin_fail(error, "kernel '%.80s': parameter %u lies outside the %u bytes", name,
                              i, kernel->param_bytes);
    }
    if (!state->has_constants && kernel->param_bytes)
        return cubin_fail(error, "kernel '%.80s': no constant bank for its parameters", name);
    // Without the record the parameters are what the bank ends with.
    uint64_t bank = state->constant_bytes;
    if (state->has_constants && !state->has_param_bank && bank >= kernel->param_bytes &&
        bank <= MAX_BANK)
        kernel->param_base = (unsigned)bank - kernel->param_bytes;
    if (!check_param_base(kernel, sm, error))
        return false;
    if (!state->has_constants)
        return true;
    if (bank > MAX_BANK || bank < kernel->param_base + kernel->param_bytes)
        return cubin_fail(error, "kernel '%.80s': constant bank 0 of %llu bytes, expected %u to %d",
                          name, (unsigned long long)bank, kernel->param_base + kernel->param_bytes,
                          MAX_BANK);
    return true;
}
