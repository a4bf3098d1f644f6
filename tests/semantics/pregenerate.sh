#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Makes ptx/*.ptx from the .cu files here, for machines that have ptxas but no nvcc. Run it after
# editing one of them. A file NAME.smNN.cu is for architecture NN and later ones, NAME.smNNa.cu for
# exactly that one, any other for all.
# Usage: pregenerate.sh [NVCC [NAME...]]
set -eu
nvcc=${1:-nvcc}
[ $# -eq 0 ] || shift
cd "$(dirname "$0")"
mkdir -p ptx
[ $# -gt 0 ] || set -- $(ls ./*.cu | sed 's|^\./||; s/\.cu$//')
# The sed takes off what nvcc 13 adds to say which it is, and lowers the version to what ptxas 12.9
# reads.
for name; do
    case $name in
    *.sm*) arch=${name##*.sm} ;;
    *) arch=80 ;;
    esac
    {
        printf '// SPDX-FileCopyrightText: 2026 The sassdnn authors\n// SPDX-License-Identifier: MIT\n'
        "$nvcc" -ptx -std=c++17 -diag-suppress 550 -arch="compute_$arch" "$name.cu" -o - |
            sed 's/^\.version 9.*/.version 8.8/; /^[[:space:]]*\/\//d; /^[[:space:]]*$/d; s/^[[:space:]]*//' |
            sed "s/$(printf '\t')/    /g; s/[[:space:]]*\$//"
    } >"ptx/$name.ptx"
done
