#!/bin/bash
# Makes two servers a master-master pair with accounts and shards (the first time), and opens its primary (every time).
#   PAIRS     "primary:port=standby:port …"; the shards are dealt over the pairs in equal ranges
#   SHARDS    how many shards each sharded keyspace has (16)
# Passwords: ROOT_PASSWORD, DATA_PASSWORD, MONITOR_PASSWORD, OPERATOR_PASSWORD, REPLICATION_PASSWORD.
set -euo pipefail

SHARDS=${SHARDS:-16}
at() { # at HOST:PORT: statements from standard input, output without headings
    MYSQL_PWD=$ROOT_PASSWORD mariadb --no-defaults -h "${1%:*}" -P "${1#*:}" -u root -N -B
}

replica_status() { # replica_status HOST:PORT: a "Name: value" in each line
    MYSQL_PWD=$ROOT_PASSWORD mariadb --no-defaults -h "${1%:*}" -P "${1#*:}" -u root -e 'SHOW SLAVE STATUS\G'
}

# Not through the binary log: each server of a pair gets its own copy, so that replication can start from nothing.
accounts() {
    cat <<SQL
SET SESSION sql_log_bin = 0;
CREATE OR REPLACE USER pinion_data@'%' IDENTIFIED BY '$DATA_PASSWORD';
GRANT SHOW DATABASES ON *.* TO pinion_data@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX, ALTER, CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE,
    CREATE VIEW, SHOW VIEW, CREATE ROUTINE, ALTER ROUTINE, EVENT, TRIGGER, DELETE HISTORY ON \`%\`.* TO pinion_data@'%';
GRANT SHOW VIEW ON mysql.* TO pinion_data@'%';
GRANT SHOW VIEW ON sys.* TO pinion_data@'%';
GRANT INSERT ON pinion.* TO pinion_data@'%';
GRANT SHOW VIEW ON \`pinion\\_gather\`.* TO pinion_data@'%';
GRANT SHOW VIEW ON \`pinion\\_fence\`.* TO pinion_data@'%';
GRANT SHOW VIEW ON \`#mysql50#mysql\`.* TO pinion_data@'%';
GRANT SHOW VIEW ON \`#mysql50#sys\`.* TO pinion_data@'%';
GRANT SHOW VIEW ON \`#mysql50#pinion\`.* TO pinion_data@'%';
GRANT SHOW VIEW ON \`#mysql50#pinion\\_gather\`.* TO pinion_data@'%';
GRANT SHOW VIEW ON \`#mysql50#pinion\\_fence\`.* TO pinion_data@'%';
CREATE OR REPLACE USER pinion_monitor@'%' IDENTIFIED BY '$MONITOR_PASSWORD';
GRANT PROCESS, BINLOG MONITOR, SLAVE MONITOR ON *.* TO pinion_monitor@'%';
CREATE OR REPLACE USER pinion_operator@'%' IDENTIFIED BY '$OPERATOR_PASSWORD';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX, ALTER, CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE,
    CREATE VIEW, SHOW VIEW, CREATE ROUTINE, ALTER ROUTINE, EVENT, TRIGGER, DELETE HISTORY, SHOW DATABASES, RELOAD, PROCESS,
    SUPER, CREATE USER, REPLICATION SLAVE, BINLOG MONITOR, BINLOG ADMIN, BINLOG REPLAY, CONNECTION ADMIN, READ_ONLY ADMIN,
    REPLICATION MASTER ADMIN, REPLICATION SLAVE ADMIN, SLAVE MONITOR, SET USER ON *.* TO pinion_operator@'%'
    WITH GRANT OPTION;
CREATE OR REPLACE USER pinion_repl@'%' IDENTIFIED BY '$REPLICATION_PASSWORD';
GRANT REPLICATION SLAVE ON *.* TO pinion_repl@'%';
SQL
}

replicate_from() { # replicate_from HOST:PORT
    cat <<SQL
RESET MASTER;
SET GLOBAL gtid_slave_pos = '';
CHANGE MASTER TO MASTER_HOST = '${1%:*}', MASTER_PORT = ${1#*:}, MASTER_USER = 'pinion_repl',
    MASTER_PASSWORD = '$REPLICATION_PASSWORD', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 2, MASTER_SSL = 0;
SQL
}

replicates() { # replicates HOST:PORT: whether both threads of the replica run
    local running
    running=$(replica_status "$1" | grep -cE 'Slave_(IO|SQL)_Running: Yes') || true
    [ "$running" = 2 ]
}

await_replication() { # await_replication HOST:PORT
    local try
    for ((try = 0; try < 60; try++)); do
        if replicates "$1"; then return; fi
        sleep 1
    done
    echo "$1 does not replicate:" >&2
    replica_status "$1" | grep -E 'Last_(IO|SQL)_Error:' >&2
    exit 1
}

shards() { # shards FIRST LAST
    local shard object="(local_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT NOT NULL,
        ts TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP)"
    local exact='COLLATE utf8mb4_nopad_bin NOT NULL PRIMARY KEY'
    for ((shard = $1; shard <= $2; shard++)); do
        printf 'CREATE DATABASE db%05d; USE db%05d;\n' "$shard" "$shard"
        echo "CREATE TABLE pins $object; CREATE TABLE boards $object; CREATE TABLE users $object;"
        echo "CREATE TABLE board_has_pins (board_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, sequence BIGINT NOT NULL,
            PRIMARY KEY (board_id, sequence, pin_id));"
        echo "CREATE TABLE user_has_boards (user_id BIGINT NOT NULL, board_id BIGINT NOT NULL, sequence BIGINT NOT NULL,
            PRIMARY KEY (user_id, sequence, board_id));"
        printf 'CREATE DATABASE lookup%05d; USE lookup%05d;\n' "$shard" "$shard"
        echo "CREATE TABLE ip_data (ip VARCHAR(45) $exact, data LONGTEXT NOT NULL);"
        echo "CREATE TABLE user_by_name (username VARCHAR(190) $exact, user_id BIGINT NOT NULL);"
    done
}

read -r -a pairs <<< "$PAIRS"
per_pair=$((SHARDS / ${#pairs[@]}))
for number in "${!pairs[@]}"; do
    primary=${pairs[number]%=*} standby=${pairs[number]#*=}
    if [ -z "$(replica_status "$standby")" ]; then
        echo "pair $primary, $standby: accounts and replication"
        for server in "$primary" "$standby"; do accounts | at "$server"; done
        replicate_from "$primary" | at "$standby"
        replicate_from "$standby" | at "$primary"
        for server in "$standby" "$primary"; do echo 'START SLAVE' | at "$server"; done
    fi
    if [ -z "$(printf "SHOW DATABASES LIKE 'db%05d'" $((number * per_pair)) | at "$primary")" ]; then
        echo "pair $primary, $standby: shards $((number * per_pair)) to $(((number + 1) * per_pair - 1))"
        shards $((number * per_pair)) $(((number + 1) * per_pair - 1)) | at "$primary"
    fi
    if [ "$number" = 0 ]; then echo 'CREATE DATABASE IF NOT EXISTS legacy' | at "$primary"; fi
    await_replication "$standby"
    await_replication "$primary"
    echo 'SET GLOBAL read_only = 0' | at "$primary"
    echo "pair $primary, $standby: the primary is open"
done
