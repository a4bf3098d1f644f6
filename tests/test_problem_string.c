// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Problem strings and model files: what is accepted, what is filled in, and where errors point.
#include "bench/problem_string.h"
#include "bench/shape.h"
#include "bench/utf8.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct bench_problem parse(const char *text)
{
    struct bench_problem problem;
    char error[PROBLEM_ERROR_TEXT];
    size_t column;
    if (!problem_string_parse(text, strlen(text), &problem, &column, error))
        fail_msg("%s: column %zu: %s", text, column, error);
    return problem;
}

static void is_canonical(const char *text, const char *expected)
{
    struct bench_problem problem = parse(text);
    char canonical[PROBLEM_STRING_TEXT];
    problem_string_format(&problem, canonical);
    assert_string_equal(canonical, expected);
    struct bench_problem again = parse(canonical);
    assert_memory_equal(&again.conv, &problem.conv, sizeof(problem.conv));
    assert_string_equal(again.name, problem.name);
}

static void test_square(void **state)
{
    (void)state;
    is_canonical("mb128ic3ih224oc64oh55kh11sh4ph2n\"conv1\"",
                 "g1mb128ic3ih224iw224oc64oh55ow55kh11kw11sh4sw4ph2pw2dh0dw0n\"conv1\"");
    is_canonical("ic4ih8oc6kh3", "g1mb2ic4ih8iw8oc6oh6ow6kh3kw3sh1sw1ph0pw0dh0dw0");
}

static void test_every_key(void **state)
{
    (void)state;
    is_canonical("g1mb128ic64ih27iw27oc192oh27ow27kh5kw5sh1sw1ph2pw2dh0dw0n\"conv2*1\"",
                 "g1mb128ic64ih27iw27oc192oh27ow27kh5kw5sh1sw1ph2pw2dh0dw0n\"conv2*1\"");
    is_canonical("g2mb3_ic4ih9iw20_oc6_kh3kw2_sh2sw3_ph1pw0_dh1dw4_nname",
                 "g2mb3ic4ih9iw20oc6oh4ow5kh3kw2sh2sw3ph1pw0dh1dw4n\"name\"");
    // The third dimension is welcome as long as it is not there.
    is_canonical("ic4id1ih8oc6od1kd1kh3sd1pd0dd0",
                 "g1mb2ic4ih8iw8oc6oh6ow6kh3kw3sh1sw1ph0pw0dh0dw0");
}

static void test_filled_in(void **state)
{
    (void)state;
    // Only w: one-dimensional.
    is_canonical("ic16iw80oc16kw31pw15", "g1mb2ic16ih1iw80oc16oh1ow80kh1kw31sh1sw1ph0pw15dh0dw0");
    // Some of both: a missing one is the other's.
    is_canonical("ic1ih8oc1kh3kw5sw2ph1pw2", "g1mb2ic1ih8iw8oc1oh4ow4kh3kw5sh2sw2ph1pw2dh0dw0");
    is_canonical("ic1iw8oc1kh3ph1", "g1mb2ic1ih8iw8oc1oh8ow8kh3kw3sh1sw1ph1pw1dh0dw0");
    is_canonical("ic1ih1iw8oc1ow8kh1kw3ph0pw1", "g1mb2ic1ih1iw8oc1oh1ow8kh1kw3sh1sw1ph0pw1dh0dw0");
    // Padding from the output.
    is_canonical("ic1ih13oc1oh13kh3", "g1mb2ic1ih13iw13oc1oh13ow13kh3kw3sh1sw1ph1pw1dh0dw0");
    is_canonical("ic1ih13oc1oh13kh3dh1", "g1mb2ic1ih13iw13oc1oh13ow13kh3kw3sh1sw1ph2pw2dh1dw1");
}

static void test_strides_are_packed(void **state)
{
    (void)state;
    struct bench_problem problem = parse("g2mb3ic4ih9iw8oc6kh3kw2");
    struct shape_tensor x = shape_x(&problem.conv), w = shape_w(&problem.conv),
                        y = shape_y(&problem.conv);
    assert_int_equal(shape_extent(&x), 3 * 4 * 9 * 8);
    assert_int_equal(shape_extent(&w), 6 * 2 * 3 * 2);
    assert_int_equal(shape_extent(&y), 3 * 6 * 7 * 7);
    assert_int_equal(shape_terms(&problem.conv), 2 * 3 * 2);
    assert_true(shape_flop(&problem.conv) == 2.0 * 3 * 7 * 7 * 6 * 12);
}

