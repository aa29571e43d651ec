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
