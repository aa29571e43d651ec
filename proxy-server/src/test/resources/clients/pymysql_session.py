"""What PyMySQL sends at connect and what it believes afterwards, a line each; the same lines from every server."""
import os

import pymysql
from pymysql.constants import CLIENT, SERVER_STATUS


def connect(**options):
    return pymysql.connect(
        host=os.environ["PINION_HOST"],
        port=int(os.environ["PINION_PORT"]),
        user=os.environ["PINION_USER"],
        password=os.environ["PINION_PASSWORD"],
        connect_timeout=10,
        read_timeout=20,
        **options,
    )


def show(label, value):
    print(f"{label}: {value!r}", flush=True)


def rows(connection, sql, values=None):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def flags(connection):
    status = connection.server_status
    return ("autocommit" if status & SERVER_STATUS.SERVER_STATUS_AUTOCOMMIT else "no autocommit") + (
        ", in transaction" if status & SERVER_STATUS.SERVER_STATUS_IN_TRANS else ""
    )


SESSION = (
    "SELECT @@autocommit, @@character_set_client, @@character_set_connection, @@collation_connection,"
    " @@character_set_results, @@sql_mode, @@time_zone, @@max_allowed_packet > 0"
)

# PyMySQL's default is autocommit off, which it sends as SET AUTOCOMMIT = 0.
with connect(database="legacy") as connection:
    show("default, flags", flags(connection))
    show("default, session", rows(connection, SESSION))
    show("default, database", rows(connection, "SELECT DATABASE()"))

with connect(database="legacy", charset="utf8mb4", autocommit=True) as connection:
    show("autocommit, flags", flags(connection))
    show("autocommit, session", rows(connection, SESSION))

with connect(
    database="legacy",
    charset="latin1",
    sql_mode="STRICT_ALL_TABLES,ANSI_QUOTES",
    init_command="SET time_zone = '+03:00', @started = 'yes'",
    autocommit=None,
) as connection:
    show("options, flags", flags(connection))
    show("options, session", rows(connection, SESSION))
    show("options, user variable", rows(connection, "SELECT @started"))
    show("options, latin1 text", rows(connection, "SELECT 'é', HEX('é'), CHAR_LENGTH('é')"))
    show("options, ANSI quotes", rows(connection, 'SELECT 1 AS "one"'))

with connect(charset="utf8mb4", autocommit=True) as connection:
    show("no database", rows(connection, "SELECT DATABASE()"))
    connection.select_db("legacy")
    show("select_db", rows(connection, "SELECT DATABASE()"))
    connection.ping(reconnect=False)
    show("ping, flags", flags(connection))
    try:
        connection.select_db("no_such_database")
    except pymysql.err.MySQLError as error:
        show("select_db of none", error.args[0])
    show("database after it", rows(connection, "SELECT DATABASE()"))

    rows(connection, "DROP TABLE IF EXISTS pymysql_session")
    rows(connection, "CREATE TABLE pymysql_session (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40)) CHARSET utf8mb4")
    with connection.cursor() as cursor:
        show("insert affects", cursor.execute("INSERT INTO pymysql_session (note) VALUES (%s), (%s)", ("ä", "🥖")))
        show("insert id", cursor.lastrowid)
    show("LAST_INSERT_ID()", rows(connection, "SELECT LAST_INSERT_ID()"))
    show("rows", rows(connection, "SELECT id, note FROM pymysql_session ORDER BY id"))

    connection.begin()
    show("begun", flags(connection))
    rows(connection, "UPDATE pymysql_session SET note = 'changed' WHERE id = 1")
    show("written", flags(connection))
    rows(connection, "SAVEPOINT here")
    rows(connection, "DELETE FROM pymysql_session")
    rows(connection, "ROLLBACK TO SAVEPOINT here")
    show("after ROLLBACK TO", rows(connection, "SELECT COUNT(*) FROM pymysql_session"))
    connection.rollback()
    show("rolled back", (flags(connection), rows(connection, "SELECT note FROM pymysql_session WHERE id = 1")))
    connection.autocommit(False)
    show("autocommit off", flags(connection))
    rows(connection, "SELECT COUNT(*) FROM pymysql_session")
    show("a table was read", flags(connection))
    connection.commit()
    show("committed", flags(connection))
    connection.autocommit(True)
    show("autocommit on", flags(connection))

    with connection.cursor() as cursor:
        cursor.execute("SELECT 1/0, CAST('12x' AS SIGNED)")
        show("warnings", cursor.fetchall())
    show("SHOW WARNINGS", [row[:2] for row in rows(connection, "SHOW WARNINGS")])
    rows(connection, "DROP TABLE pymysql_session")

for label, sql in (
    # What frameworks send first, in one text each.
    ("Laravel", "SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci', time_zone='+00:00', SESSION sql_mode='STRICT_TRANS_TABLES';"),
    ("WordPress", "SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION'"),
    ("SQLAlchemy", "SELECT @@lower_case_table_names, @@sql_mode IS NOT NULL"),
    (
        "Django",
        "SELECT VERSION() IS NOT NULL, @@sql_mode IS NOT NULL, @@default_storage_engine, @@sql_auto_is_null, "
        "@@lower_case_table_names, CONVERT_TZ('2001-01-01 01:00:00', 'UTC', 'UTC') IS NOT NULL",
    ),
    ("Rails", "SET @@SESSION.sql_auto_is_null = 0, @@SESSION.wait_timeout = 2147483, @@SESSION.sql_mode = 'STRICT_ALL_TABLES'"),
    ("Go driver", "SELECT @@max_allowed_packet > 0"),
):
    with connect(database="legacy", charset="utf8mb4", autocommit=True) as connection:
        show(f"{label} sends", rows(connection, sql))
        show(f"{label}, session", rows(connection, SESSION))

try:
    with connect(database="legacy", charset="utf8mb4", autocommit=True, client_flag=CLIENT.MULTI_STATEMENTS) as connection:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1; SELECT 2, 3")
            answers = [cursor.fetchall()]
            while cursor.nextset():
                answers.append(cursor.fetchall())
            show("two statements in one text", answers)
except pymysql.err.MySQLError as error:
    show("two statements in one text", error.args)
