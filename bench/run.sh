#!/bin/sh
# SPDX-FileCopyrightText: 2026 The sassdnn authors
# SPDX-License-Identifier: MIT
#
# Install what is missing, build, and run sassdnn-bench with the arguments given here; without any it
# runs AlexNet's convolutions. Paths in the arguments are relative to where it is called from.
set -eu
here=$PWD
cd "$(dirname "$0")/.."
# shellcheck source=../scripts/setup.sh
. scripts/setup.sh

setup_build
# A build that tests/run.sh has configured is used as it is.
[ -e build/build.ninja ] || configure build -Dtests=disabled ${CUDA_INCLUDE:+-Ddriver_headers=$CUDA_INCLUDE}
build build
bench=$PWD/build/bench/sassdnn-bench
cd "$here"
exec "$bench" "$@"
