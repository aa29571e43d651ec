package io.pinion.operations.copy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds everything that can't be copied exactly, and everything that is in the way on the target. Changes nothing;
 * blocks.
 */
final class CopyCheck {
    /** The triggers of Pinion itself, which makes them anew where they are needed. */
    private static final String OWN_TRIGGERS = "pinion\\_%";

    private static final int LOCK_SECONDS = 5;

    /**
     * Tables in one question. MariaDB makes a table of its own on disk for each of the parts about columns, and takes
     * five times as long for one of 200 as for one of 50.
     */
    static final int ASKED_AT_ONCE = 50;

    private static final int DATABASES_AT_ONCE = 100;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final ServerConnection source;
    private final ServerConnection target;
    private final Set<String> databases;
    private final Collection<String> absent;
    private final List<String> problems = new ArrayList<>();

    private final CopyControl control;
    private final Holding holding;

    private CopyCheck(
            ServerConnection source,
            ServerConnection target,
            Collection<String> databases,
            Collection<String> absent,
            CopyControl control,
            Holding holding) {
        this.source = source;
        this.target = target;
        this.control = control;
        this.databases = new HashSet<>(databases);
        this.absent = absent;
        this.holding = holding;
    }

    /**
     * A check of databases that clients use meanwhile.
     *
     * @param absent those that the target must not have
     */
    static CopyCheck of(
            ServerConnection source,
            ServerConnection target,
            Collection<String> databases,
            Collection<String> absent,
            CopyControl control) {
        return new CopyCheck(
                source, target, databases, absent, control, (some, question) -> whileHeld(source, some, question));
    }

    /** Some at a time, since whoever changes the definition of one waits meanwhile, and all its users with him. */
    private static void whileHeld(
            ServerConnection source, List<String> databases, BaseTables.Question<Boolean, SQLException> question)
            throws SQLException {
        source.execute(List.of("SET SESSION lock_wait_timeout=" + LOCK_SECONDS));
        try {
            List<TableName> names = source.baseTables(databases);
            for (int from = 0; from < names.size(); from += ASKED_AT_ONCE) {
                BaseTables.asking(
                        source.jdbc(), names.subList(from, Math.min(names.size(), from + ASKED_AT_ONCE)), question);
            }
        } catch (SQLException e) {
            throw e.getErrorCode() == LOCK_WAIT_TIMEOUT
                    ? new SQLException(
                            "a table of " + databases.getFirst() + " to " + databases.getLast() + " on " + source
                                    + " is locked, or about to be changed: try again",
                            e.getSQLState(),
                            e.getErrorCode(),
                            e)
                    : e;
        } finally {
            source.execute(List.of("SET SESSION lock_wait_timeout=DEFAULT"));
        }
    }

    /**
     * @param asked a connection beside that of the snapshot
     * @param tables of the snapshot, to be asked about there
     * @param control asked again and again, since there may be thousands of databases
     */
    static CopyCheck of(
            List<String> databases,
            ServerConnection asked,
            List<HeldTable> tables,
            ServerConnection target,
            CopyControl control) {
        return new CopyCheck(asked, target, databases, databases, control, (some, question) -> {
            Set<String> wanted = Set.copyOf(some);
            List<HeldTable> found = tables.stream()
                    .filter(table -> wanted.contains(table.name().database()))
                    .toList();
            for (int from = 0; from < found.size(); from += ASKED_AT_ONCE) {
                question.ask(found.subList(from, Math.min(found.size(), from + ASKED_AT_ONCE)));
            }
        });
    }

    /** Asks about the base tables of some databases while they are held, some hundred at a time. */
    @FunctionalInterface
    private interface Holding {
        void look(List<String> databases, BaseTables.Question<Boolean, SQLException> question) throws SQLException;
    }

    /** The problems, each in words with the way out. */
    List<String> problems() throws SQLException, OperationRefused {
        servers();
        Set<String> there = new HashSet<>(source.databases());
        List<String> found = databases.stream().sorted().filter(there::contains).toList();
        databases.stream()
                .sorted()
                .filter(database -> !there.contains(database))
                .forEach(database -> problems.add(source + " has no database " + database));
        for (int from = 0; from < found.size(); from += DATABASES_AT_ONCE) {
            control.requireMayGoOn();
            int to = Math.min(found.size(), from + DATABASES_AT_ONCE);
            contents(found.subList(from, to));
            control.checked(to, found.size());
        }
        programs();
        Set<String> onTarget = new HashSet<>(target.databases());
        for (String database : absent) {
            if (onTarget.contains(database)) {
                leftovers(database);
            }
        }
        others(source);
        others(target);
        return problems;
    }

