#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Install what is missing, build, and run all tests. The last line of the output is
# "N passed, N failed"; the exit status is 0 only if none failed.
#
# --long   more random shapes and programs (some minutes)
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=../scripts/setup.sh
. scripts/setup.sh

case "${1:-}" in
'') factor=1 ;;
--long)
    factor=20
    export SASSDNN_TEST_LONG=1
    ;;
*) die "unknown option '$1'; there is --long" ;;
esac

setup_tests
configure build -Dtests=enabled "-Dnvdisasm=$NVDISASM" "-Dptxas=$PTXAS" \
    ${CUDA_INCLUDE:+-Ddriver_headers=$CUDA_INCLUDE}
build build
"$MESON" test -C build --no-rebuild -t "$factor" || echo "some tests failed; their output follows" >&2
exec python3 tests/summary.py build/meson-logs/testlog.json
