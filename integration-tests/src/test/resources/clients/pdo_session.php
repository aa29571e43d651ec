<?php
// What PHP's PDO (emulated prepares, its default) sends and what it believes afterwards; the same lines from every server.
declare(strict_types=1);

function connect(array $options = []): PDO
{
    return new PDO(
        sprintf('mysql:host=%s;port=%d;dbname=legacy;charset=utf8mb4', getenv('PINION_HOST'), getenv('PINION_PORT')),
        getenv('PINION_USER'),
        getenv('PINION_PASSWORD'),
        $options + [PDO::ATTR_TIMEOUT => 10, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM],
    );
}

function show(string $label, mixed $value): void
{
    echo "$label: ", json_encode($value, JSON_UNESCAPED_UNICODE), "\n";
}

const SESSION = 'SELECT @@autocommit, @@character_set_client, @@collation_connection, @@sql_mode, @@time_zone';

$db = connect();
show('session', $db->query(SESSION)->fetchAll());
show('server info', explode(':', $db->getAttribute(PDO::ATTR_SERVER_INFO))[0]);

$set = "SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, time_zone = '+02:00', sql_mode = 'STRICT_ALL_TABLES'";
$db = connect([PDO::MYSQL_ATTR_INIT_COMMAND => $set]);
show('INIT_COMMAND', $db->query(SESSION)->fetchAll());

$db->exec('DROP TABLE IF EXISTS pdo_session');
$db->exec('CREATE TABLE pdo_session (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40)) CHARSET utf8mb4');
$insert = $db->prepare('INSERT INTO pdo_session (note) VALUES (?)');
foreach (['ä', '🥖', "it's", "back\\slash", null] as $note) {
    $insert->execute([$note]);
}
show('last id', $db->lastInsertId());
$select = $db->prepare('SELECT id, note FROM pdo_session WHERE id >= :from ORDER BY id');
$select->execute(['from' => 2]);
show('rows', $select->fetchAll());
$update = $db->prepare('UPDATE pdo_session SET note = ? WHERE id = ?');
$update->execute(['same', '1']);
show('changed', $update->rowCount());
$update->execute(['same', '1']);
show('changed again', $update->rowCount());

$db->beginTransaction();
$db->exec('DELETE FROM pdo_session');
show('in transaction', $db->inTransaction());
$db->rollBack();
show('rolled back', [$db->inTransaction(), $db->query('SELECT COUNT(*) FROM pdo_session')->fetchColumn()]);

$db->setAttribute(PDO::ATTR_AUTOCOMMIT, 0);
$db->exec('DELETE FROM pdo_session WHERE id = 1');
$db->setAttribute(PDO::ATTR_AUTOCOMMIT, 1);
show('autocommit on commits', $db->query('SELECT COUNT(*) FROM pdo_session')->fetchColumn());
try {
    $db->query('SELECT * FROM no_such_table');
} catch (PDOException $refused) {
    show('error', [$refused->errorInfo[0], $refused->errorInfo[1]]);
}
$db->exec('DROP TABLE pdo_session');

