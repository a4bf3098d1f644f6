// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Cubins against NVIDIA's tools: cubin_read on what ptxas writes, cubin_write against what ptxas
// writes for the same kernels, and what readelf and nvdisasm say about our files.
// SASS_PTXAS: ptxas 12.9. SASS_NVDISASM: nvdisasm. SASS_PTXAS13: ptxas 13, optional.
#include "sass/asm.h"
#include "sass/cubin.h"
#include "tests/cubin_compare.h"
#include "tests/cubin_ptx.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { PATH = 512, COMMAND = 4096, TEXTS = sizeof cubin_ptx / sizeof *cubin_ptx };

static const unsigned archs[] = {80, 86, 89, 90};
static char folder[PATH];
static const char *ptxas, *ptxas13, *nvdisasm;

struct bytes {
    unsigned char *data;
    size_t size;
};

static void file_path(char *path, const char *name)
{
    assert_true(snprintf(path, PATH, "%s/%s", folder, name) < PATH);
}

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static struct bytes read_stream(FILE *stream)
{
    struct bytes bytes = {0};
    size_t got;
    do {
        bytes.data = realloc(bytes.data, bytes.size + 65536 + 1);
        assert_non_null(bytes.data);
        got = fread(bytes.data + bytes.size, 1, 65536, stream);
        bytes.size += got;
    } while (got);
    bytes.data[bytes.size] = 0;
    return bytes;
}

static struct bytes read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    struct bytes bytes = read_stream(file);
    fclose(file);
    return bytes;
}

/// Exit status of a shell command; what it prints goes to `output`.
static int run(const char *command, struct bytes *output)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    *output = read_stream(pipe);
    return pclose(pipe);
}

/// What `compiler` makes of a text for an architecture ("80", "90a").
static struct bytes compile_with(const char *compiler, const char *options, const char *arch,
                                 const char *text)
{
    char ptx[PATH], cubin[PATH], command[COMMAND], source[8192];
    file_path(ptx, "in.ptx");
    file_path(cubin, "ptxas.cubin");
    int length = snprintf(source, sizeof source, ".version %s\n.target sm_%s\n.address_size 64\n%s",
                          strcmp(arch, "100") == 0 ? "8.7" : "8.0", arch, text);
    assert_true(length > 0 && length < (int)sizeof source);
    write_file(ptx, source, (size_t)length);
    snprintf(command, sizeof command, "'%s' %s -arch=sm_%s '%s' -o '%s' 2>&1", compiler, options,
             arch, ptx, cubin);
    struct bytes said;
    int status = run(command, &said);
    if (status)
        fail_msg("%s: %s", command, (const char *)said.data);
    free(said.data);
    return read_file(cubin);
}

static struct bytes compile(const char *compiler, const char *arch, const char *text)
{
    return compile_with(compiler, "", arch, text);
}

static struct bytes compile12(unsigned sm, const char *text)
{
    char arch[12];
    snprintf(arch, sizeof arch, "%u", sm);
    struct bytes bytes = compile(ptxas, arch, text);
    if (bytes.size < 64 || bytes.data[7] != 0x33 || bytes.data[20] != 0x81)
        fail_msg("SASS_PTXAS=%s is not ptxas 12.9: its cubins have ABI 0x%02x and version 0x%02x",
                 ptxas, bytes.data[7], bytes.data[20]);
    return bytes;
}

static struct cubin *must_read(struct bytes bytes)
{
    char error[CUBIN_ERROR_TEXT] = "";
    struct cubin *cubin = cubin_read(bytes.data, bytes.size, error);
    if (!cubin)
        fail_msg("cubin_read: %s", error);
    return cubin;
}

/// Our file for the kernels of ptxas's file.
static struct bytes rewrite(struct bytes theirs)
{
    struct cubin *cubin = must_read(theirs);
    struct bytes ours = {0};
    char error[CUBIN_ERROR_TEXT] = "";
    if (!cubin_write(cubin->sm, cubin->kernels, cubin->count, &ours.data, &ours.size, error))
        fail_msg("cubin_write: %s", error);
    cubin_free(cubin);
    return ours;
}

