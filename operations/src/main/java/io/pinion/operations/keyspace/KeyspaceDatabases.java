package io.pinion.operations.keyspace;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The databases of a keyspace on the primary of one of its pairs. Blocks; for one thread.
 *
 * @param names the database of a shard
 */
public record KeyspaceDatabases(ShardConnection primary, IntFunction<String> names, ShardRange range)
        implements AutoCloseable {
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);
    private static final int MOST_NAMED = 5;

    /** How many shards are entered in the journal by one write. */
    private static final int ENTERED_AT_ONCE = 32;

    String pair() {
        return range.pair();
    }

    /** Ends what an earlier attempt still runs here. */
    public void takeOver(WorkMark work) throws SQLException {
        primary.takeOver(work, LAST_STATEMENT);
    }

    /** What has such a name belongs to somebody else. */
    public void requireNone() throws SQLException, OperationRefused {
        Set<String> there = new HashSet<>(primary.databases());
        List<String> found = shards().mapToObj(names).filter(there::contains).toList();
        if (!found.isEmpty()) {
            throw new OperationRefused("the primary of pair " + range.pair() + " has databases of these names: "
                    + String.join(", ", found.subList(0, Math.min(MOST_NAMED, found.size())))
                    + (found.size() > MOST_NAMED ? " and " + (found.size() - MOST_NAMED) + " more" : "")
                    + "; take another DATABASE pattern, or drop them if nobody needs them");
        }
    }

    /** The server says what is wrong with a character set or collation that it doesn't know. */
    void requireTexts(KeyspaceShape shape) throws OperationRefused {
        if (shape.charset().isEmpty()) {
            return;
        }
        try {
            primary.firstColumn("SELECT CONVERT('' USING " + shape.charset() + ")"
                    + (shape.collation().isEmpty() ? "" : " COLLATE " + shape.collation()));
        } catch (SQLException e) {
            throw new OperationRefused("pair " + range.pair() + ": " + e.getMessage());
        }
    }

    /**
     * Makes those that are missing.
     *
     * @param statement makes the database of a shard
     */
    void make(RunningOperation operation, IntFunction<String> statement) throws SQLException, OperationRefused {
        Set<String> there = new HashSet<>(primary.databases());
        enterMade(operation, there);
        List<Integer> missing = shards().filter(shard -> !there.contains(names.apply(shard)))
                .boxed()
                .toList();
        operation.makeEach(missing, ENTERED_AT_ONCE, shard -> primary.execute(statement.apply(shard)));
    }

    /** An attempt that died has made some that it couldn't enter; others of these names may be somebody else's. */
    private void enterMade(RunningOperation operation, Set<String> there) throws OperationRefused {
        ShardSet begun = operation.progress().begun();
        List<Integer> made = shards().filter(shard -> begun.has(shard) && there.contains(names.apply(shard)))
                .boxed()
                .toList();
        if (!made.isEmpty()) {
            operation.update(
                    now -> now.withShards(now.done().with(made), now.begun().without(made), Map.of()));
        }
    }

    /**
     * Drops those that are there and empty.
     *
     * @param wanted of the pair's shards
     * @return those that have tables, and stay
     */
    List<String> drop(RunningOperation operation, IntPredicate wanted) throws SQLException, OperationRefused {
        Set<String> there = new HashSet<>(primary.databases());
        List<String> kept = new ArrayList<>();
        for (int shard : shards().filter(wanted).toArray()) {
            String database = names.apply(shard);
            if (!there.contains(database)) {
                continue;
            }
            operation.requireHeld(TaskLock.BRIEFLY);
            operation.tell("dropping " + database);
            if (primary.hasTables(database)) {
                kept.add(database);
            } else {
                primary.execute("DROP DATABASE " + SqlText.quoteName(database));
            }
        }
        return kept;
    }

    /** Those that have tables or views. */
    Set<String> withTables() throws SQLException {
        Set<String> used = new HashSet<>(primary.databasesWithTables());
        used.retainAll(shards().mapToObj(names).toList());
        return used;
    }

    private IntStream shards() {
        return IntStream.rangeClosed(range.first(), range.last());
    }

    @Override
    public void close() {
        primary.close();
    }
}
