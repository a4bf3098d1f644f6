// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "roundtrip_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096, LINE_BYTES = 4096 };
static const uint64_t base_address = 0x10000000;

uint64_t judged_address(size_t i)
{
    return base_address + i * SASS_WORD_BYTES;
}

// With the scheduling bits as they were: nvdisasm refuses some that do not fit the reuse flags.
static bool write_words(const struct word_set *set, const char *path)
{
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL;
    for (size_t i = 0; ok && i < set->count; i++)
        ok = fwrite(&set->words[i].example, SASS_WORD_BYTES, 1, file) == 1;
    if (file && fclose(file) != 0)
        ok = false;
    if (!ok)
        perror(path);
    return ok;
}

// Takes the text out of "        /*0010*/                   EXIT ;". Branch targets that nvdisasm
// worked out itself stand behind it in a comment.
static char *instruction_text(char *line, uint64_t *address)
{
    char *end, *p = strstr(line, "/*");
    if (!p || p[strspn(line, " \t")] == '\0' || line + strspn(line, " \t") != p)
        return NULL;
    *address = strtoull(p + 2, &end, 16);
    if (end == p + 2 || strncmp(end, "*/", 2) != 0)
        return NULL;
    p = end + 2;
    p += strspn(p, " \t");
    char *comment = strstr(p, "(*\"");
    if (comment)
        *comment = '\0';
    size_t length = strlen(p);
    while (length && (isspace((unsigned char)p[length - 1]) || p[length - 1] == ';'))
        p[--length] = '\0';
    return p;
}

static bool read_texts(struct word_set *set, const char *path)
{
    char line[LINE_BYTES];
    size_t count = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    while (count < set->count && fgets(line, sizeof line, file)) {
        uint64_t address;
        char *text = instruction_text(line, &address);
        if (!text || address != judged_address(count))
            continue;
        set->words[count].text = strdup(text);
        if (!set->words[count++].text)
            exit(2);
    }
    fclose(file);
    if (count < set->count)
        fprintf(stderr,
                "%s: text of %zu words, expected %zu; the next is 0x%016" PRIx64 "%016" PRIx64 "\n",
                path, count, set->count, set->words[count].example.hi,
                set->words[count].example.lo);
    return count == set->count;
}

// Whether the file holds exactly these words.
static bool holds_words(const struct word_set *set, const char *path)
{
    struct sass_word word;
    FILE *file = fopen(path, "rb");
    bool same = file != NULL;
    for (size_t i = 0; same && i < set->count; i++)
        same = fread(&word, sizeof word, 1, file) == 1 && word.lo == set->words[i].example.lo &&
               word.hi == set->words[i].example.hi;
    same = same && fgetc(file) == EOF;
    if (file)
        fclose(file);
    return same;
}

bool judge_words(struct word_set *set, unsigned sm, const char *nvdisasm, const char *folder)
{
    char words[PATH_BYTES], text[PATH_BYTES], command[4 * PATH_BYTES];
    snprintf(words, sizeof words, "%s/sm_%u.words", folder, sm);
    snprintf(text, sizeof text, "%s/sm_%u.txt", folder, sm);
    if (holds_words(set, words))
        return read_texts(set, text);
    remove(text);
    if (!write_words(set, words))
        return false;
    // The words of sm_90a are those of sm_90 and some more.
    snprintf(command, sizeof command, "'%s' -b SM%u%s -base 0x%" PRIx64 " '%s' >'%s' 2>'%s/errors'",
             nvdisasm, sm, sm == 90 ? "a" : "", base_address, words, text, folder);
    if (system(command) != 0 || !read_texts(set, text)) {
        fprintf(stderr, "failed: %s\n", command);
        remove(words);
        return false;
    }
    return true;
}

struct form {
    char *text;
    size_t length, size;
};

static void append(struct form *form, const char *text, size_t length)
{
    for (size_t i = 0; i < length && form->length + 1 < form->size; i++)
        form->text[form->length++] = text[i];
    form->text[form->length] = '\0';
}

// A register or predicate becomes its kind; what hangs on it (".64", ".H1_H1") stays.
static void append_name(struct form *form, const char *name, size_t length)
{
    static const struct {
        const char *prefix, *kind;
    } kinds[] = {{"UR", "U"}, {"UP", "UP"}, {"R", "R"}, {"P", "P"}, {"SB", "SB"}, {"B", "B"}};
    size_t stem = 0;
    while (stem < length && name[stem] != '.')
        stem++;
    if (stem > 3 && strncmp(name, "SR_", 3) == 0) {
        append(form, "SR", 2);
        return;
    }
    if ((stem == 3 && strncmp(name, "INF", 3) == 0) ||
        (stem == 4 && strncmp(name + 1, "NAN", 3) == 0)) {
        append(form, "F", 1);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t prefix = strlen(kinds[i].prefix);
        if (stem <= prefix || strncmp(name, kinds[i].prefix, prefix) != 0)
            continue;
        size_t digits = prefix;
        while (digits < stem && isdigit((unsigned char)name[digits]))
            digits++;
        bool last = stem == prefix + 1 && (name[prefix] == 'Z' || name[prefix] == 'T');
        if (digits != stem && !last)
            continue;
        append(form, kinds[i].kind, strlen(kinds[i].kind));
        static const char reuse[] = ".reuse";
        for (size_t at = stem; at < length;) {
            if (strncmp(name + at, reuse, sizeof reuse - 1) == 0) {
                at += sizeof reuse - 1;
                continue;
            }
            append(form, name + at++, 1);
        }
        return;
    }
    append(form, name, length);
}

static size_t name_length(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.' || p[n] == '@')
        n++;
    return n;
}

static size_t number_length(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '.' ||
           ((p[n] == '-' || p[n] == '+') && n && p[n - 1] == 'e' && p[1] != 'x'))
        n++;
    return n;
}

void text_form(const char *text, char *mnemonic, char *operands, size_t size)
{
    struct form name = {mnemonic, 0, size}, form = {operands, 0, size};
    mnemonic[0] = operands[0] = '\0';
    if (*text == '@') {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    size_t length = strcspn(text, " ");
    append(&name, text, length);
    for (const char *p = text + length; *p;) {
        const char *digits = p + (*p == '-' || *p == '+');
        if (isdigit((unsigned char)*digits)) {
            append(&form, digits[0] == '0' && digits[1] == 'x' ? "I" : "F", 1);
            p = digits + number_length(digits);
        } else if (isalpha((unsigned char)*p)) {
            size_t n = name_length(p);
            append_name(&form, p, n);
            p += n;
        } else {
            if (*p != ' ')
                append(&form, p, 1);
            p++;
        }
    }
}
