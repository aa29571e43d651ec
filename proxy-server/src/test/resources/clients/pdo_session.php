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
