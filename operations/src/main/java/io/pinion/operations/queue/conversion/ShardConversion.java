package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.queue.BriefLocks;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.queue.PartitionRow.NotPartitioned;
import io.pinion.operations.queue.QueuePartitions;
import io.pinion.operations.queue.QueueServer;
import io.pinion.operations.queue.QueueShard;
import io.pinion.operations.queue.QueueTime;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.PartitionPlan.NewPartitions;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** Makes a queue of a table on one shard. Each attempt begins with nothing, or finds that it is done. Blocks; for one thread. */
final class ShardConversion {
    /** What one statement copies or compares, for at most about {@link #LONG}. */
    private static final int FIRST_ROWS = 500;

    private static final int MOST_ROWS = 20_000;
    private static final Duration LONG = Duration.ofMillis(200);

    /** Numbers that the old table may have given between a look and the switch, to rows that were taken back. */
    private static final long NUMBERS_AHEAD = 10_000;

    private final QueueServer primary;
    private final ServerConnection server;
    private final ServerConnection second;
    private final BriefLocks makers;
    private final Executor threads;
    private final TableName table;
    private final JobQueue queue;
    private final ConversionTables tables;
    private int rowsAtOnce = FIRST_ROWS;

    /**
     * @param second another connection to the primary, that may make triggers
     * @param threads has one for this
     */
    ShardConversion(QueueServer primary, ServerConnection second, Executor threads, QueueShard shard)
            throws SQLException {
        this.primary = primary;
        this.server = primary.server();
        this.second = second;
        this.makers = server.dialect().makesTriggers() == AccountRole.OPERATOR
                ? primary.locksFor(second, threads)
                : primary.locks();
        this.threads = threads;
        this.table = shard.table();
        this.queue = shard.queue().queue();
        this.tables = ConversionTables.of(table);
        server.execute(List.of(
                // Copying reads without locks only so (MySQL manual, "Locks Set by Different SQL Statements in
                // InnoDB").
                "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
                // DELETE by an alias is refused without a database, whatever names say.
                "USE " + SqlText.quoteName(table.database())));
        // Triggers keep the rules of their maker, and clients may have weaker ones.
        second.execute(List.of("SET SESSION sql_mode = ''"));
    }

    /**
     * What became of it.
     *
     * @param rows that were copied; 0 when it was done before
     * @param changes of clients that were taken over
     * @param pause of clients' statements at the switch
     */
    record Converted(long rows, long changes, Duration pause) {}

    Converted run(QueueTime time, ConversionPace pace) throws SQLException, InUse, OperationRefused {
        if (isConverted()) {
            removeLeft();
            return new Converted(0, 0, Duration.ZERO);
        }
        removeLeft();
        ConversionTexts texts = new ConversionTexts(SourceForm.read(server, table, queue), tables, queue);
        new EngineTable(second, table).requireUnreferred();
        try {
            create(texts, time, pace);
            ChangeReplay replay = new ChangeReplay(server, texts);
            TableSwitch change = new TableSwitch(primary, second, threads, texts, replay);
            long rows = copied(texts, replay, pace);
            change.run(
                    () -> {
                        makePartitions(time);
                        keepNumbers();
                    },
                    pace::wrote,
                    pace::pause);
            removeLeft();
            return new Converted(rows, replay.replayed(), change.pause());
        } catch (SQLException | InUse | OperationRefused e) {
            removeLeftBehind(e);
            throw e;
        }
    }

    private boolean isConverted() throws SQLException {
        return queue.isPartitioning(BaseTables.asking(
                server.jdbc(), List.of(table), held -> held.getFirst().definition()));
    }

    // --- what is left of an attempt

    private void removeLeftBehind(Exception cause) {
        try {
            if (!isConverted()) {
                removeLeft();
            }
        } catch (SQLException | InUse | OperationRefused e) {
            // The next attempt, or who cancels the operation, does it.
            cause.addSuppressed(e);
        }
    }

    /** Drops what only this has made. */
    void removeLeft() throws SQLException, InUse, OperationRefused {
        for (String event : List.of("INSERT", "UPDATE", "DELETE")) {
            makers.run("DROP TRIGGER IF EXISTS " + tables.trigger(event));
        }
        if (isConverted()) {
            requireNoChange();
        } else {
            requireGuard();
        }
        server.execute(List.of(
                ConversionTexts.dropped(tables.changes()),
                ConversionTexts.dropped(tables.next()),
                ConversionTexts.dropped(tables.former())));
    }

    /** A switch whose proxy has died may have been looked at by nobody. */
    private void requireNoChange() throws SQLException, OperationRefused {
        if (has(tables.changes())
                && !server.firstColumn("SELECT 1 FROM " + tables.changes().quoted() + " LIMIT 1")
                        .isEmpty()) {
            throw new OperationRefused(tables.changes() + " has the keys of rows that were changed at the switch of "
                    + table + ", and " + tables.former()
                    + " the rows; compare them with the queue's, and drop both tables then");
        }
    }

