#!/bin/sh
# Stores the users of the bus and gives them the rights of rights.txt; what a user has beyond them is left to you.
#   create-users.sh BROKER ADMIN.properties USERS        USERS: a file with a user and its password in each line
set -eu
broker=$1 admin=$2 users=$3
rights=$(dirname -- "$0")/rights.txt

kafka() { command=$1 && shift && "/opt/kafka/bin/$command.sh" --bootstrap-server "$broker" --command-config "$admin" "$@" </dev/null; }

allow() { # user, operation, resources ...
    user=$1 operation=$2 && shift 2
    kafka kafka-acls --add --allow-principal "User:$user" --operation "$operation" "$@" >/dev/null
}

while read -r user password; do
    kafka kafka-configs --alter --entity-type users --entity-name "$user" \
        --add-config "SCRAM-SHA-256=[password=$password]" >/dev/null
    case $user in
        nodes/*) role=node-agent ;;
        *)
            role=$user
            allow "$user" Read --group "$user" --resource-pattern-type prefixed
            allow "$user" Write --transactional-id "$user-relay"
            allow "$user" Describe --transactional-id "$user-relay"
            ;;
    esac
    grep "^$role " "$rights" | while read -r _ does topics; do
        operation=Read
        [ "$does" = reads ] || operation=Write
        set --
        for topic in $topics; do set -- "$@" --topic "$topic"; done
        allow "$user" "$operation" "$@"
    done
    echo "stored $user"
done <"$users"
