<?php
// What PHP's mysqli sends at connect and what it believes afterwards; the same lines from every server.
declare(strict_types=1);
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

function connect(?string $database): mysqli
{
    $db = mysqli_init();
    $db->options(MYSQLI_OPT_CONNECT_TIMEOUT, 10);
    $db->options(MYSQLI_OPT_READ_TIMEOUT, 20);
    $db->real_connect(
        getenv('PINION_HOST'), getenv('PINION_USER'), getenv('PINION_PASSWORD'), $database, (int) getenv('PINION_PORT'));
    return $db;
}

function show(string $label, mixed $value): void
{
    echo "$label: ", json_encode($value, JSON_UNESCAPED_UNICODE), "\n";
}

const SESSION = 'SELECT @@autocommit, @@character_set_client, @@character_set_results, @@collation_connection';

$db = connect('legacy');
show('session', $db->query(SESSION)->fetch_all());
$db->set_charset('utf8mb4');
show('set_charset', [$db->character_set_name(), $db->query(SESSION)->fetch_all()]);
$db->query("SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci");
show('SET NAMES', $db->query(SESSION)->fetch_all());
show('stat', explode(':', $db->stat())[0]);
show('ping', @$db->ping());
show('thread id is CONNECTION_ID()', (string) $db->thread_id === (string) $db->query('SELECT CONNECTION_ID()')->fetch_row()[0]);
$db->select_db('information_schema');
show('select_db', $db->query('SELECT DATABASE()')->fetch_row());
$db->select_db('legacy');
$db->query('DROP TABLE IF EXISTS mysqli_session');
$db->query('CREATE TABLE mysqli_session (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40)) CHARSET utf8mb4');
$db->query("INSERT INTO mysqli_session (note) VALUES ('ä'), ('🥖'), ('c')");
show('insert', [$db->insert_id, $db->affected_rows, $db->info]);
$db->query("UPDATE mysqli_session SET note = 'c' WHERE id >= 2");
show('update', [$db->affected_rows, $db->info]);
show('page', $db->query('SELECT SQL_CALC_FOUND_ROWS id, note FROM mysqli_session ORDER BY id LIMIT 1')->fetch_all());
show('found_rows()', $db->query('SELECT FOUND_ROWS()')->fetch_row());

$db->autocommit(false);
$db->query("DELETE FROM mysqli_session");
$db->rollback();
show('rolled back', $db->query('SELECT COUNT(*) FROM mysqli_session')->fetch_row());
$db->autocommit(true);
$db->begin_transaction(MYSQLI_TRANS_START_READ_WRITE);
$db->query("DELETE FROM mysqli_session WHERE id = 1");
$db->savepoint('here');
$db->query("DELETE FROM mysqli_session");
$db->query('ROLLBACK TO here');
$db->release_savepoint('here');
$db->commit();
show('committed', $db->query('SELECT COUNT(*) FROM mysqli_session')->fetch_row());
$db->begin_transaction(MYSQLI_TRANS_START_READ_ONLY);
try {
    $db->query("DELETE FROM mysqli_session");
} catch (mysqli_sql_exception $refused) {
    show('read only', [$refused->getCode(), $refused->getSqlState()]);
}
$db->rollback();

$db->query("SELECT CAST('12x' AS SIGNED)");
show('warning', [$db->warning_count, $db->get_warnings()->errno]);
try {
    $db->query('SELEKT 1');
} catch (mysqli_sql_exception $refused) {
    show('syntax', [$refused->getCode(), $refused->getSqlState()]);
}
$result = $db->query('SELECT id, note FROM mysqli_session ORDER BY id', MYSQLI_USE_RESULT);
show('unbuffered', $result->fetch_all());
$result->free();
$db->query('DROP TABLE mysqli_session');
$db->close();

$db = connect(null);
show('no database', $db->query('SELECT DATABASE()')->fetch_row());
$db->close();

// Prepared statements of the server, with typed results.
$db = connect('legacy');
$db->set_charset('utf8mb4');
$db->query('DROP TABLE IF EXISTS mysqli_prepared');
$db->query(
    'CREATE TABLE mysqli_prepared (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, i INT, d DOUBLE, n DECIMAL(20,6), at DATETIME(6),'
    . ' v VARCHAR(40), x LONGBLOB) CHARSET utf8mb4');
