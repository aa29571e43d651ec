package io.pinion.operations.restore;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.TableDefinition;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.export.ExportPace;
import io.pinion.operations.export.Manifest;
import io.pinion.operations.restore.ExportedShards.ShardFile;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one shard that come back, in a database beside its own. Blocks; for one thread.
 *
 * @param primary of the shard's pair, as the operator
 * @param database the shard's own
 */
record RestoredShard(ServerConnection primary, String database) {
    static final String RESTORED = "_restored";
    static final String REPLACED = "_replaced";

    /** A table that is made behind the last row: who has it has got all of them. */
    private static final String WHOLE = "pinion restored";

    /** Statements of clients queue up behind a RENAME that waits for a table. */
    private static final int LOCK_TIMEOUT_SECONDS = 1;

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    private static final int TRIES = 60;

    /** More ids than clients take in the moments of one try. */
    private static final long IDS_MEANWHILE = 1_000_000;

    /** The database that gets the rows. */
    String restored() {
        return database + RESTORED;
    }

    /** The database to which the rows of now go. */
    String replaced() {
        return database + REPLACED;
    }

    /** What keeps the rows from coming back; empty for nothing. */
    Optional<String> obstacle() throws SQLException {
        List<String> databases = primary.databases();
        for (String name : List.of(restored(), replaced())) {
            if (databases.contains(name)) {
                return Optional.of("there is a database " + name + " on " + primary + ": drop it if nobody needs it");
            }
        }
        return Optional.empty();
    }

    /** Refuses triggers and foreign keys of these tables, which a RENAME between databases refuses or takes along. */
    void requireUnbound() throws SQLException, OperationRefused {
        List<String> tables = live();
        if (tables.isEmpty()) {
            return;
        }
        String of = " = " + SqlText.quote(database);
        String named = tables.stream().map(SqlText::quote).collect(Collectors.joining(", ", " IN (", ")"));
        List<String> bound = new ArrayList<>(primary.firstColumn(
                "SELECT CONCAT('trigger ', trigger_name) FROM information_schema.triggers WHERE event_object_schema"
                        + of + " AND event_object_table" + named));
        bound.addAll(primary.firstColumn("SELECT CONCAT('foreign key ', constraint_name) FROM"
                + " information_schema.referential_constraints WHERE (constraint_schema" + of + " AND table_name"
                + named
                + ") OR (unique_constraint_schema" + of + " AND referenced_table_name" + named + ")"));
        if (!bound.isEmpty()) {
            throw new OperationRefused(
                    String.join(", ", bound) + " of " + database + " can't go to another database with"
                            + " its table: drop it, FINISH OPERATION, and make it again; or take the rows that you want"
                            + " (INSERT … SELECT), and REVERT OPERATION");
        }
    }

    // --- loading

    /** Makes the database anew, without what an earlier attempt has left. */
    void begin() throws SQLException {
        List<String> texts = primary.firstColumn("SELECT CONCAT(' CHARACTER SET ', default_character_set_name,"
                + " ' COLLATE ', default_collation_name) FROM information_schema.schemata WHERE schema_name = "
                + SqlText.quote(database));
        drop();
        primary.execute(List.of(
                "CREATE DATABASE " + SqlText.quoteName(restored()) + String.join("", texts),
                "USE " + SqlText.quoteName(restored()),
                // A table that is gone by now may refer to others.
                "SET SESSION foreign_key_checks = 0"));
    }

