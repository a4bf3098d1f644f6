#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# tests/fuzz/run.sh BUILD SECONDS [SEED_FILE...]: fuzz the assembler, the cubin reader and the emulated
# GPU with libFuzzer, for SECONDS each, from the kept corpus on. What is found interesting stays in
# BUILD/corpus-*, and so does what crashes. Needs clang with its fuzzer runtime, and cuda.h, where the
# compiler finds it or in the folder CUDA_INCLUDE; the tests run the same targets with a driver of
# their own (driver.c). To renew the kept corpus, take the smallest of what
# BUILD/fuzz_asm -merge=1 NEW BUILD/corpus-asm leaves in NEW, and the like for the others.
set -eu
cd "$(dirname "$0")/../.."
[ $# -ge 2 ] || {
    echo "usage: tests/fuzz/run.sh BUILD SECONDS [SEED_FILE...]" >&2
    exit 2
}
build=$1 seconds=$2
shift 2
mkdir -p "$build"
for target in asm cubin emulator; do
    sources=
    [ $target != emulator ] || sources='lib/emulator/*.c lib/emulator/*/*.c'
    # shellcheck disable=SC2086 # patterns
    clang -std=c11 -D_GNU_SOURCE -DEXEC_FLAVOUR=baseline -O1 -g \
        -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Wno-pass-failed \
        -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION \
        -Iinclude -Ilib -I. ${CUDA_INCLUDE:+-isystem "$CUDA_INCLUDE"} \
        "tests/fuzz/fuzz_$target.c" lib/sass/*.c lib/sass/*/*.c $sources -lm -o "$build/fuzz_$target"
    mkdir -p "$build/corpus-$target"
    cp "tests/fuzz/corpus-$target"/* "$build/corpus-$target/"
    for seed; do
        case $target$seed in
        asm*.sass | cubin*.cubin | emulator*.cubin) cp "$seed" "$build/corpus-$target/" ;;
        esac
    done
    "$build/fuzz_$target" -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=4096 \
        -artifact_prefix="$build/crash-$target-" "$build/corpus-$target" 2>&1 | tail -n 3
done