    /** The old table itself would have that name if somebody had taken the switch back by hand. */
    private void requireGuard() throws SQLException, OperationRefused {
        if (!has(tables.former())) {
            return;
        }
        List<String> columns = BaseTables.asking(
                server.jdbc(),
                List.of(tables.former()),
                held -> Answers.column(
                        held.getFirst().connection(),
                        "SELECT column_name FROM information_schema.columns WHERE "
                                + held.getFirst().condition()));
        if (!columns.equals(List.of(ConversionTables.GUARD))) {
            throw new OperationRefused(tables.former() + " is there, and " + table
                    + " is no queue: somebody has renamed tables by hand; rename or drop it first");
        }
    }

    private boolean has(TableName name) throws SQLException {
        return BaseTables.in(server.jdbc(), name.database()).contains(name);
    }

    // --- the way forth

    private void create(ConversionTexts texts, QueueTime time, ConversionPace pace)
            throws SQLException, OperationRefused {
        server.execute(texts.creation());
        makePartitions(time);
        String account = server.firstColumn("SELECT CURRENT_USER()").getFirst();
        int at = account.lastIndexOf('@');
        String definer = SqlText.quote(account.substring(0, at)) + "@" + SqlText.quote(account.substring(at + 1));
        for (String trigger : texts.triggers(definer)) {
            while (!isMade(trigger)) {
                pace.pause();
            }
        }
    }

    /** False when others had the table at each attempt. */
    private boolean isMade(String trigger) throws SQLException {
        try {
            makers.run(trigger);
            return true;
        } catch (InUse e) {
            return false;
        }
    }

    /** Of the next table, which no client uses. */
    private void makePartitions(QueueTime time) throws SQLException, OperationRefused {
        try {
            List<NewPartitions> missing = new QueuePartitions(tables.next(), server)
                    .plan(queue, time.now(server))
                    .missing();
            for (NewPartitions each : missing) {
                server.execute(List.of(each.statement(tables.next().quoted())));
            }
        } catch (NotPartitioned e) {
            throw new OperationRefused(e.getMessage());
        }
    }

    /** A number that was given to a row that is gone isn't given again. */
    private void keepNumbers() throws SQLException {
        List<String> counting = BaseTables.asking(
                server.jdbc(),
                List.of(table),
                held -> Answers.column(
                        held.getFirst().connection(),
                        "SELECT column_type FROM information_schema.columns WHERE "
                                + held.getFirst().condition() + " AND extra LIKE '%auto_increment%'"));
        if (!counting.isEmpty()) {
            boolean wide =
                    counting.getFirst().startsWith("int") || counting.getFirst().startsWith("bigint");
            Map<TableName, Long> counters = server.counters(List.of(table));
            server.setCounter(tables.next(), counters.getOrDefault(table, 1L) + (wide ? NUMBERS_AHEAD : 0));
        }
    }

    private long copied(ConversionTexts texts, ChangeReplay replay, ConversionPace pace)
            throws SQLException, OperationRefused {
        RowComparison comparison = new RowComparison(server, texts);
        long rows = 0;
        List<String> after = List.of();
        List<String> upTo;
        do {
            upTo = bound(texts, after);
            long begun = System.nanoTime();
            int copied = copy(texts.copy(after, upTo));
            rows += copied;
            pace.wrote(copied + replay.untilFew(pace::wrote));
            keepShort(System.nanoTime() - begun);
            after = upTo;
        } while (!upTo.isEmpty());
        do {
            upTo = bound(texts, after);
            comparison.part(after, upTo);
            pace.wrote(replay.untilFew(pace::wrote));
            after = upTo;
        } while (!upTo.isEmpty());
        return rows;
    }

    private int copy(String sql) throws SQLException {
        return BaseTables.<Integer, SQLException>holding(server.jdbc(), tables.used(), () -> {
            try (Statement statement = server.jdbc().createStatement()) {
                return statement.executeUpdate(sql);
            }
        });
    }

    private void keepShort(long nanos) {
        double share = (double) LONG.toNanos() / Math.max(1, nanos);
        rowsAtOnce = (int) Math.clamp(rowsAtOnce * Math.clamp(share, 0.5, 2.0), FIRST_ROWS, MOST_ROWS);
    }

    /** The key of the last row of the next part; empty when the rest is one. */
    private List<String> bound(ConversionTexts texts, List<String> after) throws SQLException {
        SourceForm form = texts.form();
        return BaseTables.holding(server.jdbc(), List.of(table), () -> form.bounds()
                .next(server.jdbc(), form.shape(), after, List.of(), rowsAtOnce));
    }
}