    /** Makes the table as it is now, or as it was where a column of the export is gone, and gives it its rows. */
    LoadedFile load(ExportedShards export, ShardFile file, ExportPace pace) throws SQLException, OperationRefused {
        String table = file.table().name();
        List<String> exported =
                file.table().columns().stream().map(Manifest.Column::name).toList();
        boolean there = tables(database).contains(table);
        List<String> gone = new ArrayList<>();
        if (there) {
            gone.addAll(exported);
            gone.removeAll(columns(database, table));
        }
        primary.execute(List.of(
                there && gone.isEmpty()
                        ? "CREATE TABLE " + in(restored(), table) + " LIKE " + in(database, table)
                        : file.table().definition()));
        List<String> added = new ArrayList<>(columns(restored(), table));
        added.removeAll(exported);
        Warnings warnings = new Warnings();
        try (Statement statement = primary.jdbc().createStatement()) {
            statement.setEscapeProcessing(false);
            export.read(file.part(), sql -> {
                statement.execute(sql);
                warnings.add(statement.getWarnings());
                pace.read(Math.max(0, statement.getUpdateCount()), sql.length());
            });
        }
        requireAll(table, file.part());
        String first = warnings.count == 0 ? "" : in(restored(), table) + ": " + warnings.first;
        return new LoadedFile(table, added, gone, warnings.count, first);
    }

    /** How many there were, and the first: a shard may have millions. */
    private static final class Warnings {
        /** WARN_DATA_TRUNCATED, of a range, of NULL and of a default: their messages name columns, and no values. */
        private static final Set<Integer> WITHOUT_VALUES = Set.of(1265, 1264, 1048, 1364);

        private long count;
        private String first = "";

        void add(@Nullable SQLWarning warnings) {
            for (SQLWarning warning = warnings; warning != null; warning = warning.getNextWarning()) {
                if (count++ == 0) {
                    first = WITHOUT_VALUES.contains(warning.getErrorCode())
                            ? String.valueOf(warning.getMessage())
                            : "warning " + warning.getErrorCode();
                }
            }
        }
    }

    /** Those to which a row gives a value. */
    private List<String> columns(String of, String table) throws SQLException {
        TableShape shape = BaseTables.asking(
                primary.jdbc(),
                List.of(new TableName(of, table)),
                held -> TableShape.read(held.getFirst(), primary.dialect()));
        return shape.stored().stream().map(ColumnShape::name).toList();
    }

    private void requireAll(String table, Manifest.Part part) throws SQLException, OperationRefused {
        String rows = primary.firstColumn("SELECT COUNT(*) FROM " + in(restored(), table))
                .getFirst();
        if (!rows.equals(Long.toString(part.rows()))) {
            throw new OperationRefused(
                    in(restored(), table) + " has " + rows + " rows, and " + part.path() + " " + part.rows());
        }
        TableName name = new TableName(restored(), table);
        if (part.autoIncrement() > 0) {
            primary.setCounter(name, part.autoIncrement());
        }
    }

    /** Says, to a server that gets it by replication as well, that the database has all that was loaded. */
    void end() throws SQLException {
        primary.execute(List.of("CREATE TABLE " + in(restored(), WHOLE) + " (nothing INT NOT NULL PRIMARY KEY)"));
    }

    /** Those of the restored tables that are in the shard's own database, too. */
    private List<String> live() throws SQLException {
        List<String> restored = tables(restored());
        return tables(database).stream().filter(restored::contains).toList();
    }

    private List<String> tables(String of) throws SQLException {
        return in(primary, of).stream().map(TableName::table).toList();
    }

    /** The tables of a database, but for that of {@link #end}. */
    static List<TableName> in(ServerConnection primary, String database) throws SQLException {
        return BaseTables.in(primary.jdbc(), database).stream()
                .filter(table -> !table.table().equals(WHOLE))
                .toList();
    }

    /** Drops the restored rows, if they are there. */
    void drop() throws SQLException {
        primary.execute(List.of("DROP DATABASE IF EXISTS " + SqlText.quoteName(restored())));
    }

    // --- taking their place

    /**
     * Whether the restored rows are in their place. A server that has the database beside has them there, also where they
     * were in their place before a promotion by force.
     *
     * @param noted whether the journal says so, of one whose replaced rows somebody has dropped already
     */
    boolean isSwapped(boolean noted) throws SQLException {
        List<String> databases = primary.databases();
        return !databases.contains(restored()) && (noted || databases.contains(replaced()));
    }

