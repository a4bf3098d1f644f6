#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# How fast the emulated GPU is on this machine: warp instructions per second on FFMA alone and on
# AlexNet's convolutions, what the check of control codes costs, what a second core gives, and how
# long AlexNet takes at batch 128. Wall-clock time of the host, not of a GPU. Runs alone on the
# machine for some minutes; best of three where it says so.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=../scripts/setup.sh
. scripts/setup.sh
setup_build
[ -e build/build.ninja ] || configure build -Dtests=disabled ${CUDA_INCLUDE:+-Ddriver_headers=$CUDA_INCLUDE}
build build
SASSDNN_DRIVER=$PWD/build/lib/emulator/libcuda.so.1
SASSDNN_EMU_DEVICE=H200
export SASSDNN_DRIVER SASSDNN_EMU_DEVICE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cores=$(nproc)
[ "$cores" -lt 2 ] || cores=2

# alexnet BATCH [NAME=VALUE]...: million warp instructions per second, and seconds
alexnet() {
    batch=$1
    shift
    env "$@" build/bench/sassdnn-bench --batch "$batch" --check none |
        sed -n 's/^emulator: .* in \([0-9.]*\) s, \([0-9.]*\) million per second$/\2 \1/p'
}

# best BATCH [NAME=VALUE]...: the best rate of three runs
best() {
    for _ in 1 2 3; do alexnet "$@"; done | sort -rn | head -n 1 | cut -d ' ' -f 1
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

build/sass_kernels/sasskit as -a sm_90 bench/ffma_loop.sass -o "$work/ffma.cubin"
ffma=$(SASSDNN_EMU_THREADS=1 build/bench/emulator-rate "$work/ffma.cubin" ffma_loop 32 256)
one=$(best 8 SASSDNN_EMU_THREADS=1)
checked=$(best 8 SASSDNN_EMU_THREADS=1 SASSDNN_EMU_CHECK=hazards)
two=$(best 8 SASSDNN_EMU_THREADS=$cores)
took=$(alexnet 128 SASSDNN_EMU_THREADS=$cores | cut -d ' ' -f 2)

echo "FFMA alone, one core                    $ffma million warp instructions/s (best of 3)"
echo "AlexNet, batch 8, one core              $one million warp instructions/s (best of 3)"
echo "  with SASSDNN_EMU_CHECK=hazards        $checked: $(ratio "$one" "$checked") times the time"
echo "  with $cores cores                          $two: $(ratio "$two" "$one") times the speed"
echo "AlexNet, batch 128, $cores cores             $took s"