static void test_like_ptxas(void **state)
{
    (void)state;
    size_t differences = 0;
    for (size_t a = 0; a < sizeof archs / sizeof *archs; a++) {
        for (size_t i = 0; i < TEXTS; i++) {
            char label[64];
            snprintf(label, sizeof label, "%s sm_%u", cubin_ptx[i].name, archs[a]);
            struct bytes theirs = compile12(archs[a], cubin_ptx[i].text), ours = rewrite(theirs);
            differences += cubin_compare(label, ours.data, ours.size, theirs.data, theirs.size);
            assert_int_equal(cubin_image_size(ours.data), ours.size);
            assert_int_equal(cubin_image_size(theirs.data), theirs.size);
            free(ours.data);
            free(theirs.data);
        }
    }
    assert_int_equal(differences, 0);
}

/// Flips a bit of our file: the comparison has to see it.
static void must_differ(struct bytes ours, struct bytes theirs, size_t at, const char *what)
{
    ours.data[at] ^= 0x40;
    if (cubin_compare(NULL, ours.data, ours.size, theirs.data, theirs.size) == 0)
        fail_msg("a change of %s at byte %zu was not seen", what, at);
    ours.data[at] ^= 0x40;
}

static void test_comparison_sees_changes(void **state)
{
    (void)state;
    struct bytes theirs = compile12(90, PTX_MANY), ours = rewrite(theirs);
    Elf64_Ehdr header;
    memcpy(&header, ours.data, sizeof header);
    must_differ(ours, theirs, EI_OSABI, "the ABI");
    must_differ(ours, theirs, offsetof(Elf64_Ehdr, e_version), "e_version");
    must_differ(ours, theirs, offsetof(Elf64_Ehdr, e_flags), "e_flags");
    for (unsigned i = 0; i < header.e_phnum; i++)
        must_differ(ours, theirs,
                    header.e_phoff + i * sizeof(Elf64_Phdr) + offsetof(Elf64_Phdr, p_flags),
                    "p_flags");
    for (unsigned i = 1; i < header.e_shnum; i++) {
        size_t at = header.e_shoff + i * sizeof(Elf64_Shdr);
        Elf64_Shdr section;
        memcpy(&section, ours.data + at, sizeof section);
        must_differ(ours, theirs, at + offsetof(Elf64_Shdr, sh_flags), "sh_flags");
        must_differ(ours, theirs, at + offsetof(Elf64_Shdr, sh_addralign), "sh_addralign");
        if (section.sh_type == SHT_SYMTAB) {
            size_t last = section.sh_offset + section.sh_size - sizeof(Elf64_Sym);
            must_differ(ours, theirs, last + offsetof(Elf64_Sym, st_other), "st_other");
            must_differ(ours, theirs, last + offsetof(Elf64_Sym, st_size), "st_size");
        } else if (section.sh_type == SHT_NOBITS) {
            must_differ(ours, theirs, at + offsetof(Elf64_Shdr, sh_size), "sh_size");
        } else if (section.sh_type != SHT_STRTAB && section.sh_size) {
            must_differ(ours, theirs, section.sh_offset + section.sh_size - 1, "the contents");
        }
    }
    free(ours.data);
    free(theirs.data);
}

/// Compares up to the end of the lines; positions and indices (digits and their padding) count
/// only if `exact`.
static bool same_line(const char *a, const char *b, bool exact)
{
    static const char skipped[] = " 0123456789";
    for (;; a++, b++) {
        if (!exact) {
            a += strspn(a, skipped);
            b += strspn(b, skipped);
        }
        bool a_ends = *a == 0 || *a == '\n', b_ends = *b == 0 || *b == '\n';
        if (a_ends || b_ends)
            return a_ends && b_ends;
        if (*a != *b)
            return false;
    }
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

static bool has_line(const char *text, const char *line, bool exact)
{
    for (; *text; text = next_line(text))
        if (same_line(text, line, exact))
            return true;
    return false;
}

/// Runs a command on both files. Ours must pass, and each line that it prints for ours it must
/// print for theirs too.
static void compare_output(const char *format, bool exact, const char *label)
{
    char command[COMMAND], path[PATH];
    struct bytes said[2];
    static const char *const names[] = {"ours.cubin", "ptxas.cubin"};
    for (int i = 0; i < 2; i++) {
        file_path(path, names[i]);
        snprintf(command, sizeof command, format, path);
        int status = run(command, &said[i]);
        if (status && i == 0)
            fail_msg("%s: status %d from %s\n%s", label, status, command,
                     (const char *)said[i].data);
    }
    for (const char *line = (const char *)said[0].data; *line; line = next_line(line))
        if (!has_line((const char *)said[1].data, line, exact))
            fail_msg("%s: only about our file: %.*s", label, (int)strcspn(line, "\n"), line);
    free(said[0].data);
    free(said[1].data);
}

static void test_tools_do_not_complain(void **state)
{
    (void)state;
    static const char *const texts[] = {PTX_ALL_BUT_DYNAMIC, PTX_DYNAMIC, PTX_EMPTY};
    char listing[COMMAND / 2], path[PATH];
    snprintf(listing, sizeof listing, "'%s' -c '%%s' 2>&1", nvdisasm);
    for (size_t a = 0; a < sizeof archs / sizeof *archs; a++) {
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            char label[64];
            snprintf(label, sizeof label, "text %zu, sm_%u", i, archs[a]);
            struct bytes theirs = compile12(archs[a], texts[i]), ours = rewrite(theirs);
            file_path(path, "ours.cubin");
            write_file(path, ours.data, ours.size);
            compare_output("readelf -a -W '%s' 2>&1 >/dev/null", false, label);
            // Its listing of the code names registers, barriers and sizes as well.
            compare_output(listing, true, label);
            free(ours.data);
            free(theirs.data);
        }
    }
}

