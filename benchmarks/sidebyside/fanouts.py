"""Statements that need many shards, each with what a pipelining client would send to the servers in their place."""
import random

from .wire import packed

TYPE = 1  # of pins
SHARDS = 4096
PINS = 20  # of each shard, beside those that the demo has
MARK = "benchmark"


def id_of(shard, local_id):
    return shard << 46 | TYPE << 36 | local_id


class Scatter:
    """A statement over all shards of a range; each shard's text is that which EXPLAIN ROUTE shows of the first."""

    def __init__(self, name, sql, shards, first=0, most_rounds=1000):
        self.name, self.sql, self.shards, self.first, self.most_rounds = name, sql, shards, first, most_rounds
        # The same of a table that has just these shards, by another proxy's way of sharding.
        whole = sql if shards == SHARDS else sql.replace(between(first, shards), "").replace("pins", "few")
        self.plain_sql = None if "REPEAT" in sql else whole  # which ShardingSphere doesn't parse

    def plan(self, front, servers, rows):
        explained = [bytes(row).decode("utf8", "replace") for row in front.rows("EXPLAIN ROUTE " + self.sql)]
        shown = next(line for line in explained if f"db{self.first:05d}: " in line)
        text = shown.split(f"db{self.first:05d}: ", 1)[1]
        base = str(id_of(self.first, 0))
        texts = {server: [] for server in servers}
        for shard in range(self.first, self.first + self.shards):
            one = text.replace(f"db{self.first:05d}.", f"db{shard:05d}.").replace(base, str(id_of(shard, 0)))
            texts[server_of(shard, servers)].append(one)
        return [{server: packed(of) for server, of in texts.items() if of}]


class InIds:
    """Pins by their ids, nearly each on a shard of its own."""

    most_rounds = 1000

    def __init__(self, count):
        self.name, self.count = f"in-{count}", count

    def plan(self, front, servers, rows):
        picked = random.Random(7).sample(sorted(rows), self.count)
        self.sql = f"SELECT id, data FROM pins WHERE id IN ({', '.join(str(id_of(*pin)) for pin in picked)})"
        # On the first server only: a list over both makes it look for each table on each.
        plain = (str(shard // 2 * 1000 + 1 + n % PINS) for n, (shard, _) in enumerate(picked))
        self.plain_sql = f"SELECT id, data FROM pins WHERE id IN ({', '.join(plain)})"
        return [by_shard(picked, servers)]


class LookupJoin:
    """The newest 50 pins of a board, each on its own shard: the board's rows first, then the pins."""

    name = "lookup-50"
    most_rounds = 1000
    plain_sql = None
    BOARD = (5 << 46) | (2 << 36) | 900001

    def plan(self, front, servers, rows):
        picked = random.Random(8).sample(sorted(rows), 50)
        mapping = ", ".join(f"({self.BOARD}, {id_of(*pin)}, {n})" for n, pin in enumerate(picked))
        front.rows(f"DELETE FROM board_has_pins WHERE board_id = {self.BOARD}")
        front.rows(f"INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES {mapping}")
        self.sql = (
            "SELECT p.id, p.data FROM board_has_pins b JOIN pins p ON p.id = b.pin_id "
            f"WHERE b.board_id = {self.BOARD} ORDER BY b.sequence LIMIT 50"
        )
        board = f"SELECT pin_id FROM db00005.board_has_pins WHERE board_id = {self.BOARD} ORDER BY sequence LIMIT 50"
        return [{server_of(5, servers): packed([board])}, by_shard(picked, servers)]


def by_shard(pins, servers):
    """One text for each shard, with all of its pins."""
    of_shard = {}
    for shard, local_id in pins:
        of_shard.setdefault(shard, []).append(str(local_id))
    texts = {}
    for shard, local_ids in of_shard.items():
        texts.setdefault(server_of(shard, servers), []).append(
            f"SELECT CAST({id_of(shard, 0)} | local_id AS SIGNED) AS id, data FROM db{shard:05d}.pins "
            f"WHERE local_id IN ({', '.join(local_ids)})"
        )
    return {server: packed(of) for server, of in texts.items()}


def server_of(shard, servers):
    return servers[shard * len(servers) // SHARDS]


def between(first, shards):
    return f"WHERE id >= {first << 46} AND id < {(first + shards) << 46} "


MIDDLE = SHARDS // 2
FANOUTS = {
    fanout.name: fanout
    for fanout in (
        Scatter("count-64", "SELECT COUNT(*) FROM pins " + between(MIDDLE - 32, 64), 64, MIDDLE - 32),
        Scatter("count-4096", "SELECT COUNT(*) FROM pins", SHARDS),
        Scatter("order-64", "SELECT id, ts FROM pins " + between(MIDDLE - 32, 64) + "ORDER BY ts DESC, id LIMIT 10", 64, MIDDLE - 32),
        Scatter("order-4096", "SELECT id, ts FROM pins ORDER BY ts DESC, id LIMIT 10", SHARDS),
        InIds(100),
        InIds(1000),
        LookupJoin(),
        # 13 KB in each row.
        Scatter("stream-1gb", "SELECT id, REPEAT(data, 80) AS data FROM pins", SHARDS, most_rounds=3),
        Scatter("stream-1gb-by-id", "SELECT id, REPEAT(data, 80) AS data FROM pins ORDER BY id", SHARDS, most_rounds=3),
        Scatter("stream-1gb-by-ts", "SELECT id, REPEAT(data, 80) AS data FROM pins ORDER BY ts, id", SHARDS, most_rounds=1),
    )
}


def fill(servers):
    """Pins in every shard of each server that has none of this benchmark's; their places as (shard, local id)."""
    rows = set()
    for server in servers:
        mine = [shard for shard in range(SHARDS) if server_of(shard, servers) is server]
        select = ";".join(f"SELECT {shard}, local_id FROM db{shard:05d}.pins WHERE data LIKE '{{\"{MARK}%'" for shard in mine)
        found = server.place.query(server.account, select)
        if not found:
            server.place.query(
                server.account,
                "SET autocommit = 0;"
                + ";".join(
                    f"INSERT INTO db{shard:05d}.pins (data, ts) SELECT CONCAT('{{\"{MARK}\": \"', REPEAT('x', 150), '\"}}'), "
                    f"FROM_UNIXTIME(1700000000 + (seq * 7919 + {shard} * 104729) % 1000000) FROM db{shard:05d}.seq_1_to_{PINS}"
                    for shard in mine
                )
                + "; COMMIT",
            )
            found = server.place.query(server.account, select)
        rows.update(tuple(map(int, line.split())) for line in found.splitlines())
    return rows
