#!/usr/bin/env bash
# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks (or with --fix restores) the formatting of the C++ files with
# clang-format 22; .clang-format has the style.
#
#   utils/check_format.sh [--fix] [--changed | FILE...]
#
# Without files: every file git knows or would add. --changed: only those that
# differ from HEAD. Exit status 1 and one line per file when something differs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

clang_format=${CLANG_FORMAT:-clang-format-22}
command -v "$clang_format" >/dev/null ||
  { echo "check_format: $clang_format not found: run utils/setup.sh" >&2; exit 1; }

fix=no changed=no files=()
for argument in "$@"; do
  case "$argument" in
    --fix) fix=yes ;;
    --changed) changed=yes ;;
    -*) echo "check_format: unknown option $argument" >&2; exit 2 ;;
    *) files+=("$argument") ;;
  esac
done

if [ "${#files[@]}" -eq 0 ]; then
  if [ "$changed" = yes ]; then
    mapfile -t files < <({ git diff --name-only --diff-filter=d HEAD
      git ls-files --others --exclude-standard; } | grep -E '\.(h|cpp)$' | sort -u)
  else
    mapfile -t files < <(git ls-files --cached --others --exclude-standard \
      -- '*.h' '*.cpp' | while read -r file; do [ ! -f "$file" ] || echo "$file"; done)
  fi
fi
[ "${#files[@]}" -gt 0 ] || { echo "check_format: no C++ files"; exit 0; }

if [ "$fix" = yes ]; then
  "$clang_format" -i --style=file "${files[@]}"
  echo "check_format: formatted ${#files[@]} files"
  exit 0
fi

# One process finds the offenders among all files; the dry run names each place.
if bad=$("$clang_format" --dry-run --style=file -Werror "${files[@]}" 2>&1); then
  echo "check_format: ${#files[@]} files are formatted"
  exit 0
fi
names=$(sed -nE 's/^([^:]+):[0-9]+:[0-9]+: error: code should be clang-formatted.*/\1/p' <<<"$bad" |
  sort -u)
[ -n "$names" ] || { echo "$bad" >&2; exit 1; }
sed 's/$/: not formatted (make format)/' <<<"$names"
exit 1
