#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# emu_program.sh PROGRAM LIBRARY PTXAS PTX: a program that is linked against libcuda.so.1, on every
# chip that the emulated GPU can stand for, with its kernel as ptxas compiles it for that chip.
set -eu
program=$1 library=$2 ptxas=$3 ptx=$4
[ -n "$ptxas" ] || {
    echo "ptxas was not found"
    exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for chip in A100:80 RTX3090:86 RTX4090:89 H100:90 H200:90; do
    "$ptxas" -arch="sm_${chip#*:}" -o "$folder/add.cubin" "$ptx"
    SASSDNN_EMU_DEVICE=${chip%:*} LD_LIBRARY_PATH=$(dirname "$library") \
        "$program" "$folder/add.cubin" | tee "$folder/said"
    grep -qx "sm_${chip#*:}: 0 wrong" "$folder/said"
done
