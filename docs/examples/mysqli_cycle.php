#!/usr/bin/env php
<?php
/*
 * The life of a board through PHP's mysqli: create it, pin sixty pins, read a page of fifty, edit one, delete all.
 *
 * Needs PHP 8.1 with mysqli and a running `bin/pinion demo`. PINION_HOST, PINION_PORT, PINION_USER and PINION_PASSWORD
 * say where to connect. Ids have 64 bits, as PHP's int has on every 64-bit system.
 */
declare(strict_types=1);

const USER_ID = 241294629943640797; // a user that the demo holds, on shard 3429
const PINS = 60;
const PAGE = 50;
const OFFSET = 5;

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$db = mysqli_init();
$db->options(MYSQLI_OPT_CONNECT_TIMEOUT, 10);
$db->options(MYSQLI_OPT_READ_TIMEOUT, 30);
// Numbers arrive as numbers, also in text results.
$db->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, true);
$db->real_connect(
    getenv('PINION_HOST') ?: '127.0.0.1',
    getenv('PINION_USER') ?: 'app',
    getenv('PINION_PASSWORD') ?: 'app',
    'pinterest',
    (int) (getenv('PINION_PORT') ?: 3306),
);
$db->set_charset('utf8mb4');
echo "connected to {$db->server_info}\n";

// A board goes to the shard of its user.
$board = ['user_id' => USER_ID, 'name' => 'Bread', 'private' => false];
$db->query("INSERT INTO boards (data) VALUES ('{$db->real_escape_string(json($board))}')");
$boardId = $db->insert_id;
expect("the new board's type", typeOf($boardId), 2);
expect("the new board's shard, its user's", shardOf($boardId), shardOf(USER_ID));
expect('LAST_INSERT_ID()', one($db, 'SELECT LAST_INSERT_ID()'), $boardId);
$db->query('INSERT INTO user_has_boards (user_id, board_id, sequence) VALUES (' . USER_ID . ", $boardId, 1)");
echo "board $boardId is on shard ", shardOf($boardId), ", where its user is\n";

// A pin and its mapping row live on the board's shard, so one transaction holds both.
$pinIds = [];
$db->begin_transaction();
for ($sequence = 1; $sequence <= PINS; $sequence++) {
    $pin = ['board_id' => $boardId, 'details' => "Loaf № $sequence", 'link' => "http://example.com/$sequence"];
    $db->query("INSERT INTO pins (data) VALUES ('{$db->real_escape_string(json($pin))}')");
    $pinId = $db->insert_id;
    $pinIds[] = $pinId;
    $db->query("INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES ($boardId, $pinId, $sequence)");
}
$db->commit();
expect("the pins' type", array_unique(array_map(typeOf(...), $pinIds)), [1]);
expect("the pins' shard, the board's", array_unique(array_map(shardOf(...), $pinIds)), [shardOf($boardId)]);
expect('distinct ids', count(array_unique($pinIds)), PINS);
echo PINS, " pins created, $pinIds[0] to ", end($pinIds), "\n";

// A page: the mapping rows in their order, then the pins by id. Two indexed reads on one shard.
$limit = PAGE;
$offset = OFFSET;
$page = array_column(
    $db->query("SELECT pin_id FROM board_has_pins WHERE board_id = $boardId ORDER BY sequence LIMIT $limit OFFSET $offset")
        ->fetch_all(),
    0,
);
expect("the page's ids", $page, array_slice($pinIds, OFFSET, PAGE));
$rows = $db->query('SELECT id, data FROM pins WHERE id IN (' . implode(',', $page) . ')')->fetch_all();
$pins = array_map(json_decode(...), array_column($rows, 1, 0));
$details = array_map(fn (int $id): string => $pins[$id]->details, $page);
expect("the page's pins", $details, array_map(fn (int $n): string => "Loaf № $n", range(OFFSET + 1, OFFSET + PAGE)));
expect('the board inside every pin', array_unique(array_column($pins, 'board_id')), [$boardId]);
echo 'read ', count($page), " pins from offset $offset: $details[0] … ", end($details), "\n";

// An edit that is taken back, and one that stays.
$pinId = $pinIds[7];
foreach (['Burnt' => false, 'Sourdough' => true] as $newDetails => $keep) {
    $db->begin_transaction();
    $pin = json_decode(one($db, "SELECT data FROM pins WHERE id = $pinId FOR UPDATE"));
    $pin->details = $newDetails;
    $db->query("UPDATE pins SET data = '{$db->real_escape_string(json($pin))}' WHERE id = $pinId");
    expect('rows changed', $db->affected_rows, 1);
    $keep ? $db->commit() : $db->rollback();
    $stored = json_decode(one($db, "SELECT data FROM pins WHERE id = $pinId"));
    expect('the pin after ' . ($keep ? 'COMMIT' : 'ROLLBACK'), $stored->details, $keep ? $newDetails : 'Loaf № 8');
}
echo "pin $pinId edited in a transaction\n";

$db->query("DELETE FROM board_has_pins WHERE board_id = $boardId");
expect('mapping rows deleted', $db->affected_rows, PINS);
$db->query('DELETE FROM pins WHERE id IN (' . implode(',', $pinIds) . ')');
expect('pins deleted', $db->affected_rows, PINS);
$db->query('DELETE FROM user_has_boards WHERE user_id = ' . USER_ID . " AND board_id = $boardId");
$db->query("DELETE FROM boards WHERE id = $boardId");
expect('boards deleted', $db->affected_rows, 1);
expect('the board afterwards', one($db, "SELECT data FROM boards WHERE id = $boardId"), null);
echo 'deleted ', PINS, " pins and their board\n";

/** The first column of the first row, or null when there is no row. */
function one(mysqli $db, string $sql): mixed
{
    return $db->query($sql)->fetch_row()[0] ?? null;
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
