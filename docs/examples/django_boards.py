#!/usr/bin/env python3
"""Boards and pins as Django models over the id keyspace: create, get, filter by id, update in a transaction, delete.

Needs Django and mysqlclient (Debian: python3-django, python3-mysqldb) and a running `bin/pinion demo`. PINION_HOST,
PINION_PORT, PINION_USER and PINION_PASSWORD say where to connect.
"""
import os
import sys

import django
from django.conf import settings

settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.mysql",
            "HOST": os.environ.get("PINION_HOST", "127.0.0.1"),
            "PORT": os.environ.get("PINION_PORT", "3306"),
            "USER": os.environ.get("PINION_USER", "app"),
            "PASSWORD": os.environ.get("PINION_PASSWORD", "app"),
            "NAME": "pinterest",
            "OPTIONS": {"charset": "utf8mb4"},
        }
    },
    USE_TZ=True,
)
django.setup()

from django.db import models, transaction  # noqa: E402

USER_ID = 241294629943640797  # a user that the demo holds, on shard 3429
PINS = 60


class Board(models.Model):
    """Pinion gives the id when the row is inserted; `data` says whose it is, which places it."""

    id = models.BigAutoField(primary_key=True)
    data = models.JSONField()

    class Meta:
        app_label, db_table, managed = "boards", "boards", False


class Pin(models.Model):
    id = models.BigAutoField(primary_key=True)
    data = models.JSONField()

    class Meta:
        app_label, db_table, managed = "boards", "pins", False


class BoardPin(models.Model):
    """A row of the mapping table, found by its board. Django wants one key column; the table's key is all three."""

    board_id = models.BigIntegerField(primary_key=True)
    pin_id = models.BigIntegerField()
    sequence = models.IntegerField()

    class Meta:
        app_label, db_table, managed = "boards", "board_has_pins", False


def main():
    board = Board.objects.create(data={"user_id": USER_ID, "name": "Bread"})
    expect("the board's shard, its user's", board.id >> 46, USER_ID >> 46)
    expect("the board", Board.objects.get(pk=board.id).data["name"], "Bread")

    with transaction.atomic():
        pins = [Pin.objects.create(data={"board_id": board.id, "details": f"Loaf № {n}"}) for n in range(1, PINS + 1)]
        BoardPin.objects.bulk_create(
            BoardPin(board_id=board.id, pin_id=pin.id, sequence=n) for n, pin in enumerate(pins, start=1)
        )
    print(f"{PINS} pins created, {pins[0].id} to {pins[-1].id}")

    # Related rows: the mapping rows in their order, then the pins by id; both on the board's shard.
    mapping = BoardPin.objects.filter(board_id=board.id)
    expect("pins of the board", mapping.count(), PINS)
    page = list(mapping.order_by("sequence").values_list("pin_id", flat=True)[5:55])
    found = Pin.objects.in_bulk(page)
    expect("the page", [found[pin_id].data["details"] for pin_id in page], [f"Loaf № {n}" for n in range(6, 56)])
    expect("two of them", Pin.objects.filter(id__in=page[:2]).order_by("-id").first().id, page[1])
    expect("one that is there", Pin.objects.filter(id=page[0]).exists(), True)
    print(f"read {len(found)} pins from offset 5")

    with transaction.atomic():
        pin = Pin.objects.select_for_update().get(id=page[0])
        pin.data["details"] = "Sourdough"
        pin.save()
    try:
        with transaction.atomic():
            Pin.objects.filter(id=page[0]).update(data={"details": "Burnt"})
            with transaction.atomic():  # a savepoint
                Pin.objects.filter(id=page[1]).delete()
            raise InterruptedError
    except InterruptedError:
        pass
    pin.refresh_from_db()
    expect("the pin after all that", pin.data["details"], "Sourdough")
    print(f"pin {pin.id} edited in a transaction")

    # What no key places is asked of every shard: lists of the admin, searches, counts of all.
    expect("a list", len(Pin.objects.all()[:10]), 10)
    expect("a search", pin in Pin.objects.filter(data__details="Sourdough"), True)
    expect("a count of all", Pin.objects.count() >= PINS, True)
    print("a list, a search and a count over all shards")

    expect("mapping rows deleted", mapping.delete()[0], PINS)
    expect("pins deleted", Pin.objects.filter(id__in=[pin.id for pin in pins]).delete()[0], PINS)
    expect("boards deleted", board.delete()[0], 1)
    print(f"deleted {PINS} pins and their board")


def expect(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r} but found {actual!r}")


if __name__ == "__main__":
    main()
