#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# emu_exports.sh LIBRARY CC [CC_OPTION...]: the emulated GPU exports every function that cuda.h
# declares, in all its versions, and nothing else but its own four and the profiler's.
set -eu
library=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

echo '#include <cuda.h>' | "$@" -E -P -D__CUDA_API_VERSION_INTERNAL - | tr '\n' ' ' |
    grep -oE 'CUresult +cu[A-Za-z0-9_]+ *\(' | sed 's/CUresult *//; s/ *(//' | sort -u >"$folder/declared"
nm -D --defined-only "$library" | awk '$2 == "T" { print $3 }' | sort -u >"$folder/exported"

count=$(wc -l <"$folder/declared")
[ "$count" -gt 400 ] || {
    echo "only $count functions found in cuda.h"
    exit 1
}
missing=$(comm -23 "$folder/declared" "$folder/exported")
[ -z "$missing" ] || {
    echo "not exported:" $missing
    exit 1
}
version=$(echo '#include <cuda.h>
version CUDA_VERSION' | "$@" -E -P - | sed -n 's/^version //p')
[ "$version" -ge 13000 ] || exit 0 # what a newer one declares is exported too
foreign=$(comm -13 "$folder/declared" "$folder/exported" |
    grep -vE '^(cuEmulator(Marker|Instructions|Model|Modelled)|cuProfiler(Start|Stop))$' || true)
[ -z "$foreign" ] || {
    echo "exported, but not in cuda.h:" $foreign
    exit 1
}
