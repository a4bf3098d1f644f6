#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Runs a test of the emulated GPU's semantics: its kernels, compiled by ptxas with and without
# optimisation for each architecture, on the chip of that architecture.
# Control codes, races and values that nobody has written are checked on the way. Then the optimised code runs again with the order and the
# control codes that our assembler gives it.
# Usage: run.sh PROGRAM NAME OUT PTXAS SASSKIT. The PTX is ptx/NAME.ptx and ptx/NAME.sm*.ptx; OUT keeps the
# cubins; the program finds them in the folder that SASSDNN_SEMANTICS names.
# Environment:
#   LEVELS   optimisation levels of ptxas, "0 3"
#   DEVICES  "A100 RTX3090 RTX4090 H200"
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$1 name=$2 out=$3 ptxas=$4 sasskit=$5
[ -n "$ptxas" ] || {
    echo "FAILED: ptxas was not found: configure with -Dptxas=..."
    exit 1
}
status=0

# Two tests are about flags in shared memory without atomics and about barriers in branches, which
# the checks report.
case $name in
barrier) checks=hazards,memory ;;
locks) checks=hazards,memory,barriers ;;
*) checks=all ;;
esac

# run_with FOLDER WHAT: the program with the cubins of a folder.
run_with() {
    echo "== $device, $2"
    SASSDNN_EMU_CHECK=$checks SASSDNN_EMU_DEVICE=$device SASSDNN_SEMANTICS=$1 "$program" || {
        echo "FAILED: $name on $device, $2"
        status=1
    }
}

# reschedule CUBIN OUT: without the compiler's control codes and reuse flags. Where the linker or the
# loader patches instructions these must stay where they are; elsewhere the order is ours, too.
reschedule() {
    order='s/^\.registers .*/&\n.schedule/; s/^\.end\(kernel\|function\)/.endschedule\n&/'
    readelf -rW "$1" | grep -q '\.rela\?\.text' && order=
    "$sasskit" dis "$1" | sed "s/^\[B[^]]*\] *//; s/\.reuse//g; $order" >"$2.sass" &&
        "$sasskit" as --no-lint -a "sm_$arch" "$2.sass" --into "$1" -o "$2" || {
        echo "FAILED: $1 cannot be scheduled anew"
        status=1
    }
}

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
            [ -f "$ptx" ] || continue
            case $ptx in
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
        run_with "$folder" "-O$level"
        [ "$level" = 3 ] || continue
        mkdir -p "$out/sm_$arch/scheduled"
        for cubin in "$folder/$name".cubin "$folder/$name".sm*.cubin; do
            [ -f "$cubin" ] || continue
            reschedule "$cubin" "$out/sm_$arch/scheduled/$(basename "$cubin")"
        done
        run_with "$out/sm_$arch/scheduled" "-O$level scheduled anew"
    done
done
exit $status
