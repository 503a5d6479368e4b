#!/bin/sh
# Writes the lock files from pyproject.toml: names, versions and hashes, nothing else (no addresses, no folders).
#   requirements.lock        what a server needs (PostgreSQL included)
#   requirements-build.lock  what building the package needs
#   requirements-dev.lock    both and the test tools, in the same versions
set -eu
cd "$(dirname "$0")/.."
UV=${UV:-uv}

compile() { # compile OUTPUT ARGUMENTS...
    output=$1
    shift
    "$UV" pip compile --quiet --universal --generate-hashes --no-annotate --no-header --upgrade \
        "$@" -o "$output"
}

compile requirements.lock pyproject.toml --extra postgres
compile requirements-build.lock --group build
compile requirements-dev.lock pyproject.toml --extra postgres --extra dev --group build \
    --constraint requirements.lock --constraint requirements-build.lock

if grep -nE '://|^-|^#' requirements*.lock; then
    echo 'A lock file must hold names, versions and hashes only; see the lines above.' >&2
    exit 1
fi
