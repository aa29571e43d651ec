#!/usr/bin/env python3
"""The life of a board through PyMySQL: create it, pin sixty pins, read a page of fifty, edit one, delete all.

Needs PyMySQL (Debian: python3-pymysql) and a running `bin/pinion demo`. PINION_HOST, PINION_PORT, PINION_USER and
PINION_PASSWORD say where to connect. Nothing below knows that there are shards, but for the lines that print them.
"""
import json
import os
import sys

import pymysql

USER_ID = 241294629943640797  # a user that the demo holds, on shard 3429
PINS = 60
PAGE, OFFSET = 50, 5


def main():
    connection = pymysql.connect(
        host=os.environ.get("PINION_HOST", "127.0.0.1"),
        port=int(os.environ.get("PINION_PORT", "3306")),
        user=os.environ.get("PINION_USER", "app"),
        password=os.environ.get("PINION_PASSWORD", "app"),
        database="pinterest",
        charset="utf8mb4",
        autocommit=True,
        connect_timeout=10,
        read_timeout=30,
    )
    print(f"connected to {connection.get_server_info()}")
    with connection, connection.cursor() as cursor:
        board_id = create_board(cursor)
        pin_ids = create_pins(connection, cursor, board_id)
        read_page(cursor, board_id, pin_ids)
        edit_in_transaction(connection, cursor, pin_ids[7])
        delete_everything(cursor, board_id, pin_ids)


def create_board(cursor):
    board = {"user_id": USER_ID, "name": "Bread", "private": False}
    cursor.execute("INSERT INTO boards (data) VALUES (%s)", (json.dumps(board),))
    board_id = cursor.lastrowid
    expect("the new board's type", type_of(board_id), 2)
    expect("the new board's shard, its user's", shard_of(board_id), shard_of(USER_ID))
    expect("LAST_INSERT_ID()", one(cursor, "SELECT LAST_INSERT_ID()"), (board_id,))
    cursor.execute(
        "INSERT INTO user_has_boards (user_id, board_id, sequence) VALUES (%s, %s, %s)", (USER_ID, board_id, 1)
    )
    print(f"board {board_id} is on shard {shard_of(board_id)}, where its user is")
    return board_id


def create_pins(connection, cursor, board_id):
    """A pin and its mapping row live on the board's shard, so one transaction holds both."""
    pin_ids = []
    connection.begin()
    for sequence in range(1, PINS + 1):
        pin = {"board_id": board_id, "details": f"Loaf № {sequence}", "link": f"http://example.com/{sequence}"}
        cursor.execute("INSERT INTO pins (data) VALUES (%s)", (json.dumps(pin, ensure_ascii=False),))
        pin_id = cursor.lastrowid
        pin_ids.append(pin_id)
        cursor.execute(
            "INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES (%s, %s, %s)", (board_id, pin_id, sequence)
        )
    connection.commit()
    expect("the pins' type", {type_of(pin_id) for pin_id in pin_ids}, {1})
    expect("the pins' shard, the board's", {shard_of(pin_id) for pin_id in pin_ids}, {shard_of(board_id)})
    expect("distinct ids", len(set(pin_ids)), PINS)
    print(f"{PINS} pins created, {pin_ids[0]} to {pin_ids[-1]}")
    return pin_ids


def read_page(cursor, board_id, pin_ids):
    """First the mapping rows in their order, then the pins by id: two indexed reads on one shard."""
    cursor.execute(
        "SELECT pin_id FROM board_has_pins WHERE board_id = %s ORDER BY sequence LIMIT %s OFFSET %s",
        (board_id, PAGE, OFFSET),
    )
    page = [row[0] for row in cursor.fetchall()]
    expect("the page's ids", page, pin_ids[OFFSET : OFFSET + PAGE])
    cursor.execute("SELECT id, data FROM pins WHERE id IN %s", (page,))
    pins = {pin_id: json.loads(data) for pin_id, data in cursor.fetchall()}
    details = [pins[pin_id]["details"] for pin_id in page]
    expect("the page's pins", details, [f"Loaf № {n}" for n in range(OFFSET + 1, OFFSET + PAGE + 1)])
    expect("the board inside every pin", {pin["board_id"] for pin in pins.values()}, {board_id})
    print(f"read {len(page)} pins from offset {OFFSET}: {details[0]} … {details[-1]}")


def edit_in_transaction(connection, cursor, pin_id):
    connection.begin()
    pin = json.loads(one(cursor, "SELECT data FROM pins WHERE id = %s FOR UPDATE", (pin_id,))[0])
    pin["details"] = "Burnt"
    changed = cursor.execute("UPDATE pins SET data = %s WHERE id = %s", (json.dumps(pin), pin_id))
    expect("rows changed", changed, 1)
    connection.rollback()
    expect("the pin after ROLLBACK", details_of(cursor, pin_id), "Loaf № 8")

    connection.begin()
    pin = json.loads(one(cursor, "SELECT data FROM pins WHERE id = %s FOR UPDATE", (pin_id,))[0])
    pin["details"] = "Sourdough"
    cursor.execute("UPDATE pins SET data = %s WHERE id = %s", (json.dumps(pin), pin_id))
    connection.commit()
    expect("the pin after COMMIT", details_of(cursor, pin_id), "Sourdough")
    print(f"pin {pin_id} edited in a transaction")


def delete_everything(cursor, board_id, pin_ids):
    mappings = cursor.execute("DELETE FROM board_has_pins WHERE board_id = %s", (board_id,))
    pins = cursor.execute("DELETE FROM pins WHERE id IN %s", (pin_ids,))
    cursor.execute("DELETE FROM user_has_boards WHERE user_id = %s AND board_id = %s", (USER_ID, board_id))
    boards = cursor.execute("DELETE FROM boards WHERE id = %s", (board_id,))
    expect("rows deleted", (mappings, pins, boards), (PINS, PINS, 1))
    expect("the board afterwards", one(cursor, "SELECT data FROM boards WHERE id = %s", (board_id,)), None)
    print(f"deleted {pins} pins and their board")


def details_of(cursor, pin_id):
    return json.loads(one(cursor, "SELECT data FROM pins WHERE id = %s", (pin_id,))[0])["details"]


def one(cursor, sql, values=()):
    cursor.execute(sql, values)
    return cursor.fetchone()


def shard_of(global_id):
    return global_id >> 46


def type_of(global_id):
    return global_id >> 36 & 0x3FF


def expect(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r} but found {actual!r}")


if __name__ == "__main__":
    main()
