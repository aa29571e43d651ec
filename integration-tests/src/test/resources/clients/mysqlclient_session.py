"""What mysqlclient (libmariadb) sends at connect and what it believes afterwards; the same lines from every server."""
import os

import MySQLdb
import MySQLdb.cursors
from MySQLdb.constants import CLIENT


def connect(**options):
    return MySQLdb.connect(
        host=os.environ["PINION_HOST"],
        port=int(os.environ["PINION_PORT"]),
        user=os.environ["PINION_USER"],
        passwd=os.environ["PINION_PASSWORD"],
        connect_timeout=10,
        read_timeout=20,
        **options,
    )


def show(label, value):
    print(f"{label}: {value!r}", flush=True)


def rows(connection, sql, values=None):
    cursor = connection.cursor()
    cursor.execute(sql, values)
    return cursor.fetchall()


# autocommit=0 is sent only when the status flag of the login's OK says that it is on.
connection = connect(db="legacy")
show("autocommit", connection.get_autocommit())
show("session", rows(connection, "SELECT @@autocommit, @@character_set_client, @@collation_connection"))
connection.close()

connection = connect(db="legacy", charset="utf8mb4", sql_mode="STRICT_ALL_TABLES", autocommit=True)
show("autocommit", connection.get_autocommit())
show("session", rows(connection, "SELECT @@autocommit, @@character_set_client, @@collation_connection, @@sql_mode"))
show("character set", connection.character_set_name())
show("stat", connection.stat().split(":")[0])
connection.ping()
connection.select_db("information_schema")
show("select_db", rows(connection, "SELECT DATABASE()"))
connection.select_db("legacy")
rows(connection, "DROP TABLE IF EXISTS mysqlclient_session")
rows(connection, "CREATE TABLE mysqlclient_session (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40)) CHARSET utf8mb4")
rows(connection, "INSERT INTO mysqlclient_session (note) VALUES (%s), (%s)", ("ä", "🥖"))
show("info", connection.info())
show("insert id", connection.insert_id())
show("rows", rows(connection, "SELECT id, note FROM mysqlclient_session ORDER BY id"))
connection.autocommit(False)
show("autocommit", connection.get_autocommit())
rows(connection, "UPDATE mysqlclient_session SET note = 'changed'")
show("info", connection.info())
connection.rollback()
show("rolled back", rows(connection, "SELECT note FROM mysqlclient_session ORDER BY id"))
connection.autocommit(True)
rows(connection, "SELECT CAST('12x' AS SIGNED)")
show("warning count", connection.warning_count())
show("warnings", [warning[:2] for warning in connection.show_warnings()])
try:
    rows(connection, "SELECT * FROM no_such_table")
except MySQLdb.Error as error:
    show("error", error.args[0])
rows(connection, "DROP TABLE mysqlclient_session")
connection.close()

# Rows one by one from the socket, many rows by one call, typed values, procedures, several statements, another user.
connection = connect(db="legacy", charset="utf8mb4", autocommit=True, client_flag=CLIENT.MULTI_STATEMENTS)
rows(connection, "DROP TABLE IF EXISTS mysqlclient_types")
rows(
    connection,
    "CREATE TABLE mysqlclient_types (id INT AUTO_INCREMENT PRIMARY KEY, i BIGINT UNSIGNED, d DOUBLE, n DECIMAL(20,6), day DATE,"
    " at DATETIME(6), t TIME(3), v VARCHAR(40), b VARBINARY(20), x LONGTEXT, f BIT(3)) CHARSET utf8mb4",
)
values = (2**64 - 1, -2.25e10, "12345678901234.567891", "1969-12-31", "2026-02-28 23:59:59.123456", "-12:04:05.678", "ä🥖' \\ %",
          b"\0\xff'", "x" * 70000, 5)
cursor = connection.cursor()
insert = "INSERT INTO mysqlclient_types (i, d, n, day, at, t, v, b, x, f) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
show("executemany", (cursor.executemany(insert, [values, (None,) * 10, values]), cursor.lastrowid))
cursor.execute("SELECT id, i, d, n, day, at, t, v, b, LENGTH(x), f FROM mysqlclient_types")
show("typed", cursor.fetchall())
show("description", cursor.description)
streaming = connection.cursor(MySQLdb.cursors.SSDictCursor)
streaming.execute("SELECT a.id FROM mysqlclient_types a, mysqlclient_types b, mysqlclient_types c ORDER BY 1")
show("the first of many", (streaming.fetchone(), streaming.fetchmany(2)))
streaming.close()
rows(connection, "DROP PROCEDURE IF EXISTS mysqlclient_procedure")
rows(connection, "CREATE PROCEDURE mysqlclient_procedure(a INT) BEGIN SELECT a; SELECT a * 2, 'ä'; END")
cursor.callproc("mysqlclient_procedure", (21,))
results = [cursor.fetchall()]
while cursor.nextset():
    results.append(cursor.fetchall())
show("callproc", results)
rows(connection, "DROP PROCEDURE mysqlclient_procedure")
cursor.execute("SELECT 1; UPDATE mysqlclient_types SET f = 1 WHERE id = 1; SELECT 2")
results = [cursor.fetchall()]
while cursor.nextset():
    results.append((cursor.rowcount, cursor.fetchall() if cursor.description else None))
show("several statements", results)
rows(connection, "SET @left = 1")
connection.change_user(os.environ["PINION_USER"], os.environ["PINION_PASSWORD"], "information_schema")
show("changed user", rows(connection, "SELECT DATABASE(), @left"))
connection.select_db("legacy")
rows(connection, "DROP TABLE mysqlclient_types")
connection.close()
