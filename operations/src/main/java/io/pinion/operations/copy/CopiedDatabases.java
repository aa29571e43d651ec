package io.pinion.operations.copy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.sql.TableTexts;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Makes the databases and tables of a server on another one, on several connections: a server waits for its disk
 * with each. Blocks; one run, by one thread.
 */
final class CopiedDatabases {
    private static final int DATABASE_EXISTS = 1007;

    private static final long LOOK_EVERY_MILLIS = 100;

    private final Watch watch;
    private final Set<String> made = ConcurrentHashMap.newKeySet();
    private final AtomicInteger tablesMade = new AtomicInteger();
    private final AtomicReference<SQLException> failed = new AtomicReference<>();

    CopiedDatabases(Watch watch) {
        this.watch = watch;
    }

    /** Asked again and again on the thread that runs this, which may pause there. */
    @FunctionalInterface
    interface Watch {
        void look(int tablesMade) throws OperationRefused;
    }

    /** @param asked the connection on which the tables are asked about */
    record Wanted(List<String> databases, ServerConnection asked, List<HeldTable> tables) {}

    /** The texts that make a database and its tables. */
    private record Texts(String database, String definition, List<String> tables) {}

    /** The databases of its making that may be there, also after an early end. */
    List<String> made() {
        return List.copyOf(made);
    }

    /** @param targets connections to the target, at least one; this thread doesn't use them meanwhile */
    void run(Wanted wanted, List<ServerConnection> targets) throws SQLException, OperationRefused {
        Queue<Texts> waiting = new ConcurrentLinkedQueue<>(texts(wanted));
        try (Workers workers = new Workers("pinion-make", targets.size(), targets.size())) {
            CompletableFuture<?> all = CompletableFuture.allOf(targets.stream()
                    .map(target -> CompletableFuture.runAsync(() -> make(target, waiting), workers))
                    .toArray(CompletableFuture[]::new));
            try {
                await(all);
            } finally {
                // What waits is never begun; what runs is awaited, so that nothing is made behind this.
                waiting.clear();
                all.join();
            }
        }
        SQLException why = failed.get();
        if (why != null) {
            throw why;
        }
        compare(wanted, targets.getFirst());
    }

    private void await(CompletableFuture<?> all) throws OperationRefused {
        while (!all.isDone()) {
            watch.look(tablesMade.get());
            try {
                all.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                // Looks again, or the caller finds out.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OperationRefused("interrupted");
            }
        }
    }

    private List<Texts> texts(Wanted wanted) throws SQLException, OperationRefused {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        wanted.databases().forEach(database -> tables.put(database, new ArrayList<>()));
        for (HeldTable table : wanted.tables()) {
            watch.look(0);
            String definition = table.definition();
            TableTexts.requireDefinition(definition, table.toString());
            Objects.requireNonNull(tables.get(table.name().database())).add(definition);
        }
        List<Texts> texts = new ArrayList<>();
        for (Map.Entry<String, List<String>> database : tables.entrySet()) {
            texts.add(new Texts(database.getKey(), definition(wanted.asked(), database.getKey()), database.getValue()));
        }
        return texts;
    }

    private static String definition(ServerConnection server, String database) throws SQLException {
        return Answers.first(
                        server.jdbc(), "SHOW CREATE DATABASE " + SqlText.quoteName(database), row -> row.getString(2))
                .orElseThrow();
    }

    /** Makes what waits, until something has failed. */
    private void make(ServerConnection target, Queue<Texts> waiting) {
        for (Texts next = waiting.poll(); next != null && failed.get() == null; next = waiting.poll()) {
            try {
                make(target, next);
            } catch (SQLException e) {
                failed.compareAndSet(null, e);
            }
        }
    }

    private void make(ServerConnection target, Texts texts) throws SQLException {
        made.add(texts.database());
        try {
            target.execute(List.of(texts.definition()));
        } catch (SQLException e) {
            if (e.getErrorCode() == DATABASE_EXISTS) {
                made.remove(texts.database()); // Another client's database.
            }
            throw e;
        }
        target.execute(List.of("USE " + SqlText.quoteName(texts.database())));
        for (String table : texts.tables()) {
            if (failed.get() != null) {
                return;
            }
            target.execute(List.of(table));
            tablesMade.incrementAndGet();
        }
    }

    private void compare(Wanted wanted, ServerConnection target) throws SQLException, OperationRefused {
        List<HeldTable> all = wanted.tables();
        for (int from = 0; from < all.size(); from += CopyCheck.ASKED_AT_ONCE) {
            watch.look(tablesMade.get());
            compare(target, all.subList(from, Math.min(all.size(), from + CopyCheck.ASKED_AT_ONCE)));
        }
    }

    private static void compare(ServerConnection target, List<HeldTable> tables) throws SQLException {
        List<TableName> names = tables.stream().map(HeldTable::name).toList();
        Map<TableName, TableDefinition> wanted = TableDefinition.read(tables, target.dialect());
        Map<TableName, TableDefinition> there =
                BaseTables.asking(target.jdbc(), names, held -> TableDefinition.read(held, target.dialect()));
        for (TableName table : names) {
            TableDefinition here = Objects.requireNonNull(wanted.get(table));
            TableDefinition copy = Objects.requireNonNull(there.get(table));
            if (!copy.equals(here)) {
                throw new SQLException("the target makes another table of " + table + " than it is: it has "
                        + copy.missingIn(here).orElse("nothing else") + " where the source has "
                        + here.missingIn(copy).orElse("nothing")
                        + "; compare the servers' settings for tables");
            }
        }
    }
}