static void test_errors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t column;
        const char *part; // of the message
    } bad[] = {
        {"", 1, "ic is missing"},
        {"ic3ih8kh3", 10, "oc is missing"},
        {"ic3oc4kh3", 10, "ih or iw is missing"},
        {"ic3oc4ih3", 10, "kh or kw is missing"},
        {"icih8oc4kh3", 3, "expected a number after ic, found 'i'"},
        {"gg", 2, "expected a number after g, found 'g'"},
        {"ic3ih8oc4kh", 12, "expected a number after kh, found the end"},
        {"ic3ih-8oc4kh3", 6, "expected a number after ih, found '-'"},
        {"ic3ih8oc4kh3.5", 13, "expected a key such as ic, found '.'"},
        {"ic3ih8oc4kh3 ", 13, "found ' '"},
        {"ic3ih8oc4kh3\x01", 13, "byte 0x01"},
        {"ic3ih8oc4kh3xy7", 13, "unknown key 'xy'"},
        {"ic3ih8IC4", 7, "expected a key such as ic, found 'I'"},
        {"mb0ic3ih8oc4kh3", 3, "mb must be at least 1"},
        {"ic3ih8oc4kh3sh0", 15, "sh must be at least 1"},
        {"g0ic3ih8oc4kh3", 2, "g must be at least 1"},
        {"ic2147483648ih8oc4kh3", 3, "ic is larger than 2147483647"},
        {"ic99999999999999999999ih8oc4kh3", 3, "ic is larger than 2147483647"},
        {"ic3ih8oc4kh3ih9", 13, "ih is given twice"},
        {"g2ic3ih8oc4kh3", 1, "2 groups do not divide ic 3 and oc 4"},
        {"ic3ih8oc4kh9", 10, "the filter is larger than the padded image: it spans 9 of 8 rows"},
        {"ic3ih8iw9oc4kh3kw6dw1ph1pw0", 16, "it spans 11 of 9 columns"},
        {"ic3ih8oc4oh7kh3ph0", 10, "the output is 6, not 7"},
        {"ic3ih8oc4oh6ow9kh3ph0", 13, "the output is 6, not 9"},
        {"ic3id2ih8oc4kh3", 4, "3-D problems are not supported"},
        {"ic3ih8oc4kh3n", 14, "expected a name"},
        {"ic3ih8oc4kh3n\"\"", 15, "expected a name"},
        {"ic3ih8oc4kh3n\"a", 16, "expected '\"'"},
        {"ic3ih8oc4kh3n\"a\"*3", 17, "nothing may follow the name"},
        {"ic3ih8oc4kh3na\tb", 15, "control character"},
        {"ic3ih8oc4kh3n\"\xc2\x9f\"", 15, "control character"},
        {"ic3ih8oc4kh3na\x80", 15, "a name is UTF-8, and byte 0x80 begins no character"},
        {"ic3ih8oc4kh3na\xc3", 15, "byte 0xc3"},
        {"ic3ih8oc4kh3n\"\xc3\"", 15, "byte 0xc3"},
        {"ic3ih8oc4kh3n\xc0\xaf", 14, "byte 0xc0"},         // overlong
        {"ic3ih8oc4kh3n\xe0\x9f\xbf", 14, "byte 0xe0"},     // overlong
        {"ic3ih8oc4kh3n\xed\xa0\x80", 14, "byte 0xed"},     // a surrogate
        {"ic3ih8oc4kh3n\xf4\x90\x80\x80", 14, "byte 0xf4"}, // above U+10FFFF
        {"ic3ih8oc4kh3n\xf8\x88\x80\x80", 14, "byte 0xf8"},
        {"mb2147483647ic3ih8oc4kh3", 1, "elements, more than 2147483647"},
        {"mb1ic16777216ih1oc1kh1", 1, "each output sums 16777216 products"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct bench_problem problem;
        char error[PROBLEM_ERROR_TEXT] = "";
        size_t column = 0;
        if (problem_string_parse(bad[i].text, strlen(bad[i].text), &problem, &column, error))
            fail_msg("'%s' was accepted", bad[i].text);
        if (column != bad[i].column || !strstr(error, bad[i].part) || strchr(error, '\n'))
            fail_msg("'%s': column %zu: %s; expected column %zu and '%s'", bad[i].text, column,
                     error, bad[i].column, bad[i].part);
    }
}

static void test_name_length(void **state)
{
    (void)state;
    char text[PROBLEM_NAME + 32] = "ic1ih1oc1kh1n";
    size_t start = strlen(text);
    memset(text + start, 'a', PROBLEM_NAME - 1);
    text[start + PROBLEM_NAME - 1] = 0;
    assert_int_equal(strlen(parse(text).name), PROBLEM_NAME - 1);
    strcat(text, "a");
    struct bench_problem problem;
    char error[PROBLEM_ERROR_TEXT];
    size_t column;
    assert_false(problem_string_parse(text, strlen(text), &problem, &column, error));
}

static void test_name_characters(void **state)
{
    (void)state;
    // 1 to 4 bytes each: a, U+00E9, U+FFFD, U+1F600.
    static const char name[] = "a\xc3\xa9\xef\xbf\xbd\xf0\x9f\x98\x80";
    char text[64];
    snprintf(text, sizeof(text), "ic1ih1oc1kh1n\"%s\"", name);
    assert_string_equal(parse(text).name, name);
    assert_int_equal(utf8_columns(name), 4);
    assert_int_equal(utf8_prefix(name, 0), 0);
    assert_int_equal(utf8_prefix(name, 2), 3);
    assert_int_equal(utf8_prefix(name, 3), 6);
    assert_int_equal(utf8_prefix(name, 9), 10);
}

