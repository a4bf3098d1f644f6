// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "roundtrip_report.h"
#include "roundtrip_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 400 };

const unsigned arch_sm[ARCH_COUNT] = {80, 86, 89, 90};

static void *check(void *memory)
{
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

// Forms are few thousand, but words a hundred thousand: the list is kept sorted and searched.
static struct finding *find(struct findings *findings, const char *mnemonic, const char *operands,
                            bool *added)
{
    size_t low = 0, high = findings->count;
    *added = false;
    while (low < high) {
        size_t middle = (low + high) / 2;
        struct finding *at = &findings->list[middle];
        int order = strcmp(mnemonic, at->mnemonic);
        if (order == 0)
            order = strcmp(operands, at->operands);
        if (order == 0)
            return at;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    if (findings->count == findings->capacity) {
        findings->capacity = findings->capacity ? 2 * findings->capacity : 256;
        findings->list =
            check(realloc(findings->list, findings->capacity * sizeof *findings->list));
    }
    struct finding *at = &findings->list[low];
    memmove(at + 1, at, (findings->count++ - low) * sizeof *at);
    *at = (struct finding){0};
    snprintf(at->mnemonic, sizeof at->mnemonic, "%s", mnemonic);
    snprintf(at->operands, sizeof at->operands, "%s", operands);
    *added = true;
    return at;
}

static void add(struct findings *findings, const struct seen_word *seen, const char *ours)
{
    char mnemonic[FORM_BYTES], operands[FORM_BYTES];
    bool added;
    text_form(seen->text, mnemonic, operands, FORM_BYTES);
    struct finding *finding = find(findings, mnemonic, operands, &added);
    finding->count += seen->count;
    if (!added)
        return;
    finding->word = seen->example;
    finding->file = seen->file;
    finding->text = check(strdup(seen->text));
    finding->ours = ours ? check(strdup(ours)) : NULL;
}

void report_form(struct totals *total, const struct seen_word *seen)
{
    add(&total->forms, seen, NULL);
}

void report_missing(struct totals *total, const struct seen_word *seen)
{
    add(&total->missing, seen, NULL);
}

void report_different(struct totals *total, const struct seen_word *seen, const char *ours)
{
    add(&total->different, seen, ours);
}

void report_changed(struct totals *total, const struct seen_word *seen, struct sass_word word,
                    struct sass_word again, const char *error)
{
    // The text is not known yet: these are told apart by opcode and error.
    char opcode[FORM_BYTES], ours[FORM_BYTES];
    bool added;
    snprintf(opcode, sizeof opcode, "0x%03x", (unsigned)(word.lo & 0xfff));
    struct finding *finding = find(&total->changed, opcode, error ? error : "other word", &added);
    finding->count++;
    if (!added)
        return;
    snprintf(ours, sizeof ours, "0x%016" PRIx64 " 0x%016" PRIx64, again.lo, again.hi);
    finding->word = word;
    finding->file = seen->file;
    finding->text = check(strdup(""));
    finding->ours = check(strdup(error ? error : ours));
}

void report_refused(struct refusals *refusals, const char *file, const char *reason)
{
    unsigned i = 0;
    while (i < refusals->count && strcmp(refusals->list[i].reason, reason) != 0)
        i++;
    if (i == MAX_REFUSALS)
        i--;
    if (i == refusals->count) {
        snprintf(refusals->list[i].reason, sizeof refusals->list[i].reason, "%s", reason);
        refusals->list[i].file = file;
        refusals->count++;
    }
    refusals->list[i].count++;
}

static int by_count(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    int order = strcmp(x->mnemonic, y->mnemonic);
    return order ? order : strcmp(x->operands, y->operands);
}

static void print_findings(const char *title, unsigned sm, const struct findings *findings)
{
    if (findings->count == 0)
        return;
    printf("\nsm_%u: %zu forms %s\n", sm, findings->count, title);
    for (size_t i = 0; i < findings->count && i < SHOWN; i++) {
        const struct finding *f = &findings->list[i];
        printf("%8" PRIu64 "  %s %s\n          %s  0x%016" PRIx64 " 0x%016" PRIx64 " %s\n",
               f->count, f->mnemonic, f->operands, f->text, f->word.lo, f->word.hi, f->file);
        if (f->ours)
            printf("          %s  (ours)\n", f->ours);
    }
}

// arch, count, mnemonic, text, lo, hi, operands, file, ours
static void write_findings(FILE *file, unsigned sm, const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *f = &findings->list[i];
        fprintf(file, "%u\t%" PRIu64 "\t%s\t%s\t0x%016" PRIx64 "\t0x%016" PRIx64 "\t%s\t%s\t%s\n",
                sm, f->count, f->mnemonic, f->text, f->word.lo, f->word.hi, f->operands, f->file,
                f->ours ? f->ours : "");
    }
}

static bool write_list(const struct totals *totals, const char *folder, const char *name,
                       size_t offset)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.tsv", folder, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return false;
    }
    fprintf(file, "arch\tcount\tmnemonic\ttext\tlo\thi\toperands\tfile\tours\n");
    for (int i = 0; i < ARCH_COUNT; i++) {
        const void *findings = (const char *)&totals[i] + offset;
        write_findings(file, arch_sm[i], findings);
    }
    return fclose(file) == 0;
}

