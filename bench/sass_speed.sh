#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# bench/sass_speed.sh SASSKIT NVDISASM FILE.cubin: instructions per second of 'sasskit dis', of
# 'sasskit as' on its output without and with a check of the control codes, and of nvdisasm on the
# same file; the best of five runs of each, in turn.
set -eu
[ $# = 3 ] || {
    echo "usage: bench/sass_speed.sh SASSKIT NVDISASM FILE.cubin" >&2
    exit 2
}
sasskit=$1 nvdisasm=$2 cubin=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# best NAME COMMAND...: run it, and keep the least number of microseconds so far under that name.
best() {
    name=$1
    shift
    start=$(date +%s%N)
    "$@" >/dev/null 2>&1
    took=$((($(date +%s%N) - start) / 1000))
    eval "least=\${$name:-}"
    # shellcheck disable=SC2154
    if [ -z "$least" ] || [ "$took" -lt "$least" ]; then
        eval "$name=$took"
    fi
}

"$sasskit" dis "$cubin" -o "$folder/code.sass"
arch=$(sed -n 's/^\.assert SM == \([0-9]*\),.*/sm_\1/p' "$folder/code.sass")
count=$(grep -c '^\[B\|^\.word' "$folder/code.sass")
for _ in 1 2 3 4 5; do
    best dis "$sasskit" dis "$cubin" -o "$folder/again.sass"
    best as "$sasskit" as --no-lint -a "$arch" "$folder/code.sass" --into "$cubin" \
        -o "$folder/again.cubin"
    best checked "$sasskit" as -a "$arch" "$folder/code.sass" --into "$cubin" -o "$folder/again.cubin"
    best theirs "$nvdisasm" -ndf -c "$cubin"
done
cmp "$cubin" "$folder/again.cubin"
echo "$count instructions, $arch; best of five"
# shellcheck disable=SC2154
for name in dis as checked theirs; do
    eval "took=\$$name"
    awk -v n="$count" -v t="$took" -v name="$name" -v base="$theirs" 'BEGIN {
        label["dis"] = "sasskit dis"; label["as"] = "sasskit as --no-lint"
        label["checked"] = "sasskit as"; label["theirs"] = "nvdisasm -ndf"
        printf "%-20s %8.3f s  %10.0f instructions/s  %6.1f x nvdisasm\n", label[name], t / 1e6,
               n / (t / 1e6), base / t }'
done