static void test_batch(void **state)
{
    (void)state;
    struct bench_problem problem = parse("mb2ic3ih8oc4kh3");
    char error[PROBLEM_ERROR_TEXT];
    assert_true(problem_set_batch(&problem, 7, error));
    assert_int_equal(problem.conv.n, 7);
    assert_false(problem_set_batch(&problem, INT32_MAX, error));
    assert_non_null(strstr(error, "elements"));
}

/// Write a model file; the name is static.
static const char *model(const char *content)
{
    static char path[] = "/tmp/sassdnn-model-XXXXXX";
    strcpy(path + sizeof(path) - 7, "XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, content, strlen(content)), strlen(content));
    close(file);
    return path;
}

static void test_model_file(void **state)
{
    (void)state;
    struct problem_list list = {0};
    char error[PROBLEM_LIST_ERROR_TEXT];
    const char *path =
        model("\xef\xbb\xbf# a comment\n\n  ic1ih5oc1kh1n\"a#b\"  # another\r\n\tic2ih5oc1kh1");
    assert_true(problem_list_read(&list, path, error));
    unlink(path);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.item[0].name, "a#b");
    assert_int_equal(list.item[1].conv.c, 2);
    problem_list_free(&list);
}

static void expect_model_error(const char *content, const char *part)
{
    struct problem_list list = {0};
    char error[PROBLEM_LIST_ERROR_TEXT] = "";
    const char *path = model(content);
    bool read = problem_list_read(&list, path, error);
    unlink(path);
    problem_list_free(&list);
    assert_false(read);
    assert_ptr_equal(strstr(error, path), error);
    if (!strstr(error, part))
        fail_msg("%s: expected %s", error, part);
}

static void test_model_file_errors(void **state)
{
    (void)state;
    expect_model_error("", ": no problem string");
    expect_model_error("# nothing\n", ": no problem string");
    expect_model_error("ic1ih5oc1kh1\n\n  ic1ih5oc1kh1zz3\n", ":3:15: unknown key 'zz'");
    expect_model_error("--reset\n", ":1:1: expected a key");
    expect_model_error("\xef\xbb\xbfic1ih5oc1kh1zz3\n", ":1:13: unknown key 'zz'");
    expect_model_error("ic1ih5oc1kh1\n\xef\xbb\xbfic1ih5oc1kh1\n", ":2:1: expected a key");
    struct problem_list list = {0};
    char error[PROBLEM_LIST_ERROR_TEXT];
    char absent[64];
    snprintf(absent, sizeof(absent), "%s", model(""));
    unlink(absent);
    assert_false(problem_list_read(&list, absent, error));
    assert_ptr_equal(strstr(error, absent), error);
    assert_string_equal(error + strlen(absent), ": No such file or directory");
    assert_false(problem_list_read(&list, "/", error));
    assert_string_equal(error, "/: Is a directory");
}

static void test_alexnet(void **state)
{
    (void)state;
    // GFLOP of the five layers at batch 128, from their shapes.
    static const double expected[] = {17.991, 57.331, 28.708, 38.277, 25.518};
    struct problem_list list = {0};
    char error[PROBLEM_LIST_ERROR_TEXT];
    assert_true(problem_list_read(&list, SASSDNN_MODELS "/alexnet.txt", error));
    assert_int_equal(list.count, 5);
    for (int i = 0; i < 5; i++) {
        double gflop = shape_flop(&list.item[i].conv) / 1e9;
        assert_true(gflop > expected[i] - 0.001 && gflop < expected[i] + 0.001);
    }
    problem_list_free(&list);
}

static void test_shape_text(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"mb128ic3ih224oc64kh11sh4ph2", "128x3x224x224 64x11x11 s4p2"},
        {"mb1ic4ih9iw8oc6kh3kw2sh1sw2dh1dw0g2", "1x4x9x8 6x3x2 s1x2d2x1g2"},
        {"mb1ic4ih9oc6kh3", "1x4x9x9 6x3x3"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        struct bench_problem problem = parse(pairs[i][0]);
        char text[SHAPE_TEXT];
        shape_text(&problem.conv, text);
        assert_string_equal(text, pairs[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_square),          cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_filled_in),       cmocka_unit_test(test_strides_are_packed),
        cmocka_unit_test(test_errors),          cmocka_unit_test(test_name_length),
        cmocka_unit_test(test_name_characters), cmocka_unit_test(test_batch),
        cmocka_unit_test(test_model_file),      cmocka_unit_test(test_model_file_errors),
        cmocka_unit_test(test_alexnet),         cmocka_unit_test(test_shape_text),
    };
    return cmocka_run_group_tests_name("problem_string", tests, NULL, NULL);
}
