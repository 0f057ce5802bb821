#!/bin/sh
# Creates the topics of topics.txt that are missing; leaves the others as they are.
#   create-topics.sh BROKER ADMIN.properties
set -eu
broker=$1 admin=$2
list=$(dirname -- "$0")/topics.txt

until /opt/kafka/bin/kafka-topics.sh --bootstrap-server "$broker" --command-config "$admin" --list >/dev/null 2>&1; do
    echo "waiting for $broker"
    sleep 2
done

# REPLICAS: 3 on a cluster of three brokers or more.
grep -v '^#' "$list" | while read -r name partitions settings; do
    set -- --create --if-not-exists --topic "$name" --partitions "$partitions" --replication-factor "${REPLICAS:-1}"
    for setting in $settings; do set -- "$@" --config "$setting"; done
    /opt/kafka/bin/kafka-topics.sh --bootstrap-server "$broker" --command-config "$admin" "$@" </dev/null
done
