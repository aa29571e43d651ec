// What node's mysql2 sends and believes of its session, a line each; the same lines from every server.
'use strict';
const mysql = require('mysql2');
const promised = require('mysql2/promise');

const login = {
  host: process.env.PINION_HOST,
  port: Number(process.env.PINION_PORT),
  user: process.env.PINION_USER,
  password: process.env.PINION_PASSWORD,
  database: 'legacy',
  connectTimeout: 10000,
  supportBigNumbers: true,
  timezone: 'Z',
};

function show(label, value) {
  const text = JSON.stringify(value, (key, inner) =>
    inner && inner.type === 'Buffer' ? Buffer.from(inner.data).toString('hex') : inner);
  console.log(`${label}: ${text}`);
}

function columns(fields) {
  return fields.map((field) => [
    field.name, field.table, field.schema, field.columnType, field.characterSet, field.columnLength, field.decimals, field.flags]);
}

async function attempt(label, action) {
  try {
    const [rows] = await action();
    show(label, rows);
  } catch (refusal) {
    show(label, [refusal.code, refusal.errno, refusal.sqlState]);
  }
}

async function values(db) {
  await db.query('DROP TABLE IF EXISTS mysql2_session');
  await db.query(
    'CREATE TABLE mysql2_session (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, t TINYINT, i INT UNSIGNED, d DOUBLE,' +
    ' n DECIMAL(20,6), day DATE, at DATETIME(6), time TIME(3), y YEAR, v VARCHAR(40), x LONGTEXT, bin VARBINARY(20),' +
    " b BIT(3), e ENUM('a','ö'), s SET('x','y')) CHARSET utf8mb4");
  const row = [
    -128, 4294967295, -2.25e10, '12345678901234.567891', '1969-12-31', '2026-02-28 23:59:59.123456', '-12:04:05.678', 2026,
    "Brötchen 🥖 ' \" \\ \0 %", 'x'.repeat(70000), Buffer.from([0, 1, 255, 39, 92]), 5, 'ö', 'x,y'];
  const insert = 'INSERT INTO mysql2_session (t, i, d, n, day, at, time, y, v, x, bin, b, e, s) VALUES' +
    ' (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
  show('prepared insert', (await db.execute(insert, row))[0]);
  show('prepared NULLs', (await db.execute(insert, row.map(() => null)))[0]);
  show('text insert', (await db.query(insert, row))[0]);
  for (const [kind, run] of [['text', db.query], ['prepared', db.execute]]) {
    const [rows, fields] = await run.call(db, 'SELECT * FROM mysql2_session WHERE id >= ?', [1]);
    show(`${kind} columns`, columns(fields));
    rows.forEach((found) => show(kind, { ...found, x: found.x && found.x.length }));
    show(`${kind}, none`, (await run.call(db, 'SELECT * FROM mysql2_session WHERE id = ?', [99]))[0]);
  }
  show('rows of arrays', (await db.query({ sql: 'SELECT id, v FROM mysql2_session', rowsAsArray: true }))[0]);
  show('nested', (await db.query({ sql: 'SELECT a.id, b.v FROM mysql2_session a JOIN mysql2_session b USING (id)', nestTables: true }))[0]);
  show('escaped by the client', (await db.query('SELECT ? AS a, ? AS b, ?? FROM mysql2_session WHERE id IN (?)',
    ["it's", null, 'id', [1, 3]]))[0]);
  show('bulk', (await db.query('INSERT INTO mysql2_session (i, v) VALUES ?', [[[1, 'a'], [2, 'b'], [3, 'ä']]]))[0]);
  show('big', (await db.query('SELECT 241294492511762325 AS id, CAST(18446744073709551615 AS UNSIGNED) AS u'))[0]);
}

async function transactions(db) {
  const count = () => db.query('SELECT COUNT(*) AS n FROM mysql2_session');
  await db.beginTransaction();
  await db.query('DELETE FROM mysql2_session WHERE id = 1');
  await db.query('SAVEPOINT here');
  await db.query('DELETE FROM mysql2_session');
  await db.query('ROLLBACK TO here');
  await attempt('back to the savepoint', count);
  await db.rollback();
  await attempt('rolled back', count);
  await db.beginTransaction();
  await db.execute('UPDATE mysql2_session SET v = ? WHERE id = ?', ['changed', 1]);
  await db.commit();
  await attempt('committed', () => db.query('SELECT v FROM mysql2_session WHERE id = 1'));
}