$insert = $db->prepare('INSERT INTO mysqli_prepared (i, d, n, at, v, x) VALUES (?, ?, ?, ?, ?, ?)');
[$i, $d, $n, $at, $v, $x] = [-7, 1.5, '12345678901234.567891', '2026-02-28 23:59:59.123456', "ä🥖'", null];
$insert->bind_param('idsssb', $i, $d, $n, $at, $v, $x);
foreach (str_split(str_repeat("\0\xff", 50000), 30000) as $part) {
    $insert->send_long_data(5, $part);
}
$insert->execute();
show('prepared insert', [$insert->insert_id, $insert->affected_rows, $db->insert_id]);
[$i, $d, $n, $at, $v] = [null, null, null, null, null];
$insert->execute();
show('prepared NULLs', [$insert->insert_id, $insert->affected_rows]);
$select = $db->prepare('SELECT id, i, d, n, at, v, LENGTH(x), MD5(x) FROM mysqli_prepared WHERE id >= ?');
foreach ([1, '2', 9] as $from) {
    $select->execute([$from]);
    $result = $select->get_result();
    show('get_result', $result->fetch_all(MYSQLI_ASSOC));
}
show('fields', array_map(fn (object $field) => [$field->name, $field->orgname, $field->table, $field->type, $field->flags, $field->length, $field->decimals, $field->charsetnr], $result->fetch_fields()));
$select->execute([1]);
$select->store_result();
$select->bind_result($id, $i, $d, $n, $at, $v, $length, $md5);
show('bind_result', [$select->num_rows, $select->fetch(), $id, $i, $d, $n, $at, $v, $length]);
$select->free_result();
$cursor = $db->prepare('SELECT a.id, b.id FROM mysqli_prepared a, mysqli_prepared b ORDER BY 1, 2');
$cursor->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$cursor->attr_set(MYSQLI_STMT_ATTR_PREFETCH_ROWS, 1);
$cursor->execute();
$cursor->bind_result($a, $b);
$pairs = [];
while ($cursor->fetch()) {
    $pairs[] = [$a, $b];
}
show('cursor', $pairs);
$cursor->close();
show('reset', $select->reset());
foreach (['SELEKT ?', 'SELECT nosuch FROM mysqli_prepared WHERE id = ?', 'INSERT INTO mysqli_prepared (id) VALUES (?)'] as $sql) {
    try {
        $db->execute_query($sql, [1]);
    } catch (mysqli_sql_exception $refused) {
        show($sql, [$refused->getCode(), $refused->getSqlState()]);
    }
}

$db->multi_query("SELECT 1 AS one; UPDATE mysqli_prepared SET v = 'x' WHERE id = 1; SELECT 2; SELECT nosuch; SELECT 3");
try {
    do {
        $result = $db->store_result();
        show('multi_query', $result ? $result->fetch_all() : [$db->affected_rows, $db->info]);
    } while ($db->next_result());
} catch (mysqli_sql_exception $refused) {
    show('multi_query', $refused->getCode());
}
show('and on', $db->query('SELECT v FROM mysqli_prepared WHERE id = 1')->fetch_all());
$db->query('SET @left = 1');
show('change_user', $db->change_user(getenv('PINION_USER'), getenv('PINION_PASSWORD'), 'information_schema'));
show('changed', $db->query('SELECT DATABASE(), @left')->fetch_all());

// A persistent connection is changed to the same user when it is taken again (COM_CHANGE_USER), which undoes what it left.
function taken(): mysqli
{
    $kept = mysqli_init();
    $kept->real_connect(
        'p:' . getenv('PINION_HOST'), getenv('PINION_USER'), getenv('PINION_PASSWORD'), 'legacy', (int) getenv('PINION_PORT'));
    return $kept;
}

for ($round = 1; $round <= 2; $round++) {
    $kept = taken();
    show('persistent', $kept->query('SELECT DATABASE(), @left, @@autocommit')->fetch_all());
    $kept->query('SET @left = 1');
    $kept->autocommit(false);
    $kept->query('DELETE FROM mysqli_prepared');
    $kept->close();
}
$kept = taken();
show('what it left undone', $kept->query('SELECT COUNT(*) FROM mysqli_prepared')->fetch_all());
$kept->query('DROP TABLE mysqli_prepared');
