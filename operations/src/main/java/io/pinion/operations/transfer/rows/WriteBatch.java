package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.RowLine;
import io.pinion.operations.copy.RowLoader;
import io.pinion.operations.copy.RowWriter;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.transfer.form.ImportSide;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are to be written, and keys that are to be deleted, in one transaction of each server. Deleted first: a key
 * may equal another one for the server, which ignores the case of letters. Blocks; for one thread.
 */
final class WriteBatch {
    private static final long MOST_BYTES = 12L << 20;
    private static final int MOST_ROWS = 40_000;
    private static final int KEYS_AT_ONCE = 200;
    private static final int ATTEMPTS = 10;

    /** A statement has more than the value. */
    private static final int OVERHEAD_BYTES = 1024;

    /** ER_TRUNCATED_WRONG_VALUE_FOR_FIELD, and a CHECK of MySQL's and of MariaDB's. */
    private static final Set<Integer> ABOUT_VALUES = Set.of(1366, 3819, 4025);

    private static final Set<Integer> TRY_AGAIN = Set.of(1205, 1213);

    private final ServerSessions sessions;

    private final Others others;

    private final RejectedRows rejected;

    private final Map<String, Map<TablePlace, Part>> servers = new LinkedHashMap<>();
    private long bytes;
    private long rows;

    /** @param rejected gets the rows that a server refuses */
    WriteBatch(ServerSessions sessions, Others others, RejectedRows rejected) {
        this.sessions = sessions;
        this.others = others;
        this.rejected = rejected;
    }

    /** What becomes of other rows with one of a written row's unique values. */
    sealed interface Others {
        /** They go. As long as all rows come from one table, such a row has changed, too, and comes again. */
        record ComeAgain() implements Others {}

        /**
         * They stay, and the written row is refused: of rows of several shards that come together, the second.
         *
         * @param mostlyNew whether hardly any of the written rows is there already
         */
        record Stay(boolean mostlyNew) implements Others {}
    }

    /**
     * What happens to one table in one place.
     *
     * @param rows as {@link RowLine}
     */
    private record Part(TablePlace at, Set<List<String>> gone, List<byte[]> rows) {}

    /** @param row as the places have it */
    void write(CarriedTable table, byte[] @Nullable [] row, long rowBytes, List<RowPlace> places)
            throws SQLException, OperationRefused {
        for (RowPlace place : places) {
            requireRoom(new TablePlace(place, table), row);
        }
        byte[] line = RowLine.of(row);
        for (RowPlace place : places) {
            Part part = part(place, table);
            part.rows().add(line);
            if (!(others instanceof Others.ComeAgain)) {
                // Only other rows than this one are in its way then.
                part.gone().add(table.key(row));
            }
        }
        bytes += rowBytes * places.size();
        rows += places.size();
    }

    private void requireRoom(TablePlace at, byte[] @Nullable [] row) throws SQLException, OperationRefused {
        ImportServer server = at.place().server();
        long most = sessions.packetBytes(server) - OVERHEAD_BYTES;
        for (byte[] value : row) {
            if (value != null && value.length > most) {
                throw new RowRefused(new RejectedRow(
                        at.key(row),
                        "it has a value of " + value.length + " bytes, which " + server
                                + " doesn't take: SET GLOBAL max_allowed_packet there, and in its configuration"));
            }
        }
    }

    /** @param key of the row in the old database */
    void delete(CarriedTable table, List<String> key, Collection<RowPlace> places) {
        for (RowPlace place : places) {
            // A key without a form there was never carried.
            table.keyIfAny(key, ImportSide.HOME, place.side())
                    .ifPresent(there -> part(place, table).gone().add(there));
            rows++;
        }
    }

    private Part part(RowPlace place, CarriedTable table) {
        return servers.computeIfAbsent(place.server().name(), name -> new LinkedHashMap<>())
                .computeIfAbsent(
                        new TablePlace(place, table), at -> new Part(at, new LinkedHashSet<>(), new ArrayList<>()));
    }

    boolean isFull() {
        return bytes >= MOST_BYTES || rows >= MOST_ROWS;
    }

    long bytes() {
        return bytes;
    }

    long rows() {
        return rows;
    }

    /** Commits all of it, server by server, and is empty then. */
    void flush() throws SQLException, OperationRefused {
        for (Map<TablePlace, Part> parts : servers.values()) {
            commit(List.copyOf(parts.values()));
        }
        servers.clear();
        bytes = 0;
        rows = 0;
    }

    private void commit(List<Part> parts) throws SQLException, OperationRefused {
        ImportServer server = parts.getFirst().at().place().server();
        for (int attempt = 1; ; attempt++) {
            boolean quick = attempt == 1;
            try {
                inTransaction(server, parts, quick);
                return;
            } catch (SQLException e) {
                if (ServerConnection.isLost(e)) {
                    throw e;
                }
                if (quick) {
                    continue;
                }
                if (!TRY_AGAIN.contains(e.getErrorCode()) || attempt >= ATTEMPTS) {
                    List<RowRefused> culprits = culprits(server, parts);
                    if (culprits.isEmpty()) {
                        throw e;
                    }
                    takeOut(culprits, parts);
                }
            }
        }
    }