static const struct cubin_kernel *find(const struct cubin *cubin, const char *name)
{
    for (size_t i = 0; i < cubin->count; i++)
        if (strcmp(cubin->kernels[i].name, name) == 0)
            return &cubin->kernels[i];
    fail_msg("kernel %s was not read", name);
    return NULL;
}

static void check_many(const struct cubin *cubin)
{
    static const struct cubin_param params[] = {{0, 8}, {8, 4}, {12, 2}, {14, 1}, {16, 72}};
    const struct cubin_kernel *many = find(cubin, "many");
    assert_int_equal(many->param_count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(many->params[i].offset, params[i].offset);
        assert_int_equal(many->params[i].size, params[i].size);
    }
    assert_int_equal(many->param_bytes, 88);
    assert_int_equal(many->shared_bytes, 2048);
    assert_int_equal(many->barriers, 4);
    assert_int_equal(many->max_threads[0], 256);
    assert_int_equal(many->max_threads[1], 1);
    assert_int_equal(many->max_threads[2], 1);
    assert_true(many->ctaid_z_used);
    assert_in_range(many->registers, 6, 16);
    // The last instruction before the tail is EXIT.
    assert_int_equal(many->code[many->words - 1].lo & 0xfff, 0x94d);
}

static void check_others(const struct cubin *cubin)
{
    const struct cubin_kernel *shared = find(cubin, "only_shared");
    assert_int_equal(shared->shared_bytes, 100);
    assert_int_equal(shared->param_count, 0);
    assert_int_equal(shared->param_bytes, 0);
    assert_int_equal(shared->max_threads[0], 64);
    assert_int_equal(shared->max_threads[1], 2);
    assert_int_equal(shared->max_threads[2], 3);
    assert_int_equal(shared->barriers, 1);
    assert_false(shared->ctaid_z_used);
    assert_false(shared->dynamic_shared);
    const struct cubin_kernel *plain = find(cubin, "plain");
    assert_int_equal(plain->shared_bytes, 0);
    assert_false(plain->dynamic_shared);
    assert_int_equal(plain->barriers, 0);
    assert_int_equal(plain->max_threads[0], 0);
    assert_int_equal(find(cubin, "empty")->param_base, plain->param_base);
    assert_int_equal(cubin->count, 6);
}

static void check_dynamic(const char *compiler, const char *arch)
{
    struct bytes theirs = compile(compiler, arch, PTX_DYNAMIC);
    struct cubin *cubin = must_read(theirs);
    assert_int_equal(cubin->count, 1);
    assert_int_equal(cubin->kernels[0].shared_bytes, 0);
    assert_true(cubin->kernels[0].dynamic_shared);
    assert_int_equal(cubin->kernels[0].barriers, 16);
    cubin_free(cubin);
    free(theirs.data);
}

