#!/bin/bash
# Makes pairs, keyspaces and tables through Pinion, unless they are there; then opens the primaries that are fenced, as they are
# when servers and proxies have started together, and stays.
#   PINION    "host:port" of a proxy, or of what stands before several
#   PAIRS     "name=primary:port,standby:port …", the first of them the home of databases that no keyspace has
#   SHARDS    how many shards each sharded keyspace has (16)
# Passwords: ADMIN_PASSWORD of Pinion's user admin, ROOT_PASSWORD of the servers.
set -euo pipefail

readonly READY=${READY:-/tmp/ready}
rm -f "$READY"
client=$(command -v mariadb || command -v mysql)

pinion() { # pinion STATEMENTS: rows without headings
    MYSQL_PWD=$ADMIN_PASSWORD "$client" --no-defaults -h "${PINION%:*}" -P "${PINION#*:}" -u admin -N -B -e "$1"
}

there() { # there SHOW-STATEMENT: whether it has a row
    [ -n "$(pinion "$1")" ]
}

until pinion 'SHOW PROXIES' > /dev/null 2>&1; do
    echo "waiting for a proxy at $PINION"
    sleep 2
done

read -r -a wanted <<< "$PAIRS"
names='' home=''
for pair in "${wanted[@]}"; do
    name=${pair%%=*} servers=${pair#*=}
    primary=${servers%,*} standby=${servers#*,}
    if ! there "SHOW PAIRS LIKE '$name'"; then
        echo "pair $name: $primary, $standby"
        as_home=''
        if [ -z "$home" ]; then as_home='AS HOME'; fi
        pinion "CREATE PAIR $name PRIMARY ${name}a '$primary' STANDBY ${name}b '$standby' $as_home
            USING 'root' IDENTIFIED BY '$ROOT_PASSWORD'"
    fi
    home=${home:-$name} names=${names:+$names, }$name
done

if ! there "SHOW KEYSPACES LIKE 'pinterest'"; then
    echo "keyspace pinterest"
    pinion "CREATE KEYSPACE pinterest ID SHARDS ${SHARDS:-16} ON PAIRS $names"
fi
if ! there "SHOW KEYSPACES LIKE 'lookup'"; then
    echo "keyspace lookup"
    pinion "CREATE KEYSPACE lookup MOD SHARDS ${SHARDS:-16} ON PAIRS $names"
fi
if ! there "SHOW KEYSPACES LIKE 'legacy'"; then
    echo "keyspace legacy"
    pinion "CREATE KEYSPACE legacy SINGLE ON PAIR $home"
fi

object="(id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT NOT NULL,
    ts TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP)"
pinion "CREATE TABLE IF NOT EXISTS pinterest.pins $object COMMENT 'pinion: object type=1 colocate=data.board_id'"
pinion "CREATE TABLE IF NOT EXISTS pinterest.boards $object COMMENT 'pinion: object type=2 colocate=data.user_id'"
pinion "CREATE TABLE IF NOT EXISTS pinterest.users $object COMMENT 'pinion: object type=3'"
pinion "CREATE TABLE IF NOT EXISTS pinterest.board_has_pins (board_id BIGINT NOT NULL, pin_id BIGINT NOT NULL,
    sequence BIGINT NOT NULL, PRIMARY KEY (board_id, sequence, pin_id)) COMMENT 'pinion: mapping from=board_id ids=pin_id'"
pinion "CREATE TABLE IF NOT EXISTS lookup.user_by_name (username VARCHAR(190) NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL)
    COMMENT 'pinion: hashed key=username'"

# After a restart of the whole no proxy has seen which primary took writes. OPEN PAIR refuses where the standby does.
opened() {
    local name state all=yes
    while read -r name; do
        state=$(pinion "SHOW PAIRS LIKE '$name'" | cut -f 4)
        case $state in
            up) ;;
            'up, fenced')
                echo "opening the primary of pair $name"
                pinion "OPEN PAIR $name" || all=no ;;
            *) all=no ;;
        esac
    done < <(pinion 'SHOW PAIRS' | cut -f 1)
    [ "$all" = yes ]
}
until opened; do sleep 2; done

touch "$READY"
echo "Pinion is ready at $PINION"
[ "${STAY:-yes}" = no ] || exec sleep infinity
