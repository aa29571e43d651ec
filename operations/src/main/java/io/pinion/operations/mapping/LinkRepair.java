package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.mapping.LinkRules.Columns;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.GlobalId;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs one link after the other: its row, and what it lacks, are looked at again on the primaries and stay locked
 * until the one change is committed. What is repaired already, or was never wrong, stays as it is. Blocks; for one
 * thread.
 */
final class LinkRepair {
    private static final Logger log = LoggerFactory.getLogger(LinkRepair.class);

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;

    private static final String SHARED = " LOCK IN SHARE MODE";
    private static final String EXCLUSIVE = " FOR UPDATE";

    private final MappingTask task;
    private final LinkRules rules;
    private final ServersOfPairs connections;

    LinkRepair(MappingTask task, LinkRules rules, ServersOfPairs connections) {
        this.task = task;
        this.rules = rules;
        this.connections = connections;
    }

    /** Whether the task asks for this fault to be repaired. */
    boolean isFor(LinkFault fault) {
        return switch (task.repair()) {
            case NONE -> false;
            case ADD_MISSING -> fault.kind() == LinkFault.Kind.ONE_WAY;
            case DELETE_DANGLING -> fault.kind() == LinkFault.Kind.DANGLING;
        };
    }

    /** Whether this has changed anything; false also while a client keeps a row locked. */
    boolean repair(LinkFault fault) throws OperationRefused, SQLException {
        List<ServerConnection> open = new ArrayList<>();
        try {
            boolean repaired = fault.kind() == LinkFault.Kind.ONE_WAY ? add(fault, open) : delete(fault, open);
            for (ServerConnection server : open) {
                ServersOfPairs.requireOpen(server);
            }
            // The changed one was opened last.
            for (ServerConnection server : open.reversed()) {
                server.jdbc().commit();
            }
            if (repaired) {
                log.atInfo()
                        .addKeyValue("mapping", task.keyspace() + "." + task.table())
                        .addKeyValue("link", fault.link())
                        .addKeyValue("fault", fault.kind().word())
                        .addKeyValue("statement", task.statement())
                        .log("A link is repaired");
            }
            return repaired;
        } catch (SQLException e) {
            if (e.getErrorCode() == LOCK_WAIT_TIMEOUT || e.getErrorCode() == DEADLOCK) {
                return false;
            }
            throw e;
        } finally {
            for (ServerConnection server : open) {
                end(server);
            }
        }
    }

    private static void end(ServerConnection server) throws SQLException {
        if (!server.jdbc().isClosed() && !server.jdbc().getAutoCommit()) {
            server.jdbc().rollback();
            server.jdbc().setAutoCommit(true);
        }
    }

    private ServerConnection begin(int shard, List<ServerConnection> open) throws OperationRefused, SQLException {
        ServerConnection server = connections.primary(rules.pairOf(shard));
        if (!open.contains(server)) {
            server.jdbc().setAutoCommit(false);
            open.add(server);
        }
        return server;
    }

    // --- the opposite row is missing

    private boolean add(LinkFault fault, List<ServerConnection> open) throws OperationRefused, SQLException {
        MappingLink link = fault.link();
        Columns opposite = rules.opposite();
        int there = LinkRules.id(link.to()).shard().number();
        TableName missing = rules.table(there, opposite.table().name());
        String condition = condition(opposite, link.reversed());
        ServerConnection here = begin(fault.shard(), open);
        Map<String, Value> row = row(here, rules.table(fault.shard(), task.table()), condition(rules.columns(), link));
        ServerConnection target = begin(there, open);
        if (row.isEmpty() || isThere(target, missing, condition, EXCLUSIVE)) {
            return false;
        }
        insert(target, missing, opposite, link, row);
        return true;
    }

    private static String condition(Columns columns, MappingLink link) {
        return link.condition(SqlText.quoteName(columns.from()), SqlText.quoteName(columns.to()));
    }