    /** Refuses rows that somebody has dropped, or that a promotion by force has lost. */
    void requireWhole() throws SQLException, OperationRefused {
        boolean whole = BaseTables.in(primary.jdbc(), restored()).stream()
                .anyMatch(table -> table.table().equals(WHOLE));
        if (!whole) {
            throw new OperationRefused(
                    restored() + " on " + primary + " lacks what was loaded: somebody has dropped it, or"
                            + " a promotion by force has lost it. REVERT OPERATION, and restore anew");
        }
    }

    /** Refuses tables that were changed meanwhile. */
    void requireAlike() throws SQLException, OperationRefused {
        for (String table : live()) {
            List<TableName> both = List.of(new TableName(database, table), new TableName(restored(), table));
            Optional<String> difference =
                    BaseTables.<Optional<String>, SQLException>asking(primary.jdbc(), both, held -> {
                        List<TableDefinition> read = List.copyOf(
                                TableDefinition.read(held, primary.dialect()).values());
                        TableDefinition now = read.getFirst();
                        TableDefinition then = read.getLast();
                        return now.missingIn(then).or(() -> then.missingIn(now));
                    });
            if (difference.isPresent()) {
                throw new OperationRefused(
                        "table " + in(database, table) + " has another definition than the restored one ("
                                + difference.get()
                                + "): take the rows that you want (INSERT … SELECT), or REVERT OPERATION, make"
                                + " them alike by ALTER TABLE, and restore anew");
            }
        }
    }

    /**
     * Puts the restored tables in the place of those of now, all in one moment.
     *
     * @param objects tells tables whose counter makes ids
     */
    void swap(RunningOperation operation, Predicate<String> objects) throws SQLException, OperationRefused {
        List<String> tables = tables(restored());
        if (!tables.isEmpty()) {
            List<String> live = live();
            primary.execute(List.of("CREATE DATABASE IF NOT EXISTS " + SqlText.quoteName(replaced())));
            List<String> renames = new ArrayList<>();
            for (String table : tables) {
                if (live.contains(table)) {
                    renames.add(in(database, table) + " TO " + in(replaced(), table));
                }
                renames.add(in(restored(), table) + " TO " + in(database, table));
            }
            rename("RENAME TABLE " + String.join(", ", renames), () -> raiseCounters(live, objects), operation);
        }
        drop();
    }

    /**
     * A number that was given once isn't given again, also to a row of which nobody knows any more; nor one that a client
     * gets between this look and the RENAME.
     */
    private void raiseCounters(List<String> tables, Predicate<String> objects) throws SQLException {
        if (tables.isEmpty()) {
            return;
        }
        Map<TableName, Long> now = primary.counters(
                tables.stream().map(table -> new TableName(database, table)).toList());
        Map<TableName, Long> then = primary.counters(
                tables.stream().map(table -> new TableName(restored(), table)).toList());
        for (Map.Entry<TableName, Long> counter : now.entrySet()) {
            String table = counter.getKey().table();
            TableName restored = new TableName(restored(), table);
            long headroom = objects.test(table) ? IDS_MEANWHILE : 0;
            if (then.getOrDefault(restored, 0L) < counter.getValue() + headroom) {
                primary.setCounter(restored, counter.getValue() + 2 * headroom);
            }
        }
    }

    /** What is done with the counters before each try. */
    @FunctionalInterface
    private interface Counters {
        void raise() throws SQLException;
    }

    private void rename(String statement, Counters counters, RunningOperation operation)
            throws SQLException, OperationRefused {
        primary.execute(List.of("SET SESSION lock_wait_timeout=" + LOCK_TIMEOUT_SECONDS));
        for (int tries = 1; ; tries++) {
            operation.requireMayGoOn();
            try {
                counters.raise();
                primary.execute(List.of(statement));
                return;
            } catch (SQLException e) {
                if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                    throw e;
                }
                if (tries == TRIES) {
                    throw new OperationRefused("tables of " + database + " on " + primary
                            + " are used by transactions that don't end (SHOW PROCESSLIST there): FINISH OPERATION "
                            + operation.number() + " again when they have");
                }
            }
            operation.pause(BETWEEN_TRIES);
        }
    }

    private static String in(String database, String table) {
        return new TableName(database, table).quoted();
    }
}