    /** @param quick as files where servers take them, and without deleting rows of which hardly any can be there */
    private void inTransaction(ImportServer server, List<Part> parts, boolean quick) throws SQLException {
        boolean trustsNew = others instanceof Others.Stay(boolean mostlyNew) && mostlyNew && quick;
        ServerConnection connection = sessions.on(server);
        connection.jdbc().setAutoCommit(false);
        try {
            hold(connection, parts);
            if (!trustsNew) {
                deleteGone(connection, parts);
            }
            for (Part part : parts) {
                write(connection, part, part.rows(), quick);
            }
            connection.jdbc().commit();
        } catch (SQLException e) {
            connection.jdbc().rollback();
            throw e;
        } finally {
            connection.jdbc().setAutoCommit(true);
        }
    }

    private static void deleteGone(ServerConnection connection, List<Part> parts) throws SQLException {
        try (Statement statement = connection.jdbc().createStatement()) {
            statement.setEscapeProcessing(false);
            for (Part part : parts) {
                List<List<String>> keys = List.copyOf(part.gone());
                for (int from = 0; from < keys.size(); from += KEYS_AT_ONCE) {
                    statement.executeUpdate("DELETE FROM " + part.at().name().quoted()
                            + part.at()
                                    .bounds()
                                    .conditionOf(keys.subList(from, Math.min(keys.size(), from + KEYS_AT_ONCE))));
                }
            }
        }
    }

    private void write(ServerConnection connection, Part part, List<byte[]> rowsOfPart, boolean quick)
            throws SQLException {
        ImportServer server = part.at().place().server();
        TableShape table = part.at().shape();
        boolean loads = quick && !(others instanceof Others.Stay) && rowsOfPart.size() >= RowLoader.FEWEST;
        if (loads && sessions.loads(server)) {
            new RowLoader(connection, table).write(rowsOfPart);
        } else {
            insert(connection, server, table, rowsOfPart);
        }
    }

    private void insert(ServerConnection connection, ImportServer server, TableShape table, List<byte[]> lines)
            throws SQLException {
        long packetBytes = sessions.packetBytes(server);
        RowWriter writer = others instanceof Others.Stay
                ? new RowWriter(connection, table, packetBytes)
                : RowWriter.replacing(connection, table, packetBytes);
        for (byte[] row : lines) {
            writer.add(RowLine.values(row));
            if (writer.isFull()) {
                writer.write();
            }
        }
        writer.write();
    }

    /**
     * The rows that a server refuses, be it for what is there or for a row that is written with them, found by writing
     * row by row what is rolled back again.
     */
    private List<RowRefused> culprits(ImportServer server, List<Part> parts) throws SQLException, OperationRefused {
        ServerConnection connection = sessions.on(server);
        for (int attempt = 1; ; attempt++) {
            connection.jdbc().setAutoCommit(false);
            try {
                hold(connection, parts);
                deleteGone(connection, parts);
                return refused(connection, parts);
            } catch (SQLException e) {
                if (!TRY_AGAIN.contains(e.getErrorCode()) || attempt >= ATTEMPTS) {
                    throw e;
                }
            } finally {
                connection.jdbc().rollback();
                connection.jdbc().setAutoCommit(true);
            }
        }
    }

    private List<RowRefused> refused(ServerConnection connection, List<Part> parts)
            throws SQLException, OperationRefused {
        List<RowRefused> refused = new ArrayList<>();
        for (Part part : parts) {
            for (byte[] row : part.rows()) {
                try {
                    write(connection, part, List.of(row), false);
                } catch (SQLException e) {
                    if (TRY_AGAIN.contains(e.getErrorCode())) {
                        // It may have ended the transaction, with the rows before.
                        throw e;
                    }
                    refused.add(culprit(part, row, e));
                }
            }
        }
        return refused;
    }

    private static void hold(ServerConnection connection, List<Part> parts) throws SQLException {
        BaseTables.hold(
                connection.jdbc(), parts.stream().map(part -> part.at().name()).toList());
    }

    /** @throws OperationRefused another row would be refused, too */
    private static RowRefused culprit(Part part, byte[] line, SQLException why) throws OperationRefused {
        CarriedKey row = part.at().key(RowLine.values(line));
        String words = part.at().place() + " refuses it: " + why.getMessage();
        if (ofValues(why)) {
            return new RowRefused(new RejectedRow(row, words));
        }
        throw new OperationRefused("the row " + row + " can't be written: " + words);
    }

    /** Classes "data exception" and "integrity constraint violation", and what the servers put into HY000. */
    private static boolean ofValues(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("22") || state.startsWith("23") || ABOUT_VALUES.contains(e.getErrorCode());
    }

    private void takeOut(List<RowRefused> culprits, List<Part> parts) throws OperationRefused {
        Set<CarriedKey> taken = new HashSet<>();
        for (RowRefused culprit : culprits) {
            rejected.reject(culprit);
            taken.add(culprit.row().row());
        }
        for (Part part : parts) {
            for (int i = part.rows().size() - 1; i >= 0; i--) {
                if (taken.contains(part.at().key(RowLine.values(part.rows().get(i))))) {
                    part.rows().remove(i);
                }
            }
        }
    }
}