// With -g ptxas gives every function a code section of its own. What the reader makes of it goes
// back into the file, as a function and as nothing else, and the writer refuses it.
static void test_reads_functions(void **state)
{
    (void)state;
    for (size_t a = 0; a < sizeof archs / sizeof *archs; a++) {
        char arch[12], error[CUBIN_ERROR_TEXT] = "";
        snprintf(arch, sizeof arch, "%u", archs[a]);
        struct bytes theirs = compile_with(ptxas, "-O0 -g", arch, PTX_FUNCTION);
        struct cubin *cubin = must_read(theirs);
        assert_int_equal(cubin->count, 1);
        assert_int_equal(cubin->function_count, 1);
        struct cubin_kernel *function = &cubin->kernels[1];
        assert_string_equal(function->name, "twice");
        assert_true(function->function);
        assert_in_range(function->registers, 3, 255);
        const struct sass_word *code = function->code;
        struct sass_word changed[] = {code[1], code[0]};
        unsigned char *result;
        function->code = changed;
        function->words = 2;
        assert_true(
            cubin_replace_code(archs[a], theirs.data, theirs.size, function, 1, &result, error));
        struct bytes again = {result, theirs.size};
        struct cubin *read = must_read(again);
        assert_int_equal(read->kernels[1].words, 2);
        assert_memory_equal(read->kernels[1].code, changed, sizeof changed);
        cubin_free(read);
        free(result);
        assert_false(cubin_write(archs[a], function, 1, &again.data, &again.size, error));
        assert_non_null(strstr(error, "'twice'"));
        function->function = false;
        assert_false(
            cubin_replace_code(archs[a], theirs.data, theirs.size, function, 1, &result, error));
        assert_non_null(strstr(error, "no kernel 'twice'"));
        function->code = code;
        cubin_free(cubin);
        free(theirs.data);
    }
}

static void test_reads_ptxas(void **state)
{
    (void)state;
    for (size_t a = 0; a < sizeof archs / sizeof *archs; a++) {
        struct bytes theirs = compile12(archs[a], PTX_ALL_BUT_DYNAMIC);
        struct cubin *cubin = must_read(theirs);
        assert_int_equal(cubin->sm, archs[a]);
        check_many(cubin);
        check_others(cubin);
        assert_int_equal(find(cubin, "plain")->param_base, archs[a] == 90 ? 0x210 : 0x160);
        cubin_free(cubin);
        free(theirs.data);
        char arch[12];
        snprintf(arch, sizeof arch, "%u", archs[a]);
        check_dynamic(ptxas, arch);
    }
}

// Address of the last store to shared memory; on sm_90 the base is in a uniform register.
static int64_t last_store(const struct cubin *cubin)
{
    int64_t address = -1, base = 0;
    for (size_t i = 0; i < cubin->kernels[0].words; i++) {
        struct sass_inst inst;
        assert_true(sass_decode(cubin->sm, cubin->kernels[0].code[i], &inst));
        if (inst.row->op == SASS_OP_UMOV && inst.operands[1].kind == SASS_OPND_IMM)
            base = inst.operands[1].imm;
        if (inst.row->op == SASS_OP_STS && inst.operands[0].imm + base > address)
            address = inst.operands[0].imm + base;
    }
    return address;
}

// .dynamic_shared begins where ptxas's extern array does, in a file with the same sizes.
static void test_dynamic_shared_is_where_ptxas_has_it(void **state)
{
    (void)state;
    static const struct {
        const char *ptx, *sass;
    } cases[] = {
        {PTX_BEHIND("4", "16"), ".shared s, 100\n.dynamic_shared d\n"},
        {PTX_BEHIND("4", "128"), ".shared s, 100\n.dynamic_shared d, 128\n"},
        {PTX_BEHIND("64", "16"), ".shared s, 100, 64\n.dynamic_shared d, 16\n"},
        {PTX_DYNAMIC, ".dynamic_shared d\n"},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        char text[256], error[SASS_ASM_ERROR_TEXT];
        const struct sass_asm_options options = {.sm = i % 2 ? 90 : 80};
        struct bytes theirs = compile12(options.sm, cases[i / 2].ptx);
        struct cubin *cubin = must_read(theirs);
        snprintf(text, sizeof text, ".kernel k\n%sSTS [d], R0\nEXIT\n.endkernel\n",
                 cases[i / 2].sass);
        struct sass_program *ours = sass_assemble("t", text, strlen(text), &options, error);
        if (!ours)
            fail_msg("%s", error);
        const struct cubin written = {.sm = options.sm, .kernels = ours->kernels};
        assert_int_equal(last_store(&written), last_store(cubin));
        assert_int_equal(ours->kernels[0].shared_bytes, cubin->kernels[0].shared_bytes);
        assert_true(ours->kernels[0].dynamic_shared);
        unsigned align = ours->kernels[0].shared_align;
        assert_int_equal(align > 16 ? align : 16, cubin->kernels[0].shared_align);
        sass_program_free(ours);
        cubin_free(cubin);
        free(theirs.data);
    }
}

