"""What is asked. Every workload makes its rows at the server itself and takes them away again."""
from pathlib import Path

LUA = Path(__file__).resolve().parent.parent / "sysbench"
SHARDS = 64
ROWS_PER_SHARD = 200
TYPE = 1  # of pins


class Legacy:
    """sysbench's own point select in an unsharded keyspace: the text passes unchanged, the row is 120 bytes."""

    name = "legacy"
    prepared = False
    DATABASE = "legacy"
    ROWS = 10_000

    def __init__(self, server, scratch):
        self.server = server

    def prepare(self):
        columns = "id INT PRIMARY KEY AUTO_INCREMENT, k INT NOT NULL, c CHAR(120) NOT NULL, pad CHAR(60) NOT NULL"
        self._at_server(
            f"CREATE DATABASE IF NOT EXISTS {self.DATABASE}; USE {self.DATABASE}; DROP TABLE IF EXISTS sbtest1; "
            f"CREATE TABLE sbtest1 ({columns}); "
            "SET @row = 0; INSERT INTO sbtest1 SELECT @row := @row + 1, @row, REPEAT('c', 119), REPEAT('p', 59) "
            "FROM information_schema.COLLATIONS a, information_schema.COLLATIONS b, "
            f"information_schema.COLLATIONS c LIMIT {self.ROWS};"
        )

    def script(self, target):
        return ["oltp_point_select", "--tables=1", f"--table-size={self.ROWS}"]

    def database(self, target):
        return self.DATABASE

    def check(self, target):
        """A benchmark of answers without rows would look splendid."""
        found = target.place.query(target.account, f"SELECT id FROM {self.DATABASE}.sbtest1 WHERE id = {self.ROWS // 2}")
        expect_answer(target, found, str(self.ROWS // 2))

    def clean(self):
        self._at_server(f"DROP TABLE IF EXISTS {self.DATABASE}.sbtest1")

    def _at_server(self, sql):
        return self.server.place.query(self.server.account, sql)


class Shards:
    """Point selects of pins over shards of one primary, asked for by the physical name of the shard's database."""

    name = "physical"
    prepared = False
    MARK = '{"benchmark": true, "details": "' + "x" * 100 + '"}'

    def __init__(self, server, scratch):
        self.server = server
        self.rows = scratch / f"{self.name}-rows.txt"
        self.databases = []

    def prepare(self):
        found = self._at_server("SHOW DATABASES LIKE 'db_____'").split()
        if not found:
            raise SystemExit("the server holds no shard database named db00000 to db65535")
        self.databases = found[:: max(1, len(found) // SHARDS)][:SHARDS]
        self._delete_rows()
        values = ", ".join([f"('{self.MARK}')"] * ROWS_PER_SHARD)
        self._at_server(";".join(f"INSERT INTO {database}.pins (data) VALUES {values}" for database in self.databases))
        # The server chose the local ids; on a master-master pair they are not consecutive.
        lines = self._at_server(
            ";".join(
                f"SELECT {int(database[2:])}, local_id FROM {database}.pins WHERE data = '{self.MARK}'"
                for database in self.databases
            )
        )
        self.rows.write_text(lines + "\n")

    def script(self, target):
        return [str(LUA / "pin_point_select.lua"), f"--rows={self.rows}", "--by-id=off"]

    def database(self, target):
        return ""

    def check(self, target):
        shard, local_id = map(int, self.rows.read_text().split()[:2])
        found = target.place.query(target.account, self._select_one(target, shard, local_id))
        expect_answer(target, found, self.MARK)

    def _select_one(self, target, shard, local_id):
        return f"SELECT data FROM db{shard:05d}.pins WHERE local_id = {local_id}"

    def clean(self):
        self._delete_rows()

    def _delete_rows(self):
        if self.databases:
            self._at_server(
                ";".join(f"DELETE FROM {database}.pins WHERE data = '{self.MARK}'" for database in self.databases)
            )

    def _at_server(self, sql):
        return self.server.place.query(self.server.account, sql)


class ById(Shards):
    """The same rows; Pinion is asked by global id, the others by the physical name that Pinion would find."""

    name = "id"
    KEYSPACE = "pinterest"

    def script(self, target):
        if not target.by_id:
            return super().script(target)
        return [str(LUA / "pin_point_select.lua"), f"--rows={self.rows}", "--by-id=on", f"--type={TYPE}"]

    def database(self, target):
        return self.KEYSPACE if target.by_id else ""

    def _select_one(self, target, shard, local_id):
        if not target.by_id:
            return super()._select_one(target, shard, local_id)
        return f"SELECT data FROM {self.KEYSPACE}.pins WHERE id = {shard << 46 | TYPE << 36 | local_id}"


class LegacyPrepared(Legacy):
    """The same point select, prepared once by each connection and executed (COM_STMT_EXECUTE)."""

    name = "legacy-prepared"
    prepared = True


class ByIdPrepared(ById):
    """The same rows by a prepared statement: one for Pinion, which finds the shard in the bound id; one for each shard elsewhere."""

    name = "id-prepared"
    prepared = True

    def script(self, target):
        return super().script(target) + ["--prepared=on"]


def expect_answer(target, found, expected):
    if found != expected:
        raise SystemExit(f"{target.name} answers {found!r} instead of {expected!r}: nothing to measure")


WORKLOADS = {workload.name: workload for workload in (Legacy, ById, Shards, LegacyPrepared, ByIdPrepared)}
