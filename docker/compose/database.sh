#!/bin/bash
# Starts a server of a pair, of whichever product the image is.
#   database.sh          replaces itself by the image's own entry point, with the options of a pair's server
#   database.sh ready    whether it takes connections
#   SERVER_ID            of this server alone
#   PAIR_NUMBER          the same of both servers of a pair, and of no other
set -euo pipefail

if [ "${1:-}" = ready ]; then
    # Over TCP: the server that only prepares the data directory listens on a socket.
    admin=$(command -v mariadb-admin || command -v mysqladmin)
    exec "$admin" --no-defaults --protocol=tcp -h 127.0.0.1 -P 3306 ping
fi

options=("--server-id=$SERVER_ID" --log-bin=binlog --binlog-format=ROW --skip-name-resolve
    --character-set-server=utf8mb4 --max-connections=500)
if command -v mariadbd > /dev/null; then
    program=mariadbd
    options+=("--gtid-domain-id=$PAIR_NUMBER" --gtid-strict-mode=1 --log-slave-updates --read-only=1)
else
    program=mysqld
    options+=(--gtid-mode=ON --enforce-gtid-consistency=ON)
    # The first start makes root's account, which a fenced MySQL lets nobody do; CREATE PAIR fences the standby then.
    if [ -d "${DATA_DIRECTORY:-/var/lib/mysql}/mysql" ]; then options+=(--super-read-only=1); fi
fi
exec docker-entrypoint.sh "$program" "${options[@]}"
