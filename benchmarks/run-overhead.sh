#!/bin/sh
# Wall time per unit of `holdfast run` over plain xargs, in turn on the same machine: run-overhead.sh [LINES] [TURNS]
set -eu
lines=${1:-20000} turns=${2:-3}
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
work=$(mktemp -d "$PWD/bench-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
seq 1 "$lines" >lines
"$here/holdfast" --version
now() { date +%s%N; }
turn=1
while [ "$turn" -le "$turns" ]; do
    from=$(now)
    xargs -n1 -P2 true <lines
    middle=$(now)
    "$here/holdfast" run --ledger "$turn.db" -a lines -j 2 --results "out$turn" -- true 2>/dev/null
    to=$(now)
    echo "turn $turn: xargs $(((middle - from) / lines / 1000)) us a unit, holdfast $(((to - middle) / lines / 1000)) us," \
        "over it $(((to - middle - (middle - from)) / lines / 1000)) us"
    turn=$((turn + 1))
done
