#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# The part of the corpus that ptxas alone can compile must go round through the instruction table:
# every word decoded, encoded to the same word, printed as nvdisasm prints it.
# Usage: roundtrip.sh ROUNDTRIP OUT PTXAS [PERCENT]
# OUT keeps the cubins; nvdisasm is named by SASS_NVDISASM; PERCENT of the instructions must decode.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$1
out=$2
ptxas=$3
[ -n "$ptxas" ] && [ -n "${SASS_NVDISASM:-}" ] || {
    echo "FAILED: ptxas or nvdisasm was not found: configure with -Dptxas=... -Dnvdisasm=..."
    exit 1
}
NVCC='' LEVELS=${LEVELS:-0 3} "$here/corpus/build.sh" "$out" "ptxas=$ptxas" || exit 1
"$program" --floor "${4:-100}" "$out" "$out/cubin/ptxas" >"$out/roundtrip.log"
status=$?
# The lists can be long: their heads, and the summary.
grep -A 12 '^sm_[0-9]*: ' "$out/roundtrip.log"
sed -n '/^arch /,$p' "$out/roundtrip.log"
[ $status = 0 ] || echo "FAILED: see $out/roundtrip.log and the .tsv files beside it"
exit $status