$db = connect([PDO::MYSQL_ATTR_FOUND_ROWS => true, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
$db->exec('CREATE TEMPORARY TABLE pdo_matched (id INT PRIMARY KEY, note VARCHAR(40))');
$db->exec("INSERT INTO pdo_matched VALUES (1, 'a'), (2, 'a')");
show('matched, not changed', $db->exec("UPDATE pdo_matched SET note = 'a'"));
show('temporary table stays', $db->query('SELECT id FROM pdo_matched ORDER BY id')->fetchAll());
$db = null;

// Native prepares: COM_STMT_PREPARE and EXECUTE; strings are bound for integers, as PHP does by itself.
$db = connect([PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_STRINGIFY_FETCHES => false]);
$db->exec('DROP TABLE IF EXISTS pdo_native');
$db->exec(
    'CREATE TABLE pdo_native (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, i INT, d DOUBLE, n DECIMAL(20,6), day DATE,'
    . ' at DATETIME(6), t TIME(3), v VARCHAR(40), b VARBINARY(20), x LONGTEXT) CHARSET utf8mb4');
$insert = $db->prepare('INSERT INTO pdo_native (i, d, n, day, at, t, v, b, x) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
$insert->execute(['-7', '1.5', '12345678901234.567891', '1969-12-31', '2026-02-28 23:59:59.123456', '-12:04:05.678', "ä🥖'", "\0\xff", str_repeat('x', 70000)]);
$insert->execute(array_fill(0, 9, null));
$insert->bindValue(1, 42, PDO::PARAM_INT);
$insert->bindValue(9, 'long', PDO::PARAM_LOB);
foreach (range(2, 8) as $parameter) {
    $insert->bindValue($parameter, null, PDO::PARAM_NULL);
}
$insert->execute();
show('native, last id', $db->lastInsertId());
$select = $db->prepare('SELECT id, i, d, n, day, at, t, v, HEX(b), LENGTH(x) FROM pdo_native WHERE id >= :from AND id < :to ORDER BY id');
foreach ([['from' => 1, 'to' => 9], ['from' => '2', 'to' => '3'], ['from' => 8, 'to' => 9]] as $range) {
    $select->execute($range);
    show('native rows', $select->fetchAll());
}
show('native columns', array_map(
    fn (int $column) => array_intersect_key($select->getColumnMeta($column), array_flip(['name', 'native_type', 'table', 'len', 'precision', 'flags'])),
    range(0, 9)));
$paged = $db->prepare('SELECT id FROM pdo_native ORDER BY id LIMIT ? OFFSET ?');
$paged->bindValue(1, 2, PDO::PARAM_INT);
$paged->bindValue(2, 1, PDO::PARAM_INT);
$paged->execute();
show('native page', $paged->fetchAll(PDO::FETCH_COLUMN));
$db->exec('DROP PROCEDURE IF EXISTS pdo_procedure');
$db->exec('CREATE PROCEDURE pdo_procedure(n INT) BEGIN SELECT n; SELECT n + 1, n + 2; END');
$call = $db->prepare('CALL pdo_procedure(?)');
$call->execute([5]);
do {
    show('native procedure', $call->columnCount() ? $call->fetchAll() : 'done');
} while ($call->nextRowset());
$call->closeCursor();
$db->exec('DROP PROCEDURE pdo_procedure');
$db->beginTransaction();
$db->prepare('DELETE FROM pdo_native WHERE id = ?')->execute([1]);
$db->rollBack();
foreach (['SELEKT ?', 'SELECT nosuch FROM pdo_native WHERE id = ?', 'INSERT INTO pdo_native (id) VALUES (?)'] as $sql) {
    try {
        $db->prepare($sql)->execute([1]);
    } catch (PDOException $refused) {
        show($sql, [$refused->errorInfo[0], $refused->errorInfo[1]]);
    }
}
$unbuffered = connect([PDO::ATTR_EMULATE_PREPARES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
$many = $unbuffered->prepare('SELECT a.id FROM pdo_native a, pdo_native b WHERE a.id > ? ORDER BY a.id, b.id');
$many->execute([1]);
show('native, the first of many', [$many->fetch(), $many->fetch()]);
$many->closeCursor();
show('native, and on', $unbuffered->query('SELECT COUNT(*) FROM pdo_native')->fetchAll());
$db->exec('DROP TABLE pdo_native');

// A persistent connection comes back as it was left, but for what the driver itself undoes.
$kept = connect([PDO::ATTR_PERSISTENT => true]);
$kept->beginTransaction();
$kept->exec('SET @left = 1');
$kept = null;
$again = connect([PDO::ATTR_PERSISTENT => true]);
show('persistent', [$again->inTransaction(), $again->query('SELECT DATABASE(), @left')->fetchAll()]);
