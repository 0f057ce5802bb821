#!/bin/sh
# ./sing bench [latency|submissions|jobs|footprint] [n]: measures a system of its own, started for it and stopped after it.
# ./sing bench core: measures the scheduler's core alone.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
what=${1:-all}
count=${2:-0}
SING_STATE=${SING_BENCH_STATE:-$root/.sing/bench}
SING_PORT_OFFSET=${SING_BENCH_PORT_OFFSET:-12000}
export SING_STATE SING_PORT_OFFSET
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

measure() {
    "$java" -cp "$root/bench/target/classes:$root/bench/target/lib/*" org.sing.bench.Bench "$root/sing" "$@"
}

start() { # nodes
    "$root/sing" reset --yes >/dev/null 2>&1 || true
    mkdir -p "$SING_STATE/overrides"
    if [ "$1" -gt 1 ]; then
        printf 'sing.agent.nodes=%s\n' "$1" >"$SING_STATE/overrides/agent-node-1.properties"
        # One process that stands for many nodes signs for none of them.
        for service in submission scheduling accounting node-monitor incident gateway; do
            echo 'sing.bus.unsigned-nodes=*' >"$SING_STATE/overrides/$service.properties"
        done
    fi
    "$root/sing" up >"$SING_STATE/up.txt" 2>&1 || { cat "$SING_STATE/up.txt" >&2; exit 1; }
    until "$root/sing" token alice >/dev/null 2>&1; do sleep 1; done
}

stop() {
    "$root/sing" down >/dev/null 2>&1 || true
}

core() {
    for rule in sing campus; do
        for waiting in 10000 100000; do
            for nodes in 20 156 1250; do
                "$java" -XX:+UseSerialGC -cp "$root/bench/target/classes:$root/bench/target/lib/*" \
                    org.sing.bench.CoreFigures "$rule" "$waiting" "$nodes"
            done
        done
    done
}

[ "$what" != core ] || { core; exit; }
trap stop EXIT INT TERM
case $what in
    latency | submissions | footprint) start 1 && measure "$what" "$count" ;;
    jobs) start 20 && measure jobs "$count" ;;
    all)
        start 1
        measure footprint
        measure latency
        measure submissions
        stop
        start 20
        measure jobs
        measure footprint
        ;;
    *) echo "latency, submissions, jobs, footprint, core or nothing for all, not $what" >&2; exit 2 ;;
esac