    /** MariaDB's replication compares database names without case, even where the server doesn't (11.4). */
    private void others(ServerConnection server) throws SQLException {
        Set<String> moved = databases.stream().map(CopyCheck::folded).collect(Collectors.toSet());
        for (String database : server.databases()) {
            if (moved.contains(folded(database)) && !databases.contains(database)) {
                problems.add(server + " has a database " + database + ", whose name differs from one of these in case"
                        + " alone, so that servers may take the one for the"
                        + " other: move its tables to another database first");
            }
        }
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private void servers() throws SQLException {
        if (!source.dialect().equals(target.dialect())) {
            problems.add(source + " is " + source.dialect().name() + ", but " + target + " is "
                    + target.dialect().name() + ": databases move within one product");
        }
        long from = RowWriter.packetBytes(source);
        long to = RowWriter.packetBytes(target);
        if (to < from) {
            problems.add(target + " takes packets of " + to + " bytes, and " + source + " of " + from
                    + ": SET GLOBAL max_allowed_packet = " + from + " there, and in its configuration");
        }
    }

    private void contents(List<String> some) throws SQLException {
        eachIn(
                some,
                "CONCAT(table_name, ' (', LOWER(table_type), ')') FROM information_schema.tables",
                "table_schema",
                " AND table_type <> 'BASE TABLE'",
                "is no plain table: only those are carried; drop it, and make it anew afterwards");
        Map<String, Set<String>> types = new TreeMap<>();
        holding.look(some, held -> tables(held, types));
        types.forEach(this::types);
        foreignKeys(some);
    }

    /** One question about all databases: for one about a hundred MariaDB takes longer. No view is opened for it. */
    private void programs() throws SQLException {
        String cure = "isn't carried: drop it, and make it anew afterwards";
        each(
                "SELECT event_object_schema, CONCAT('trigger ', trigger_name) FROM information_schema.triggers WHERE"
                        + " trigger_name NOT LIKE '" + OWN_TRIGGERS.replace("\\", "|") + "' ESCAPE '|'",
                cure);
        each(
                "SELECT routine_schema, CONCAT(LOWER(routine_type), ' ', routine_name) FROM"
                        + " information_schema.routines",
                cure);
        each("SELECT event_schema, CONCAT('event ', event_name) FROM information_schema.events", cure);
    }

    private boolean tables(List<HeldTable> held, Map<String, Set<String>> types) throws SQLException {
        each(
                source.dialect()
                        .ofEach(
                                held,
                                "SELECT table_schema, CONCAT(table_name, ' (', COALESCE(engine, 'no engine'), ')')"
                                        + " FROM information_schema.tables",
                                " AND COALESCE(engine, '') <> 'InnoDB'"),
                "is not of InnoDB, so no snapshot has it: ALTER TABLE … ENGINE=InnoDB first");
        Answers.forEach(
                source.jdbc(),
                source.dialect()
                        .ofEach(
                                held,
                                "SELECT DISTINCT table_schema, LOWER(data_type) FROM information_schema.columns",
                                ""),
                row -> types.computeIfAbsent(row.getString(1), database -> new TreeSet<>())
                        .add(row.getString(2)));
        return true;
    }

    private void eachIn(List<String> some, String found, String column, String rest, String why) throws SQLException {
        each(source.dialect().inEach(some, "SELECT " + column + ", " + found, column, rest), why);
    }

    private void each(String question, String why) throws SQLException {
        Answers.forEach(source.jdbc(), question, row -> {
            // MariaDB's information_schema knows no case.
            if (databases.contains(row.getString(1))) {
                problems.add(row.getString(1) + ": " + row.getString(2) + " " + why);
            }
        });
    }

    private void foreignKeys(List<String> some) throws SQLException {
        Answers.forEach(
                source.jdbc(),
                source.dialect()
                        .inEach(
                                some,
                                "SELECT DISTINCT constraint_schema, unique_constraint_schema FROM"
                                        + " information_schema.referential_constraints",
                                "constraint_schema",
                                ""),
                row -> {
                    if (databases.contains(row.getString(1)) && !databases.contains(row.getString(2))) {
                        problems.add(row.getString(1) + ": a foreign key refers to database " + row.getString(2)
                                + ", which isn't copied with it: drop the key, or copy both");
                    }
                });
    }

    private void types(String database, Set<String> types) {
        for (String type : types) {
            if (!new ColumnShape("", type, "", false).isKnown(source.dialect())) {
                problems.add(database + ": columns of type " + type + " are unknown to Pinion, which can't promise that"
                        + " it carries them exactly");
            }
        }
    }

    private void leftovers(String database) throws SQLException {
        int tables = target.firstColumn("SELECT table_name FROM information_schema.tables WHERE table_schema = "
                        + SqlText.quote(database))
                .size();
        problems.add(target + " has a database " + database + " already, with " + tables
                + " tables: look whether anybody needs it, and if nobody does, DROP DATABASE "
                + SqlText.quoteName(database) + " there");
    }
}
