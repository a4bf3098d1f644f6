#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# What the lint finds in the convolution kernel with one control field changed, the emulated GPU finds
# while it runs. Usage: control_mutants.sh PROGRAM KERNEL-FOLDER ARCH [COUNT [SEED]]
set -eu
program=$1 kernels=$2 arch=$3 count=${4:-60}
name=conv_fwd_igemm_f32_128x64.$arch.cubin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" "$folder" "$kernels/$name" "$name" "$count" ${5:+"$5"}