async function refusals(db) {
  for (const sql of [
    'SELEKT 1', 'SELECT nosuch FROM mysql2_session', 'SELECT * FROM no_such_table', 'INSERT INTO mysql2_session (id) VALUES (1)',
    "INSERT INTO mysql2_session (i) VALUES ('x')", 'USE no_such_database', 'CALL no_such_procedure()']) {
    await attempt(sql, () => db.query(sql));
    await attempt(`${sql}, prepared`, () => db.execute(sql));
  }
  await attempt('a value missing', () => db.execute('SELECT ?, ?', [1]));
  await attempt('and on', () => db.execute('SELECT ? AS still', ['here']));
}

/** A cursor of the client: rows one by one, read more slowly than they come. */
function stream(connection) {
  return new Promise((resolve, reject) => {
    let seen = 0;
    connection.query('SELECT a.id, REPEAT(b.id, 200) AS r FROM mysql2_session a, mysql2_session b, mysql2_session c ORDER BY 1, 2')
      .stream({ highWaterMark: 2 })
      .on('data', function next(row) {
        seen++;
        if (seen === 5) {
          this.pause();
          setImmediate(() => this.resume());
        }
      })
      .on('error', reject)
      .on('end', () => resolve(seen));
  });
}

/** Commands sent without waiting for the answers before. */
function atOnce(connection) {
  return Promise.all(Array.from({ length: 40 }, (nothing, i) => new Promise((resolve) => {
    const sql = i % 9 === 4 ? 'SELECT nosuch' : i % 2 ? 'SELECT ? AS n' : 'SELECT ? + 0 AS n';
    const done = (refusal, rows) => resolve(refusal ? refusal.code : rows[0].n);
    if (i % 3) {
      connection.execute(sql, i % 9 === 4 ? [] : [String(i)], done);
    } else {
      connection.query(sql, [i], done);
    }
  })));
}

async function pools() {
  const pool = promised.createPool({ ...login, connectionLimit: 3, maxIdle: 3 });
  const answers = await Promise.all(Array.from({ length: 20 }, (nothing, i) => pool.execute('SELECT ? AS n, @left AS gone', [i])));
  show('pool', answers.map(([rows]) => rows[0]));
  const connection = await pool.getConnection();
  await connection.query('SET @left = 1');
  await connection.reset();
  show('reset', (await connection.query('SELECT @left AS gone, DATABASE() AS d'))[0]);
  connection.release();
  await pool.end();
}

async function main() {
  const connection = mysql.createConnection({ ...login, multipleStatements: true });
  const db = connection.promise();
  show('session', (await db.query(
    'SELECT @@autocommit, @@character_set_client, @@character_set_results, @@collation_connection, @@sql_mode, DATABASE() AS d'))[0]);
  await values(db);
  await transactions(db);
  await refusals(db);
  show('several', (await db.query('SELECT 1 AS a; UPDATE mysql2_session SET i = 7 WHERE id = 1; SELECT 2 AS b'))[0]);
  await attempt('several, one refused', () => db.query('SELECT 1; SELECT nosuch; SELECT 2'));
  await db.query('CREATE OR REPLACE PROCEDURE mysql2_procedure(n INT) BEGIN SELECT n; SELECT n + 1 AS m; END');
  show('procedure', (await db.query('CALL mysql2_procedure(?)', [5]))[0]);
  show('procedure, prepared', (await db.execute('CALL mysql2_procedure(?)', [6]))[0]);
  await db.query('DROP PROCEDURE mysql2_procedure');
  show('stream', await stream(connection));
  show('at once', await atOnce(connection));
  await db.ping();
  show('character set', (await db.query("SET NAMES latin1; SELECT 'ä' = _latin1 X'E4' AS same"))[0][1]);
  await db.changeUser({ user: login.user, password: login.password, database: 'information_schema', charset: 'utf8mb4_unicode_ci' });
  show('changed user', (await db.query("SELECT DATABASE() AS d, @@character_set_client, @@collation_connection, 'ä🥖' AS t"))[0]);
  await attempt('changed back', () => db.changeUser({ database: 'legacy' }).then(() => db.query('SELECT COUNT(*) AS n FROM mysql2_session')));
  await attempt('timeout', () => db.query({ sql: 'SELECT SLEEP(10)', timeout: 300 }));
  connection.destroy();
  await pools();
  const last = await promised.createConnection({ ...login, dateStrings: true, decimalNumbers: true, bigNumberStrings: true, flags: ['-FOUND_ROWS'] });
  show('dates and numbers otherwise', (await last.execute('SELECT id, n, day, at FROM mysql2_session'))[0]);
  show('changed, not found', (await last.query("UPDATE mysql2_session SET v = v"))[0]);
  await last.query('DROP TABLE mysql2_session');
  const wrong = { ...login, password: 'wrong' };
  await attempt('wrong password', async () => [await promised.createConnection(wrong)]);
  await last.end();
}

main().catch((failure) => {
  console.error(failure);
  process.exit(1);
});
