#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Runs a test of the emulated GPU's semantics: its kernels, compiled by ptxas with and without
# optimisation for each architecture, on the chip of that architecture.
# Usage: run.sh PROGRAM NAME OUT PTXAS. The PTX is ptx/NAME.ptx and ptx/NAME.sm*.ptx; OUT keeps the
# cubins; the program finds them in the folder that SASSDNN_SEMANTICS names.
# Environment:
#   LEVELS   optimisation levels of ptxas, "0 3"
#   DEVICES  "A100 RTX3090 RTX4090 H200"
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$1 name=$2 out=$3 ptxas=$4
[ -n "$ptxas" ] || {
    echo "FAILED: ptxas was not found: configure with -Dptxas=..."
    exit 1
}
status=0
for device in ${DEVICES:-A100 RTX3090 RTX4090 H200}; do
    case $device in
    A100) arch=80 ;;
    RTX3090) arch=86 ;;
    RTX4090) arch=89 ;;
    *) arch=90 ;;
    esac
    for level in ${LEVELS:-0 3}; do
        folder=$out/sm_$arch/O$level
        mkdir -p "$folder"
        for ptx in "$here/ptx/$name.ptx" "$here/ptx/$name".sm*.ptx; do
            target=sm_$arch
            case $ptx in
            *'*'*) continue ;;
            *.sm90a.ptx) [ $arch = 90 ] && target=sm_90a || continue ;;
            *.sm[0-9][0-9].ptx)
                least=${ptx##*.sm}
                [ $arch -ge "${least%.ptx}" ] || continue
                ;;
            esac
            cubin=$folder/$(basename "$ptx" .ptx).cubin
            [ "$cubin" -nt "$ptx" ] ||
                "$ptxas" -arch=$target -O"$level" "$ptx" -o "$cubin" || status=1
        done
        echo "== $device, -O$level"
        SASSDNN_EMU_CHECK=hazards SASSDNN_EMU_DEVICE=$device SASSDNN_SEMANTICS=$folder "$program" || {
            echo "FAILED: $name on $device at -O$level"
            status=1
        }
    done
done
exit $status
