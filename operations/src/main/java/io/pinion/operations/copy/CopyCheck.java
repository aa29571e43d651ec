package io.pinion.operations.copy;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
    private static final int ASKED_AT_ONCE = 200;
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
            ServerConnection source, ServerConnection target, Collection<String> databases, Collection<String> absent) {
        return new CopyCheck(
                source,
                target,
                databases,
                absent,
                CopyControl.NONE,
                (database, question) -> whileHeld(source, database, question));
    }

    private static void whileHeld(
            ServerConnection source, String database, BaseTables.Question<Boolean, SQLException> question)
            throws SQLException {
        source.execute(List.of("SET SESSION lock_wait_timeout=" + LOCK_SECONDS));
        try {
            BaseTables.asking(source.jdbc(), BaseTables.in(source.jdbc(), database), question);
        } catch (SQLException e) {
            throw e.getErrorCode() == LOCK_WAIT_TIMEOUT
                    ? new SQLException(
                            "a table of " + database + " on " + source
                                    + " is locked, or about to be changed: try again",
                            e.getSQLState(),
                            e.getErrorCode(),
                            e)
                    : e;
        } finally {
            source.execute(List.of("SET SESSION lock_wait_timeout=DEFAULT"));
        }
    }

    /** @param control asked before each database, since there may be thousands */
    static CopyCheck of(Snapshot source, ServerConnection target, CopyControl control) {
        return new CopyCheck(
                source.server(),
                target,
                source.databases(),
                source.databases(),
                control,
                (database, question) -> question.ask(source.tables(database)));
    }

    /** Asks about the base tables of a database while they are held. */
    @FunctionalInterface
    private interface Holding {
        void look(String database, BaseTables.Question<Boolean, SQLException> question) throws SQLException;
    }

    /** The problems, each in words with the way out. */
    List<String> problems() throws SQLException, Throttle.Cancelled {
        servers();
        for (String database : databases.stream().sorted().toList()) {
            if (control.isCancelled()) {
                throw new Throttle.Cancelled("cancelled");
            }
            if (isThere(source, database)) {
                contents(database);
            } else {
                problems.add(source + " has no database " + database);
            }
        }
        for (String database : absent) {
            leftovers(database);
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
                problems.add(
                        server + " has a database " + database + ", whose name differs from one of these in case alone,"
                                + " so that servers may take the one for the other: move its tables to another database first");
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
        long from = packetBytes(source);
        long to = packetBytes(target);
        if (to < from) {
            problems.add(target + " takes packets of " + to + " bytes, and " + source + " of " + from
                    + ": SET GLOBAL max_allowed_packet = " + from + " there, and in its configuration");
        }
    }

    /** The longest statement that the server takes, in bytes. */
    static long packetBytes(ServerConnection server) throws SQLException {
        return Long.parseLong(
                server.firstColumn("SELECT @@GLOBAL.max_allowed_packet").getFirst());
    }

    private static boolean isThere(ServerConnection server, String database) throws SQLException {
        return server.firstColumn("SELECT schema_name FROM information_schema.schemata WHERE schema_name = "
                        + SqlText.quote(database))
                .contains(database);
    }

    private void contents(String database) throws SQLException {
        String name = SqlText.quote(database);
        each(
                "SELECT CONCAT(table_name, ' (', LOWER(table_type), ')') FROM information_schema.tables WHERE"
                        + " table_type <> 'BASE TABLE' AND table_schema = " + name,
                database,
                "is no plain table: only those are carried; drop it, and make it anew afterwards");
        holding.look(database, held -> tables(database, held));
        // For a condition on the table's database a server looks into that one alone, for one on the trigger's into all
        // (MariaDB 11.4).
        each(
                "SELECT CONCAT('trigger ', trigger_name) FROM information_schema.triggers WHERE trigger_name NOT LIKE '"
                        + OWN_TRIGGERS.replace("\\", "|") + "' ESCAPE '|' AND event_object_schema = " + name,
                database,
                "isn't carried: drop it, and make it anew afterwards");
        each(
                "SELECT CONCAT(LOWER(routine_type), ' ', routine_name) FROM information_schema.routines WHERE"
                        + " routine_schema = " + name,
                database,
                "isn't carried: drop it, and make it anew afterwards");
        each(
                "SELECT CONCAT('event ', event_name) FROM information_schema.events WHERE event_schema = " + name,
                database,
                "isn't carried: drop it, and make it anew afterwards");
        foreignKeys(database);
    }

    private boolean tables(String database, List<HeldTable> held) throws SQLException {
        Set<String> types = new TreeSet<>();
        for (int from = 0; from < held.size(); from += ASKED_AT_ONCE) {
            List<HeldTable> some = held.subList(from, Math.min(held.size(), from + ASKED_AT_ONCE));
            each(
                    HeldTable.ofEach(
                            some,
                            "SELECT CONCAT(table_name, ' (', COALESCE(engine, 'no engine'), ')') FROM information_schema.tables",
                            " AND COALESCE(engine, '') <> 'InnoDB'"),
                    database,
                    "is not of InnoDB, so no snapshot has it: ALTER TABLE … ENGINE=InnoDB first");
            types.addAll(source.firstColumn(
                    HeldTable.ofEach(some, "SELECT LOWER(data_type) FROM information_schema.columns", "")));
        }
        types(database, types);
        return true;
    }

    private void each(String question, String database, String why) throws SQLException {
        for (String found : source.firstColumn(question)) {
            problems.add(database + ": " + found + " " + why);
        }
    }

    private void foreignKeys(String database) throws SQLException {
        for (String referenced : source.firstColumn("SELECT DISTINCT unique_constraint_schema FROM"
                + " information_schema.referential_constraints WHERE constraint_schema = " + SqlText.quote(database))) {
            if (!databases.contains(referenced)) {
                problems.add(database + ": a foreign key refers to database " + referenced
                        + ", which isn't copied with it: drop the key, or copy both");
            }
        }
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
        if (isThere(target, database)) {
            int tables = target.firstColumn("SELECT table_name FROM information_schema.tables WHERE table_schema = "
                            + SqlText.quote(database))
                    .size();
            problems.add(target + " has a database " + database + " already, with " + tables
                    + " tables: look whether anybody needs it, and if nobody does, DROP DATABASE "
                    + SqlText.quoteName(database) + " there");
        }
    }
}
