#!/usr/bin/env node
// The life of a board through mysql2: create it, pin sixty pins, read a page of fifty, edit one, delete all.
//
// Needs mysql2 (npm install mysql2) and a running `bin/pinion demo`. PINION_HOST, PINION_PORT, PINION_USER and
// PINION_PASSWORD say where to connect. A JavaScript number can't hold an id: ids are strings here, and the JSON holds them so.
'use strict';
const assert = require('node:assert/strict');
const mysql = require('mysql2/promise');

const USER_ID = '241294629943640797'; // a user that the demo holds, on shard 3429
const PINS = 60;
const [PAGE, OFFSET] = [50, 5];

const shardOf = (id) => BigInt(id) >> 46n;
const typeOf = (id) => (BigInt(id) >> 36n) & 0x3ffn;

async function createBoard(db) {
  const board = JSON.stringify({ user_id: USER_ID, name: 'Bread' });
  const [{ insertId }] = await db.execute('INSERT INTO boards (data) VALUES (?)', [board]);
  const boardId = String(insertId);
  assert.equal(typeOf(boardId), 2n);
  assert.equal(shardOf(boardId), shardOf(USER_ID), "the new board's shard, its user's");
  await db.execute('INSERT INTO user_has_boards (user_id, board_id, sequence) VALUES (?, ?, ?)', [USER_ID, boardId, 1]);
  console.log(`board ${boardId} is on shard ${shardOf(boardId)}, where its user is`);
  return boardId;
}

/** A pin and its mapping row live on the board's shard, so one transaction holds both. */
async function createPins(db, boardId) {
  const pinIds = [];
  await db.beginTransaction();
  for (let sequence = 1; sequence <= PINS; sequence++) {
    const pin = JSON.stringify({ board_id: boardId, details: `Loaf № ${sequence}` });
    const [{ insertId }] = await db.execute('INSERT INTO pins (data) VALUES (?)', [pin]);
    pinIds.push(String(insertId));
    await db.execute('INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES (?, ?, ?)', [boardId, String(insertId), sequence]);
  }
  await db.commit();
  pinIds.forEach((pinId) => assert.deepEqual([typeOf(pinId), shardOf(pinId)], [1n, shardOf(boardId)]));
  console.log(`${PINS} pins created, ${pinIds[0]} to ${pinIds[PINS - 1]}`);
  return pinIds;
}

/** First the mapping rows in their order, then the pins by id: two indexed reads on one shard. */
async function readPage(db, boardId, pinIds) {
  const [page] = await db.query('SELECT pin_id FROM board_has_pins WHERE board_id = ? ORDER BY sequence LIMIT ? OFFSET ?', [boardId, PAGE, OFFSET]);
  const ids = page.map((row) => row.pin_id);
  assert.deepEqual(ids, pinIds.slice(OFFSET, OFFSET + PAGE));
  const [pins] = await db.query('SELECT id, data FROM pins WHERE id IN (?)', [ids]);
  const details = new Map(pins.map((pin) => [pin.id, JSON.parse(pin.data).details]));
  ids.forEach((id, i) => assert.equal(details.get(id), `Loaf № ${OFFSET + i + 1}`));
  console.log(`read ${pins.length} pins from offset ${OFFSET}`);
}

async function editInTransaction(db, pinId) {
  const read = async (locking) => JSON.parse((await db.execute(`SELECT data FROM pins WHERE id = ?${locking}`, [pinId]))[0][0].data);
  for (const [details, end] of [['Burnt', 'rollback'], ['Sourdough', 'commit']]) {
    await db.beginTransaction();
    const pin = await read(' FOR UPDATE');
    const [{ affectedRows }] = await db.execute('UPDATE pins SET data = ? WHERE id = ?', [JSON.stringify({ ...pin, details }), pinId]);
    assert.equal(affectedRows, 1);
    await db[end]();
    assert.equal((await read('')).details, end === 'commit' ? details : pin.details);
  }
  console.log(`pin ${pinId} edited in a transaction`);
}

async function deleteEverything(db, boardId, pinIds) {
  const counts = [];
  for (const [sql, value] of [
    ['DELETE FROM board_has_pins WHERE board_id = ?', boardId],
    ['DELETE FROM pins WHERE id IN (?)', pinIds],
    ['DELETE FROM user_has_boards WHERE user_id = ? AND board_id = ?', USER_ID],
    ['DELETE FROM boards WHERE id = ?', boardId],
  ]) {
    const [{ affectedRows }] = await db.query(sql, value === USER_ID ? [USER_ID, boardId] : [value]);
    counts.push(affectedRows);
  }
  assert.deepEqual(counts, [PINS, PINS, 1, 1]);
  console.log(`deleted ${PINS} pins and their board`);
}

async function main() {
  const db = await mysql.createConnection({
    host: process.env.PINION_HOST || '127.0.0.1',
    port: Number(process.env.PINION_PORT || 3306),
    user: process.env.PINION_USER || 'app',
    password: process.env.PINION_PASSWORD || 'app',
    database: 'pinterest',
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  const boardId = await createBoard(db);
  const pinIds = await createPins(db, boardId);
  await readPage(db, boardId, pinIds);
  await editInTransaction(db, pinIds[7]);
  await deleteEverything(db, boardId, pinIds);
  await db.end();
}

main().catch((failure) => {
  console.error(failure);
  process.exit(1);
});
