#!/bin/sh
# Sourced by the findings: `install PACKAGE@VERSION …` makes a temporary folder with them, and `seen EXPECTED ACTUAL` compares.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

install() {
  echo '{"private":true,"type":"module"}' > package.json
  npm install --silent --no-audit --no-fund --save-exact "$@"
  echo "With $*, Node $(node --version):"
}

seen() {
  printf '%s\n' "$2"
  if [ "$1" = "$2" ]; then echo "As it was found."; else printf 'Found was:\n%s\n' "$1"; exit 1; fi
}
