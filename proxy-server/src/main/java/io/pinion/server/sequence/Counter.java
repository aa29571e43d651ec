package io.pinion.server.sequence;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SequenceTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.server.observe.LogKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The row that holds the next number of one sequence and the server that counted it. A statement of its own advances
 * the row. It runs in the account of clients' statements, which a server refuses once it isn't the primary any more.
 *
 * <p>The counter is counted anew where the row is missing, or was counted on another server: a lost primary may have
 * given out more blocks. It then starts above the numbers of all rows, above the counters of other shards, and leaves
 * room for blocks that proxies still hold. Users may create views in the databases of shards, so everything read and
 * written here is {@linkplain BaseTables held} as a table. Blocks. Used once.
 */
final class Counter {
    private static final Logger log = LoggerFactory.getLogger(Counter.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /**
     * While its pair gets another primary, a server may never answer, and the counters of other pairs wait for the same
     * threads.
     */
    private static final Duration HELD_TIMEOUT = Duration.ofSeconds(1);

    /** Counting reads the largest number of each shard, and all of its rows where no index helps. */
    private static final Duration COUNTING_TIMEOUT = Duration.ofMinutes(10);

    /** MySQL's ER_BAD_DB_ERROR and ER_NO_SUCH_TABLE. */
    private static final List<Integer> MISSING = List.of(1049, 1146);

    /**
     * The errors of a server that isn't the primary any more, has given the shard away, or has ended the connection:
     * MySQL's ER_OPTION_PREVENTS_STATEMENT, ER_READ_ONLY_MODE and ER_SCHEMA_READ_ONLY; ER_QUERY_INTERRUPTED,
     * and MariaDB's ER_CONNECTION_KILLED.
     */
    private static final List<Integer> AWAY = List.of(1290, 1836, 3989, 1317, 1927);

    /** The most blocks of a lost counter that proxies may still hold, all proxies together. */
    private static final int LOST_BLOCKS = 100;

    /** The most shards that one statement reads. */
    private static final int SHARDS_AT_ONCE = 200;

    private final Topology topology;
    private final ServerAccess access;
    private final Sequence sequence;
    private final Keyspace.Sharded keyspace;
    private final String home;
    private final Pair pair;

    /** Statements for the pair or for the counter's shard wait. */
    private final boolean held;

    /** @throws NoNumbers when the topology has no open shard for the counter */
    Counter(Topology topology, ServerAccess access, Sequence sequence) throws NoNumbers {
        if (!(topology.keyspaces().get(sequence.keyspace()) instanceof Keyspace.Sharded sharded)) {
            throw new NoNumbers("there is no keyspace " + sequence.keyspace());
        }
        ShardId lowest = sharded.ranges().firstShard();
        if (lowest == null) {
            throw new NoNumbers("no shard of " + sharded.name() + " is open");
        }
        this.topology = topology;
        this.access = access;
        this.sequence = sequence;
        this.keyspace = sharded;
        this.home = sharded.databases().databaseOf(lowest);
        String name = String.valueOf(sharded.ranges().pairOf(lowest.number()));
        Pair found = topology.pairs().get(name);
        if (found == null) {
            throw new NoNumbers("there is no pair " + name);
        }
        this.pair = found;
        this.held = found.held()
                || sharded.ranges().within(lowest.number(), lowest.number()).stream()
                        .anyMatch(ShardRange::held);
    }

    /**
     * Takes a block of numbers.
     *
     * @param wanted the size of the block
     * @param floor the smallest number that the block may begin with
     * @param block the usual size of a block, which other proxies take
     * @throws CounterAway when the counter's pair or shard is changing, or about to
     */
    NumberBlock take(long wanted, long floor, int block) throws NoNumbers, CounterAway {
        try (Connection server = open(pair, held ? HELD_TIMEOUT : TIMEOUT)) {
            return taken(server, wanted, floor, block);
        } catch (SQLException e) {
            if (held) {
                throw new CounterAway(e);
            }
            throw new NoNumbers(place() + " can't be advanced: " + e.getMessage(), e);
        }
    }

    private NumberBlock taken(Connection server, long wanted, long floor, int block)
            throws SQLException, NoNumbers, CounterAway {
        try {
            NumberBlock taken = advance(server, wanted, floor);
            if (taken != null) {
                return taken;
            }
            recount(server, block);
            taken = advance(server, wanted, floor);
            if (taken == null) {
                throw new NoNumbers(place() + " was counted anew, and another proxy has moved it meanwhile: try again");
            }
            return taken;
        } catch (SQLException e) {
            // If the server took the block before the error, its numbers are a gap.
            if (isPassing(e)) {
                throw new CounterAway(e);
            }
            throw e;
        }
    }

    /** Whether an established connection failed because the counter's place is changing. */
    private static boolean isPassing(SQLException e) {
        return AWAY.contains(e.getErrorCode()) || ServerConnection.isLost(e);
    }

    /** The counter's place, for messages. */
    private String place() {
        return "its counter in " + home + " on pair " + pair.name() + " ("
                + pair.primary().address() + ")";
    }

    private Connection open(Pair of, Duration timeout) throws SQLException {
        try {
            Account account =
                    topology.account(Account.DATA).orElseThrow(() -> new SQLException("there is no account data"));
            return access.open(of.primary(), account, timeout);
        } catch (Secrets.SecretMissing e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    /** Null when there is no row to advance. */
    private @Nullable NumberBlock advance(Connection server, long wanted, long floor) throws SQLException {
        try {
            long first = BaseTables.holding(server, List.of(table(home)), () -> advanced(server, wanted, floor));
            return first == 0 ? null : new NumberBlock(first, first + wanted);
        } catch (SQLException e) {
            if (MISSING.contains(e.getErrorCode())) {
                return null;
            }
            throw e;
        }
    }

    /** The first of the numbers, or 0 when there is no row to advance. */
    private long advanced(Connection server, long wanted, long floor) throws SQLException {
        try (PreparedStatement update = server.prepareStatement("UPDATE "
                + table(home).quoted() + " SET next_number = LAST_INSERT_ID(GREATEST(next_number, ?)) + ?"
                + " WHERE sequence = ? AND next_number > 0 AND server_id = @@server_id")) {
            update.setLong(1, floor);
            update.setLong(2, wanted);
            update.setString(3, sequence.counter());
            if (update.executeUpdate() == 0) {
                return 0;
            }
        }
        return Answers.first(server, "SELECT LAST_INSERT_ID()", row -> row.getLong(1))
                .orElseThrow();
    }

    // --- counting anew

    private void recount(Connection server, int block) throws SQLException, CounterAway {
        try (Statement create = server.createStatement()) {
            create.execute(SequenceTable.create(home));
        }
        long counted = 0;
        long used = 0;
        for (Map.Entry<Pair, List<String>> next : databases().entrySet()) {
            Pair of = next.getKey();
            try (Connection other = openToCount(of)) {
                try {
                    counted = Math.max(counted, countersOf(other, next.getValue()));
                    used = Math.max(used, largestOf(other, next.getValue()));
                } catch (SQLException e) {
                    if (isPassing(e)) {
                        throw new CounterAway(uncounted(of, e));
                    }
                    throw uncounted(of, e);
                }
            }
        }
        long next = counted == 0 ? Math.max(1, used + 1) : Math.max(counted, used + 1) + (long) LOST_BLOCKS * block;
        BaseTables.holding(server, List.of(table(home)), () -> {
            try (PreparedStatement insert = server.prepareStatement("INSERT INTO "
                    + table(home).quoted()
                    + " (sequence, next_number, server_id) VALUES (?, ?, @@server_id) ON DUPLICATE KEY UPDATE"
                    + " next_number = GREATEST(ABS(next_number), VALUES(next_number)), server_id = @@server_id")) {
                insert.setString(1, sequence.counter());
                insert.setLong(2, next);
                return insert.executeUpdate();
            }
        });
        log.atInfo()
                .addKeyValue("sequence", sequence)
                .addKeyValue("database", home)
                .addKeyValue(LogKeys.PAIR, pair.name())
                .addKeyValue("next_number", next)
                .log("The numbers of a sequence were counted from its rows");
    }

    private Connection openToCount(Pair of) throws SQLException, CounterAway {
        try {
            return open(of, COUNTING_TIMEOUT);
        } catch (SQLException e) {
            if (of.held()) {
                throw new CounterAway(uncounted(of, e));
            }
            throw uncounted(of, e);
        }
    }

    private SQLException uncounted(Pair of, SQLException why) {
        String message = "it has to be counted anew, and pair " + of.name() + " can't be asked which numbers of "
                + sequence + " are used: " + why.getMessage();
        return why.getErrorCode() == BaseTables.NOT_A_BASE_TABLE
                ? new SQLException(message, why.getSQLState(), why.getErrorCode(), why)
                : new SQLException(message, why);
    }

    /** The databases of all open shards, by pair. */
    private Map<Pair, List<String>> databases() throws SQLException {
        Map<Pair, List<String>> databases = new LinkedHashMap<>();
        for (ShardRange range : keyspace.ranges().ranges()) {
            Pair of = topology.pairs().get(range.pair());
            if (of == null) {
                throw new SQLException("there is no pair " + range.pair());
            }
            List<String> names = databases.computeIfAbsent(of, none -> new ArrayList<>());
            for (int shard = range.first(); shard <= range.last(); shard++) {
                names.add(keyspace.databases().databaseOf(new ShardId(shard)));
            }
        }
        return databases;
    }

    /**
     * The largest value of the sequence's counters on these shards, or 0. Disables the counters outside of the home
     * shard.
     */
    private long countersOf(Connection server, List<String> shards) throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement ask =
                server.prepareStatement("SELECT TABLE_SCHEMA FROM information_schema.TABLES WHERE TABLE_NAME = ?")) {
            ask.setString(1, Sequence.TABLE);
            try (ResultSet rows = ask.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
        }
        found.retainAll(shards);
        long counted = 0;
        for (String database : found) {
            TableName counter = table(database);
            counted = Math.max(counted, BaseTables.holding(server, List.of(counter), () -> counterOf(server, counter)));
        }
        return counted;
    }

    private long counterOf(Connection server, TableName counter) throws SQLException {
        if (!counter.database().equals(home)) {
            // A proxy that still takes this shard for the lowest gets no number here any more.
            execute(server, "UPDATE " + counter.quoted() + " SET next_number = -ABS(next_number) WHERE sequence = ?");
        }
        try (PreparedStatement ask =
                server.prepareStatement("SELECT ABS(next_number) FROM " + counter.quoted() + " WHERE sequence = ?")) {
            ask.setString(1, sequence.counter());
            try (ResultSet rows = ask.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }

    private void execute(Connection server, String sql) throws SQLException {
        try (PreparedStatement statement = server.prepareStatement(sql)) {
            statement.setString(1, sequence.counter());
            statement.executeUpdate();
        }
    }

    private long largestOf(Connection server, List<String> shards) throws SQLException {
        long largest = 0;
        for (int from = 0; from < shards.size(); from += SHARDS_AT_ONCE) {
            List<TableName> tables = shards.subList(from, Math.min(shards.size(), from + SHARDS_AT_ONCE)).stream()
                    .map(database -> new TableName(database, sequence.table()))
                    .toList();
            largest = Math.max(largest, BaseTables.holding(server, tables, () -> largestIn(server, tables)));
        }
        return largest;
    }

    private long largestIn(Connection server, List<TableName> tables) throws SQLException {
        String column = SqlText.quoteName(sequence.column());
        String each = tables.stream()
                .map(table -> "SELECT MAX(" + column + ") AS largest FROM " + table.quoted())
                .collect(Collectors.joining(" UNION ALL "));
        return Answers.first(server, "SELECT MAX(largest) FROM (" + each + ") AS shards", row -> row.getLong(1))
                .orElse(0L);
    }

    private static TableName table(String database) {
        return SequenceTable.in(database);
    }
}