static double per_cent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 100;
}

static void print_totals(const struct totals *totals)
{
    printf("%-7s %6s %12s %9s %6s %9s %9s %9s %10s %8s %8s %8s\n", "arch", "files", "instructions",
           "words", "forms", "decoded", "same word", "same text", "documented", "missing", "differ",
           "changed");
    for (int i = 0; i < ARCH_COUNT; i++) {
        const struct totals *t = &totals[i];
        if (t->files == 0)
            continue;
        printf("sm_%-4u %6" PRIu64 " %12" PRIu64
               " %9zu %6zu %8.3f%% %8.3f%% %8.3f%% %9.3f%% %8zu %8zu %8zu\n",
               arch_sm[i], t->files, t->instructions, t->set.count, t->forms.count,
               per_cent(t->decoded, t->instructions), per_cent(t->same_word, t->instructions),
               per_cent(t->same_text, t->instructions), per_cent(t->documented, t->instructions),
               t->missing.count, t->different.count, t->changed.count);
    }
}

bool report_print(struct totals totals[ARCH_COUNT], const struct refusals *refusals,
                  const char *folder, bool only_missing, double floor)
{
    bool good = true;
    for (int i = 0; i < ARCH_COUNT; i++) {
        struct totals *t = &totals[i];
        struct findings *lists[] = {&t->missing, &t->different, &t->changed};
        for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
            if (lists[k]->count)
                qsort(lists[k]->list, lists[k]->count, sizeof *lists[k]->list, by_count);
        print_findings("are in no row of the table", arch_sm[i], &t->missing);
        if (!only_missing) {
            print_findings("print otherwise than in nvdisasm", arch_sm[i], &t->different);
            print_findings("are encoded otherwise than they were", arch_sm[i], &t->changed);
        }
        if (t->different.count || t->changed.count || per_cent(t->decoded, t->instructions) < floor)
            good = false;
    }
    if (!write_list(totals, folder, "missing", offsetof(struct totals, missing)) ||
        !write_list(totals, folder, "different", offsetof(struct totals, different)) ||
        !write_list(totals, folder, "changed", offsetof(struct totals, changed)) ||
        !write_list(totals, folder, "forms", offsetof(struct totals, forms)))
        good = false;
    printf("\n");
    print_totals(totals);
    for (unsigned i = 0; i < refusals->count && !only_missing; i++)
        printf("cubin_read refuses %u files: %s (%s)\n", refusals->list[i].count,
               refusals->list[i].reason, refusals->list[i].file);
    return good;
}

void totals_free(struct totals *total)
{
    struct findings *lists[] = {&total->forms, &total->missing, &total->different, &total->changed};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) {
        for (size_t i = 0; i < lists[k]->count; i++) {
            free(lists[k]->list[i].text);
            free(lists[k]->list[i].ours);
        }
        free(lists[k]->list);
    }
    word_set_free(&total->set);
}
