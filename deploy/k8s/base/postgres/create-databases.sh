#!/bin/sh
# Runs once, when the data folder of PostgreSQL is empty: a role and a database of the same name for each service.
set -eu

create() {
    psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres -v role="$1" -v password="$2" <<'SQL'
create role :"role" login password :'password';
create database :"role" owner :"role";
revoke all on database :"role" from public;
SQL
}

for service in submission scheduling accounting node-monitor incident gateway; do
    create "$(printf %s "$service" | tr - _)" \
        "$(sed -n 's/^quarkus\.datasource\.password=//p' "/run/secrets/$service.properties")"
done
create keycloak "$(cat /run/secrets/keycloak-database)"
