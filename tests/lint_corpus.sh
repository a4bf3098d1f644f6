#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# The lint and the scheduler over what ptxas makes of the corpus: no finding in optimised code,
# mutations of it reported at the instruction that they concern, and code whose control codes were
# set anew clean and of no more issue cycles.
# Usage: lint_corpus.sh SASSKIT MUTANTS RESCHEDULE OUT PTXAS [COUNT]; OUT is that of roundtrip.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
sasskit=$1 mutants=$2 reschedule=$3 out=$4 ptxas=$5
[ -n "$ptxas" ] || {
    echo "FAILED: ptxas was not found: configure with -Dptxas=..."
    exit 1
}
NVCC='' LEVELS=${LEVELS:-0 3} "$here/corpus/build.sh" "$out" "ptxas=$ptxas" || exit 1
files=$(find "$out/cubin/ptxas" -path '*/O[123]/*' -name '*.cubin' | sort)
[ -n "$files" ] || {
    echo "FAILED: no cubins of -O1 to -O3 in $out"
    exit 1
}
status=0
# shellcheck disable=SC2086
"$sasskit" lint $files || {
    echo "FAILED: the lint reports compiled code"
    status=1
}
# shellcheck disable=SC2086
"$mutants" "${SASSDNN_TEST_SEED:-$(date +%s)}" "${6:-2000}" $files || {
    echo "FAILED: a mutation was not reported"
    status=1
}
# shellcheck disable=SC2086
"$reschedule" $files || {
    echo "FAILED: code scheduled anew is not clean, or slower"
    status=1
}
exit $status