    private static boolean isThere(ServerConnection server, TableName table, String condition, String lock)
            throws SQLException {
        try (Statement statement = server.jdbc().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 1 FROM " + table.quoted() + " WHERE " + condition + " LIMIT 1" + lock)) {
            return rows.next();
        }
    }

    /** A cell as the server shows it, in UTC; bytes stay bytes. */
    private record Value(byte @Nullable [] shown, boolean binary) {}

    /** The link's row by its columns' names in lower case; none when it is gone. */
    private static Map<String, Value> row(ServerConnection server, TableName table, String condition)
            throws SQLException {
        Map<String, Value> row = new HashMap<>();
        try (Statement statement = server.jdbc().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT * FROM " + table.quoted() + " WHERE " + condition + " LIMIT 1" + SHARED)) {
            ResultSetMetaData columns = rows.getMetaData();
            while (rows.next()) {
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.put(
                            columns.getColumnName(i).toLowerCase(Locale.ROOT),
                            new Value(rows.getBytes(i), isBinary(columns.getColumnType(i))));
                }
            }
        }
        return row;
    }

    private static boolean isBinary(int type) {
        return switch (type) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB, Types.BIT -> true;
            default -> false;
        };
    }

    /** The columns that both mappings have are copied, such as the article's {@code sequence}. */
    private void insert(
            ServerConnection server, TableName table, Columns opposite, MappingLink link, Map<String, Value> row)
            throws SQLException {
        List<String> names = new ArrayList<>(List.of(opposite.from(), opposite.to()));
        List<Value> values = new ArrayList<>();
        for (String name : others(server, table, opposite)) {
            Optional.ofNullable(row.get(name.toLowerCase(Locale.ROOT))).ifPresent(value -> {
                names.add(name);
                values.add(value);
            });
        }
        String columns = names.stream().map(SqlText::quoteName).collect(Collectors.joining(", "));
        GlobalId from = LinkRules.id(link.to());
        GlobalId to = LinkRules.id(link.from());
        try (PreparedStatement insert = server.jdbc()
                .prepareStatement("INSERT INTO " + table.quoted() + " (" + columns + ") VALUES (" + from + ", " + to
                        + ", ?".repeat(values.size()) + ")")) {
            for (int i = 0; i < values.size(); i++) {
                set(insert, i + 1, values.get(i));
            }
            insert.executeUpdate();
        }
    }

    private static void set(PreparedStatement insert, int at, Value value) throws SQLException {
        byte[] shown = value.shown();
        if (shown == null || value.binary()) {
            insert.setBytes(at, shown);
        } else {
            insert.setString(at, new String(shown, StandardCharsets.UTF_8));
        }
    }

    private static List<String> others(ServerConnection server, TableName table, Columns opposite) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = server.jdbc().createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table.quoted() + " LIMIT 0")) {
            ResultSetMetaData columns = none.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                String name = columns.getColumnName(i);
                boolean placed = name.equalsIgnoreCase(opposite.from()) || name.equalsIgnoreCase(opposite.to());
                if (!placed && !columns.isAutoIncrement(i)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    // --- an object is missing

    private boolean delete(LinkFault fault, List<ServerConnection> open) throws OperationRefused, SQLException {
        MappingLink link = fault.link();
        if (!lacksObject(link, open)) {
            return false;
        }
        ServerConnection here = begin(fault.shard(), open);
        try (Statement statement = here.jdbc().createStatement()) {
            return statement.executeUpdate("DELETE FROM "
                            + rules.table(fault.shard(), task.table()).quoted() + " WHERE "
                            + condition(rules.columns(), link))
                    > 0;
        }
    }

    /** The gap of a missing object stays locked, so that nobody inserts it meanwhile. */
    private boolean lacksObject(MappingLink link, List<ServerConnection> open) throws OperationRefused, SQLException {
        for (String end : List.of(link.from(), link.to())) {
            GlobalId id = LinkRules.id(end);
            ServerConnection server = begin(id.shard().number(), open);
            if (!isThere(server, rules.tableOf(id), "local_id = " + id.local(), SHARED)) {
                return true;
            }
        }
        return false;
    }
}