static void test_names_what_is_missing(void **state)
{
    (void)state;
    static const char text[] =
        ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
        ".visible .entry says(.param .u64 a)\n"
        "{\n"
        ".reg .u64 %rd<2>; .reg .b32 %r<2>;\n"
        "ld.param.u64 %rd1, [a];\n"
        "{ .param .b64 x; .param .b64 y; .param .b32 z;\n"
        "st.param.b64 [x], %rd1; st.param.b64 [y], %rd1;\n"
        "call.uni (z), vprintf, (x, y); ld.param.b32 %r1, [z]; }\n"
        "ret;\n"
        "}\n";
    for (size_t a = 0; a < sizeof archs / sizeof *archs; a++) {
        struct bytes theirs = compile12(archs[a], text);
        char error[CUBIN_ERROR_TEXT] = "";
        struct cubin *cubin = cubin_read(theirs.data, theirs.size, error);
        assert_non_null(cubin);
        assert_non_null(strstr(cubin->unresolved, "vprintf"));
        cubin_free(cubin);
        free(theirs.data);
    }
}

static void test_reads_ptxas13(void **state)
{
    (void)state;
    if (!ptxas13) {
        print_message("SASS_PTXAS13 is not set: cubins of ptxas 13 are not read\n");
        return;
    }
    static const struct {
        const char *arch;
        unsigned sm, base;
    } cases[] = {{"75", 75, 0x160}, {"80", 80, 0x160},  {"86", 86, 0x160},  {"89", 89, 0x160},
                 {"90", 90, 0x210}, {"90a", 90, 0x210}, {"100", 100, 0x380}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes theirs = compile(ptxas13, cases[i].arch, PTX_ALL_BUT_DYNAMIC);
        if (theirs.data[7] != 0x41)
            fail_msg("SASS_PTXAS13=%s does not write ABI 0x41/8", ptxas13);
        struct cubin *cubin = must_read(theirs);
        assert_int_equal(cubin->sm, cases[i].sm);
        check_many(cubin);
        check_others(cubin);
        assert_int_equal(find(cubin, "plain")->param_base, cases[i].base);
        assert_int_equal(cubin_image_size(theirs.data), theirs.size);
        cubin_free(cubin);
        free(theirs.data);
        check_dynamic(ptxas13, cases[i].arch);
    }
}

static const char *needed(const char *variable, const char *what)
{
    const char *value = getenv(variable);
    if (!value || !*value)
        fprintf(stderr, "test_cubin: set %s to the path of %s\n", variable, what);
    return value && *value ? value : NULL;
}

int main(void)
{
    ptxas = needed("SASS_PTXAS", "ptxas 12.9");
    nvdisasm = needed("SASS_NVDISASM", "nvdisasm");
    ptxas13 = getenv("SASS_PTXAS13");
    if (ptxas13 && !*ptxas13)
        ptxas13 = NULL;
    if (!ptxas || !nvdisasm)
        return 1;
    if (system("readelf --version >/dev/null 2>&1") != 0) {
        fprintf(stderr, "test_cubin: readelf (binutils) is not installed\n");
        return 1;
    }
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/cubin.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(folder)) {
        fprintf(stderr, "test_cubin: cannot make %s\n", folder);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_ptxas),
        cmocka_unit_test(test_reads_ptxas13),
        cmocka_unit_test(test_dynamic_shared_is_where_ptxas_has_it),
        cmocka_unit_test(test_reads_functions),
        cmocka_unit_test(test_names_what_is_missing),
        cmocka_unit_test(test_like_ptxas),
        cmocka_unit_test(test_comparison_sees_changes),
        cmocka_unit_test(test_tools_do_not_complain),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    static const char *const files[] = {"in.ptx", "ptxas.cubin", "ours.cubin"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[2 * PATH];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
    return failed ? 1 : 0;
}
