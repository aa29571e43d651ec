#!/usr/bin/env php
<?php
/*
 * The life of a board through PHP's PDO: create it, pin sixty pins, read a page of fifty, edit one, delete all.
 *
 * Needs PHP 8.1 with pdo_mysql and a running `bin/pinion demo`. PINION_HOST, PINION_PORT, PINION_USER and
 * PINION_PASSWORD say where to connect. PDO's default is to put the values into the text itself, every one of them
 * quoted (WHERE id = '241294…'): to Pinion a quoted id is the same id.
 */
declare(strict_types=1);

const USER_ID = 241294629943640797; // a user that the demo holds, on shard 3429
const PINS = 60;
const PAGE = 50;
const OFFSET = 5;

$db = new PDO(
    sprintf(
        'mysql:host=%s;port=%d;dbname=pinterest;charset=utf8mb4',
        getenv('PINION_HOST') ?: '127.0.0.1',
        getenv('PINION_PORT') ?: 3306,
    ),
    getenv('PINION_USER') ?: 'app',
    getenv('PINION_PASSWORD') ?: 'app',
    [PDO::ATTR_TIMEOUT => 10, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM],
);
echo "connected to {$db->getAttribute(PDO::ATTR_SERVER_VERSION)}\n";

// A board goes to the shard of its user.
run($db, 'INSERT INTO boards (data) VALUES (?)', json(['user_id' => USER_ID, 'name' => 'Bread', 'private' => false]));
$boardId = (int) $db->lastInsertId();
expect("the new board's type", typeOf($boardId), 2);
expect("the new board's shard, its user's", shardOf($boardId), shardOf(USER_ID));
expect('LAST_INSERT_ID()', (int) one($db, 'SELECT LAST_INSERT_ID()'), $boardId);
run($db, 'INSERT INTO user_has_boards (user_id, board_id, sequence) VALUES (?, ?, ?)', USER_ID, $boardId, 1);
echo "board $boardId is on shard ", shardOf($boardId), ", where its user is\n";

// A pin and its mapping row live on the board's shard, so one transaction holds both.
$pinIds = [];
$db->beginTransaction();
for ($sequence = 1; $sequence <= PINS; $sequence++) {
    $pin = ['board_id' => $boardId, 'details' => "Loaf № $sequence", 'link' => "http://example.com/$sequence"];
    run($db, 'INSERT INTO pins (data) VALUES (?)', json($pin));
    $pinId = (int) $db->lastInsertId();
    $pinIds[] = $pinId;
    run($db, 'INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES (?, ?, ?)', $boardId, $pinId, $sequence);
}
$db->commit();
expect("the pins' type", array_unique(array_map(typeOf(...), $pinIds)), [1]);
expect("the pins' shard, the board's", array_unique(array_map(shardOf(...), $pinIds)), [shardOf($boardId)]);
expect('distinct ids', count(array_unique($pinIds)), PINS);
echo PINS, " pins created, $pinIds[0] to ", end($pinIds), "\n";

// A page: the mapping rows in their order, then the pins by id. Two indexed reads on one shard.
$mapping = $db->prepare('SELECT pin_id FROM board_has_pins WHERE board_id = :board ORDER BY sequence LIMIT :n OFFSET :o');
$mapping->bindValue('board', $boardId);
$mapping->bindValue('n', PAGE, PDO::PARAM_INT); // MySQL takes no quoted LIMIT
$mapping->bindValue('o', OFFSET, PDO::PARAM_INT);
$mapping->execute();
$page = array_map(intval(...), $mapping->fetchAll(PDO::FETCH_COLUMN));
expect("the page's ids", $page, array_slice($pinIds, OFFSET, PAGE));
$rows = run($db, 'SELECT id, data FROM pins WHERE id IN (' . marks($page) . ')', ...$page)->fetchAll();
$pins = array_map(json_decode(...), array_column($rows, 1, 0));
$details = array_map(fn (int $id): string => $pins[$id]->details, $page);
expect("the page's pins", $details, array_map(fn (int $n): string => "Loaf № $n", range(OFFSET + 1, OFFSET + PAGE)));
expect('the board inside every pin', array_unique(array_column($pins, 'board_id')), [$boardId]);
echo 'read ', count($page), ' pins from offset ', OFFSET, ": $details[0] … ", end($details), "\n";

// An edit that is taken back, and one that stays.
$pinId = $pinIds[7];
foreach (['Burnt' => false, 'Sourdough' => true] as $newDetails => $keep) {
    $db->beginTransaction();
    $pin = json_decode(one($db, 'SELECT data FROM pins WHERE id = ? FOR UPDATE', $pinId));
    $pin->details = $newDetails;
    expect('rows changed', run($db, 'UPDATE pins SET data = ? WHERE id = ?', json($pin), $pinId)->rowCount(), 1);
    $keep ? $db->commit() : $db->rollBack();
    $stored = json_decode(one($db, 'SELECT data FROM pins WHERE id = ?', $pinId));
    expect('the pin after ' . ($keep ? 'COMMIT' : 'ROLLBACK'), $stored->details, $keep ? $newDetails : 'Loaf № 8');
}
echo "pin $pinId edited in a transaction\n";

$mappings = run($db, 'DELETE FROM board_has_pins WHERE board_id = ?', $boardId)->rowCount();
expect('mapping rows deleted', $mappings, PINS);
$deleted = run($db, 'DELETE FROM pins WHERE id IN (' . marks($pinIds) . ')', ...$pinIds)->rowCount();
expect('pins deleted', $deleted, PINS);
run($db, 'DELETE FROM user_has_boards WHERE user_id = ? AND board_id = ?', USER_ID, $boardId);
expect('boards deleted', run($db, 'DELETE FROM boards WHERE id = ?', $boardId)->rowCount(), 1);
expect('the board afterwards', one($db, 'SELECT data FROM boards WHERE id = ?', $boardId), null);
echo "deleted $deleted pins and their board\n";

function run(PDO $db, string $sql, int|string ...$values): PDOStatement
{
    $statement = $db->prepare($sql);
    $statement->execute($values);
    return $statement;
}

/** The first column of the first row, or null when there is no row. */
function one(PDO $db, string $sql, int|string ...$values): mixed
{
    $row = run($db, $sql, ...$values)->fetch();
    return $row === false ? null : $row[0];
}

function marks(array $values): string
{
    return implode(', ', array_fill(0, count($values), '?'));
}

function json(array|object $value): string
{
    return json_encode($value, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
}

function shardOf(int $globalId): int
{
    return $globalId >> 46;
}

function typeOf(int $globalId): int
{
    return $globalId >> 36 & 0x3FF;
}

function expect(string $what, mixed $actual, mixed $expected): void
{
    if ($actual !== $expected) {
        fwrite(STDERR, "$what: expected " . json_encode($expected) . ' but found ' . json_encode($actual) . "\n");
        exit(1);
    }
}
