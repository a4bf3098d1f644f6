#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Compiles the corpus of foreign machine code: every kernel of this folder for every architecture,
# at every optimisation level of ptxas, with every toolkit given.
#
# Usage: build.sh OUT NAME=PTXAS...     e.g. build.sh corpus 12=ptxas-12.9 13=ptxas
#
# OUT/cubin/NAME/sm_XX/On/FILE.cubin is made where it is older than its source. A file
# FILE.smNN.* needs architecture NN or a later one; FILE.smNNa.* needs exactly that one.
# Environment:
#   NVCC    nvcc, for the .cu files; where it is empty or missing, nvcc/*.ptx stand for them
#   ARCHS   "80 86 89 90 90a"
#   LEVELS  "0 1 2 3"
#   FILES   shell pattern of file names without suffix, "*"
#   JOBS    2
set -u
[ $# -ge 2 ] || {
    echo "usage: build.sh OUT NAME=PTXAS..." >&2
    exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/ptx" || exit 1
out=$(cd "$1" && pwd)
shift
case $here$out in
*[[:space:]]*)
    echo "build.sh: blanks in the path '$out' or '$here'" >&2
    exit 2
    ;;
esac
archs=${ARCHS:-80 86 89 90 90a}
levels=${LEVELS:-0 1 2 3}
pattern=${FILES:-*}
jobs=${JOBS:-2}
nvcc=${NVCC-nvcc}
command -v "$nvcc" >/dev/null || nvcc=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Whether file $1 is meant for architecture $2.
fits() {
    case $1 in
    *.sm*)
        needs=${1##*.sm}
        case $needs in
        *a) [ "$needs" = "$2" ] ;;
        *) [ "${2%a}" -ge "$needs" ] ;;
        esac
        ;;
    esac
}

# $1, a file name without suffix, is wanted.
wanted() {
    # shellcheck disable=SC2254
    case $1 in
    $pattern) true ;;
    *) false ;;
    esac
}

# PTX: from the generator for all architectures, from nvcc for each.
python3 "$here/sweep.py" "$work/sweep" || exit 1
# Where there is no nvcc, a part of its output stands in nvcc/.
for ptx in "$work/sweep"/*.ptx "$here"/nvcc/*.ptx; do
    name=$(basename "$ptx" .ptx)
    case $ptx in
    "$here"/nvcc/*) [ -z "$nvcc" ] || continue ;;
    esac
    wanted "$name" || continue
    cmp -s "$ptx" "$out/ptx/$name.ptx" || cp "$ptx" "$out/ptx/$name.ptx"
    for arch in $archs; do
        fits "$name" "$arch" && echo "$name $arch $out/ptx/$name.ptx"
    done
done >"$work/modules"
if [ -n "$nvcc" ]; then
    for source in "$here"/*.cu; do
        name=$(basename "$source" .cu)
        wanted "$name" || continue
        for arch in $archs; do
            fits "$name" "$arch" || continue
            ptx=$out/ptx/$name.compute_$arch.ptx
            echo "$name $arch $ptx" >>"$work/modules"
            [ "$ptx" -nt "$source" ] || echo "$source $arch $ptx"
        done
    done >"$work/to_ptx"
    xargs -r -P "$jobs" -L 1 sh -c '
        "$0" -ptx -std=c++17 -arch="compute_$2" "$1" -o "$3" || echo "FAILED: $1 for $2"' "$nvcc" \
        <"$work/to_ptx" 2>&1 | grep -v '^$' | tee "$work/failed"
else
    echo "no nvcc: a smaller corpus"
    : >"$work/failed"
fi

# Cubins. ptxas 12 does not know the PTX version that nvcc 13 writes, but knows all of its features.
for toolkit in "$@"; do
    label=${toolkit%%=*}
    ptxas=${toolkit#*=}
    "$ptxas" --version >/dev/null || exit 1
    major=$("$ptxas" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
    while read -r name arch ptx; do
        for level in $levels; do
            cubin=$out/cubin/$label/sm_$arch/O$level/$name.cubin
            [ -e "$ptx" ] || continue
            echo "$cubin" >>"$work/cubins.$label.$arch"
            [ "$cubin" -nt "$ptx" ] || echo "$ptxas $major $ptx sm_$arch $level $cubin"
        done
    done <"$work/modules"
done >"$work/to_cubin"
# shellcheck disable=SC2016
xargs -r -P "$jobs" -L 1 sh -c '
    ptx=$3
    mkdir -p "$(dirname "$6")"
    if [ "$2" -le 12 ] && grep -q "^\.version 9" "$ptx"; then
        ptx=$6.ptx
        sed "s/^\.version 9.*/.version 8.8/" "$3" >"$ptx"
    fi
    if ! "$1" -w -arch="$4" -O"$5" "$ptx" -o "$6.part" 2>"$6.log"; then
        echo "FAILED: $1 -arch=$4 -O$5 $3"
        head -n 3 "$6.log"
        rm -f "$6.part"
    else
        mv "$6.part" "$6"
    fi
    [ "$ptx" = "$3" ] || rm -f "$ptx"
    rm -f "$6.log"' sh <"$work/to_cubin" 2>&1 | tee -a "$work/failed"

for list in "$work"/cubins.*; do
    title=${list#*/cubins.}
    python3 "$here/count.py" "ptxas ${title%.*}, sm_${title##*.}" <"$list"
done
! grep -q FAILED "$work/failed"
