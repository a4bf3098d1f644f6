#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Build with the compiler's sanitizers, once for addresses and undefined behaviour (build/asan) and
# once for threads (build/tsan), and run tests in both. The exit status is 0 only if all of them
# passed and no sanitizer has written to its log; gcc's for undefined behaviour writes to standard
# error instead, where it makes the test fail unless that expects a failure.
#
# --all   the whole suite in both, which takes long; else what reads foreign bytes and the emulated
#         GPU, and for threads the tests that have some
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=../scripts/setup.sh
. scripts/setup.sh

addresses='api asm asm_registers cubin cubin_bytes cubin_replace driver emulator emu_check
    emu_control emu_float emu_flow emu_graphs emu_integer emu_launch emu_library emu_memory emu_ops
    emu_streams emu_strong emu_threads emu_uniform forward fuzz_emulator_H200 fuzz_emulator_RTX4090
    lint sasskit sched semantics_calls semantics_copies semantics_memory semantics_modules'
threads='api emulator emu_check emu_graphs emu_launch emu_library emu_memory emu_streams emu_threads
    forward semantics_grid'
slower=10 # than the time that a test has otherwise

case "${1:-}" in
'') ;;
--all) addresses='' threads='' ;;
*) die "unknown option '$1'; there is --all" ;;
esac

# check FOLDER SANITIZERS TEST...
check() {
    folder=$PWD/build/$1 sanitizers=$2
    shift 2
    configure "$folder" --buildtype=debugoptimized "-Db_sanitize=$sanitizers" -Db_lundef=false \
        -Dtests=enabled "-Dnvdisasm=$NVDISASM" "-Dptxas=$PTXAS" \
        ${CUDA_INCLUDE:+-Ddriver_headers=$CUDA_INCLUDE}
    build "$folder"
    findings=$folder/findings
    rm -rf "$findings"
    mkdir "$findings"
    log=log_path=$findings/log
    if ! ASAN_OPTIONS="$log" UBSAN_OPTIONS="$log:halt_on_error=1:print_stacktrace=1" \
        TSAN_OPTIONS="$log:halt_on_error=1" \
        "$MESON" test -C "$folder" --no-rebuild -t "$slower" "$@" >"$folder/tests.log" 2>&1; then
        echo "sanitize: tests failed with -fsanitize=$sanitizers:" >&2
        python3 tests/summary.py "$folder/meson-logs/testlog.json" >&2 || :
        wrong=1
    fi
    [ -z "$(ls "$findings")" ] || {
        echo "sanitize: found with -fsanitize=$sanitizers:" >&2
        cat "$findings"/* >&2
        wrong=1
    }
}

setup_tests
wrong=0
# shellcheck disable=SC2086 # one word per test
check asan address,undefined $addresses
# shellcheck disable=SC2086
check tsan thread $threads
exit $wrong
