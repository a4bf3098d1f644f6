#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Makes nvcc/*.ptx from .cu files, for machines that have ptxas but no nvcc: of those files that add
# most to what the generator covers and that take no code from NVIDIA's mathematical library.
# Run it after editing one of them.
# Usage: pregenerate.sh [NVCC]
set -eu
nvcc=${1:-nvcc}
cd "$(dirname "$0")"
mkdir -p nvcc
# The sed takes off what nvcc 13 adds to say which it is, and lowers the version to what ptxas 12.9
# reads.
for name in algorithms async atomics calls control memory system_calls uniform warps \
    clusters.sm90 warp_groups.sm90a; do
    case $name in
    *.sm*) arch=${name##*.sm} ;;
    *) arch=80 ;;
    esac
    {
        printf '// SPDX-FileCopyrightText: 2026 The sassdnn authors\n// SPDX-License-Identifier: MIT\n'
        "$nvcc" -ptx -std=c++17 -arch="compute_$arch" "$name.cu" -o - |
            sed 's/^\.version 9.*/.version 8.8/; /^[[:space:]]*\/\//d; /^[[:space:]]*$/d; s/^[[:space:]]*//' |
            sed "s/$(printf '\t')/    /g; s/[[:space:]]*\$//"
    } >"nvcc/$name.ptx"
done
