#!/usr/bin/env python3
"""Boards and pins as SQLAlchemy models over the id keyspace: create, get, filter by id, update in a transaction, delete.

Needs SQLAlchemy 1.4 or newer and PyMySQL (Debian: python3-sqlalchemy, python3-pymysql) and a running `bin/pinion demo`.
PINION_HOST, PINION_PORT, PINION_USER and PINION_PASSWORD say where to connect.
"""
import os
import sys

from sqlalchemy import JSON, BigInteger, Column, Integer, create_engine, delete, func, select, update
from sqlalchemy.orm import Session, declarative_base, foreign, relationship

USER_ID = 241294629943640797  # a user that the demo holds, on shard 3429
PINS = 60
Base = declarative_base()


class Board(Base):
    """Pinion gives the id when the row is inserted; `data` says whose it is, which places it."""

    __tablename__ = "boards"
    id = Column(BigInteger, primary_key=True, autoincrement=True)
    data = Column(JSON)


class BoardPin(Base):
    """A row of the mapping table, found by its board."""

    __tablename__ = "board_has_pins"
    board_id = Column(BigInteger, primary_key=True, autoincrement=False)
    sequence = Column(Integer, primary_key=True, autoincrement=False)
    pin_id = Column(BigInteger, primary_key=True, autoincrement=False)


class Pin(Base):
    __tablename__ = "pins"
    id = Column(BigInteger, primary_key=True, autoincrement=True)
    data = Column(JSON)


# No `secondary`: a join of boards with pins would need more than the board's id. The mapping rows, then the pins by id.
Board.mapping = relationship(
    BoardPin, primaryjoin=Board.id == foreign(BoardPin.board_id), order_by=BoardPin.sequence, viewonly=True
)


def main():
    engine = create_engine(
        "mysql+pymysql://{user}:{password}@{host}:{port}/pinterest?charset=utf8mb4".format(
            user=os.environ.get("PINION_USER", "app"),
            password=os.environ.get("PINION_PASSWORD", "app"),
            host=os.environ.get("PINION_HOST", "127.0.0.1"),
            port=os.environ.get("PINION_PORT", "3306"),
        ),
        pool_size=2,
        pool_pre_ping=True,
    )
    with Session(engine) as session:
        board = Board(data={"user_id": USER_ID, "name": "Bread"})
        session.add(board)
        session.commit()
        expect("the board's shard, its user's", board.id >> 46, USER_ID >> 46)

        pins = [Pin(data={"board_id": board.id, "details": f"Loaf № {n}"}) for n in range(1, PINS + 1)]
        session.add_all(pins)
        session.flush()
        session.add_all(BoardPin(board_id=board.id, pin_id=pin.id, sequence=n) for n, pin in enumerate(pins, start=1))
        session.commit()
        board_id, pin_ids = board.id, [pin.id for pin in pins]
        print(f"{PINS} pins created, {pin_ids[0]} to {pin_ids[-1]}")

    with Session(engine) as session:
        board = session.get(Board, board_id)
        page = [row.pin_id for row in board.mapping[5:55]]
        expect("the page's ids", page, pin_ids[5:55])
        found = {pin.id: pin for pin in session.execute(select(Pin).where(Pin.id.in_(page))).scalars()}
        expect("the page", [found[n].data["details"] for n in page], [f"Loaf № {n}" for n in range(6, 56)])
        of_board = select(func.count()).select_from(BoardPin).where(BoardPin.board_id == board_id)
        expect("pins of the board", session.scalar(of_board), PINS)
        print(f"read {len(found)} pins from offset 5")

        pin = session.execute(select(Pin).where(Pin.id == page[0]).with_for_update()).scalar_one()
        pin.data = {**pin.data, "details": "Sourdough"}
        session.commit()
        session.execute(update(Pin).where(Pin.id == page[0]).values(data={"details": "Burnt"}))
        with session.begin_nested():
            session.execute(delete(Pin).where(Pin.id == page[1]))
        session.rollback()
        expect("the pin after all that", session.get(Pin, page[0]).data["details"], "Sourdough")
        print(f"pin {page[0]} edited in a transaction")
        session.commit()

        # What no key places is asked of every shard.
        expect("a list", len(session.execute(select(Pin).limit(10)).all()), 10)
        expect("a count of all", session.scalar(select(func.count()).select_from(Pin)) >= PINS, True)
        print("a list and a count over all shards")

        expect("mapping rows deleted", session.execute(delete(BoardPin).where(BoardPin.board_id == board_id)).rowcount, PINS)
        expect("pins deleted", session.execute(delete(Pin).where(Pin.id.in_(pin_ids))).rowcount, PINS)
        session.delete(session.get(Board, board_id))
        session.commit()
        print(f"deleted {PINS} pins and their board")


def expect(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r} but found {actual!r}")


if __name__ == "__main__":
    main()
