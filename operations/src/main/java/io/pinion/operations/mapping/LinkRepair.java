package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.GlobalId;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs one link after the other: its row, and what it lacks, are looked at again on the primaries and stay locked
 * until the one change is committed. What is repaired already, or was never wrong, stays as it is. Blocks; for one
 * thread.
 */
record LinkRepair(MappingTask task, LinkRules rules, ServersOfPairs connections) {
    private static final Logger log = LoggerFactory.getLogger(LinkRepair.class);

    private static final String SHARED = " LOCK IN SHARE MODE";
    private static final String EXCLUSIVE = " FOR UPDATE";

    /** Whether the task asks for this fault to be repaired. */
    boolean isFor(LinkFault fault) {
        return switch (task.repair()) {
            case NONE -> false;
            case ADD_MISSING -> fault.kind() == LinkFault.Kind.ONE_WAY;
            case DELETE_DANGLING -> fault.kind() == LinkFault.Kind.DANGLING;
        };
    }

    /** Empty when this has repaired the link; else the fault that stays, with the words of a server that refused it. */
    Optional<LinkFault> repair(LinkFault fault) throws OperationRefused, SQLException {
        try (Locked locked = new Locked()) {
            Optional<ServerConnection> changed =
                    fault.kind() == LinkFault.Kind.ONE_WAY ? add(fault, locked) : delete(fault, locked);
            if (changed.isEmpty()) {
                return Optional.of(fault);
            }
            locked.commit(changed.get());
            log.atInfo()
                    .addKeyValue("mapping", task.keyspace() + "." + task.table())
                    .addKeyValue("link", fault.link())
                    .addKeyValue("fault", fault.kind().word())
                    .addKeyValue("statement", task.statement())
                    .log("A link is repaired");
            return Optional.empty();
        } catch (SQLException e) {
            if (ServerConnection.isLost(e)) {
                throw e;
            }
            return Optional.of(fault.notRepaired(e));
        }
    }

    /** The primaries whose rows are locked for one repair. */
    private final class Locked implements AutoCloseable {
        private final Set<ServerConnection> servers = new LinkedHashSet<>();
        private final Set<Integer> shards = new HashSet<>();

        ServerConnection begin(int shard) throws OperationRefused, SQLException {
            ServerConnection server = connections.primary(rules.pairOf(shard));
            shards.add(shard);
            if (servers.add(server)) {
                server.jdbc().setAutoCommit(false);
            }
            return server;
        }

        /** The others keep their locks until the changed one has committed. */
        void commit(ServerConnection changed) throws OperationRefused, SQLException {
            for (ServerConnection server : servers) {
                ServersOfPairs.requireOpen(server);
            }
            connections.requireStill(rules.keyspace(), shards);
            changed.jdbc().commit();
        }

        @Override
        public void close() throws SQLException {
            for (ServerConnection server : servers) {
                if (!server.jdbc().isClosed() && !server.jdbc().getAutoCommit()) {
                    server.jdbc().rollback();
                    server.jdbc().setAutoCommit(true);
                }
            }
        }
    }

    // --- the opposite row is missing

    private Optional<ServerConnection> add(LinkFault fault, Locked locked) throws OperationRefused, SQLException {
        MappingLink link = fault.link();
        if (rules.asksObjects() && lacksObject(link, locked)) {
            return Optional.empty();
        }
        LinkSource.Mapping opposite = rules.repairable();
        LinkSource links = rules.links();
        int there = LinkRules.id(link.to()).shard().number();
        TableName missing = rules.table(there, opposite.table());
        ServerConnection here = locked.begin(fault.shard());
        Map<String, Value> row = row(here, rules.table(fault.shard(), links.table()), links.condition(link));
        ServerConnection target = locked.begin(there);
        if (row.isEmpty() || isThere(target, missing, opposite.condition(link.reversed()), EXCLUSIVE)) {
            return Optional.empty();
        }
        insert(target, missing, opposite, link, links.isMapping() ? row : Map.of());
        return Optional.of(target);
    }

    private static boolean isThere(ServerConnection server, TableName table, String condition, String lock)
            throws SQLException {
        return !server.firstColumn("SELECT 1 FROM " + table.quoted() + " WHERE " + condition + " LIMIT 1" + lock)
                .isEmpty();
    }

    /** A cell as the server shows it, in UTC; bytes stay bytes. */
    private record Value(byte @Nullable [] shown, boolean binary) {}

    /** The link's row by its columns' names in lower case; none when it is gone. */
    private static Map<String, Value> row(ServerConnection server, TableName table, String condition)
            throws SQLException {
        Map<String, Value> row = new HashMap<>();
        String query = "SELECT * FROM " + table.quoted() + " WHERE " + condition + " LIMIT 1" + SHARED;
        Answers.forEach(server.jdbc(), query, found -> {
            ResultSetMetaData columns = found.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                row.put(
                        columns.getColumnName(i).toLowerCase(Locale.ROOT),
                        new Value(found.getBytes(i), isBinary(columns.getColumnType(i))));
            }
        });
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
            ServerConnection server,
            TableName table,
            LinkSource.Mapping opposite,
            MappingLink link,
            Map<String, Value> row)
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

    /** Those that an INSERT may name, but for the ends of a link. */
    private static List<String> others(ServerConnection server, TableName table, LinkSource.Mapping opposite)
            throws SQLException {
        List<String> names = new ArrayList<>();
        Answers.forEach(server.jdbc(), "SHOW COLUMNS FROM " + table.quoted(), column -> {
            String name = column.getString("Field");
            // MySQL says DEFAULT_GENERATED of a default that is an expression.
            String extra = column.getString("Extra").toUpperCase(Locale.ROOT).replace("DEFAULT_GENERATED", "");
            boolean placed = name.equalsIgnoreCase(opposite.from()) || name.equalsIgnoreCase(opposite.to());
            if (!placed && !extra.contains("GENERATED") && !extra.contains("AUTO_INCREMENT")) {
                names.add(name);
            }
        });
        return names;
    }

    // --- an object is missing

    private Optional<ServerConnection> delete(LinkFault fault, Locked locked) throws OperationRefused, SQLException {
        MappingLink link = fault.link();
        if (!lacksObject(link, locked)) {
            return Optional.empty();
        }
        ServerConnection here = locked.begin(fault.shard());
        try (Statement statement = here.jdbc().createStatement()) {
            int deleted = statement.executeUpdate("DELETE FROM "
                    + rules.table(fault.shard(), rules.links().table()).quoted() + " WHERE "
                    + rules.links().condition(link));
            return deleted == 0 ? Optional.empty() : Optional.of(here);
        }
    }

    /** The objects stay locked, and so does the gap of a missing one: nobody deletes or inserts it meanwhile. */
    private boolean lacksObject(MappingLink link, Locked locked) throws OperationRefused, SQLException {
        for (String end : List.of(link.from(), link.to())) {
            GlobalId id = LinkRules.id(end);
            ServerConnection server = locked.begin(id.shard().number());
            if (!isThere(server, rules.tableOf(id), "local_id = " + id.local(), SHARED)) {
                return true;
            }
        }
        return false;
    }
}
