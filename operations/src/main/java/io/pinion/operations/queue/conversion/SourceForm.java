package io.pinion.operations.queue.conversion;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.sql.TableTexts;
import io.pinion.routing.queue.JobQueue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a table that becomes a queue is like on one shard.
 *
 * @param key the columns of the queue's primary key with their types: the table's own key, and the state and the time where
 *     that lacks them
 */
record SourceForm(TableShape shape, KeyBounds bounds, Map<String, String> key) {
    private static final Set<String> UTC = Set.of("UTC", "Etc/UTC", "GMT", "+00:00");

    /** @param type with its length and sign, such as {@code tinyint(3) unsigned} */
    private record Column(String name, String type, boolean nullable, boolean localTime, String texts) {}

    /**
     * Reads it, and refuses what can't become a queue, with what to do about it. Blocks.
     *
     * @throws SQLException also when there is no such table
     */
    static SourceForm read(ServerConnection server, TableName table, JobQueue queue)
            throws SQLException, OperationRefused {
        return BaseTables.<SourceForm, OperationRefused>asking(
                server.jdbc(), List.of(table), held -> read(server, held.getFirst(), queue));
    }

    private static SourceForm read(ServerConnection server, HeldTable table, JobQueue queue)
            throws SQLException, OperationRefused {
        TableShape shape = TableShape.read(table);
        Map<String, Column> columns = columns(table);
        Column state = column(columns, queue.stateColumn(), table);
        Column time = column(columns, queue.timeColumn(), table);
        require(
                state.type().contains("int") && state.type().contains("unsigned") && !state.nullable(),
                table + "." + state.name() + " is " + state.type() + (state.nullable() ? " NULL" : "")
                        + ", and the state of a job is an unsigned integer: make it TINYINT UNSIGNED NOT NULL first");
        require(
                time.type().startsWith("datetime") && !time.nullable(),
                table + "." + time.name() + " is " + time.type() + (time.nullable() ? " NULL" : "")
                        + ", and the time of a job is a DATETIME in UTC: make it DATETIME NOT NULL first");
        require(
                !time.localTime() || isInUtc(server),
                table + "." + time.name() + " gets the local time of sessions by itself (DEFAULT or ON UPDATE"
                        + " CURRENT_TIMESTAMP), and jobs expire by UTC: make it DATETIME NOT NULL DEFAULT (UTC_TIMESTAMP()),"
                        + " and let the application write UTC_TIMESTAMP() where a job changes, or set default_time_zone ="
                        + " '+00:00' on all servers first");
        KeyBounds bounds = KeyBounds.of(shape, server.dialect());
        require(
                !bounds.isEmpty(),
                table
                        + " has no primary key by which its rows can be copied in parts: add one of integers, texts or times"
                        + " first");
        refuseKeys(table, state, time);
        refuseOthers(table);
        return new SourceForm(shape, bounds, key(shape, columns, state, time));
    }

    private static boolean isInUtc(ServerConnection server) throws SQLException {
        return UTC.contains(server.firstColumn(
                        "SELECT IF(@@GLOBAL.time_zone = 'SYSTEM', @@GLOBAL.system_time_zone, @@GLOBAL.time_zone)")
                .getFirst());
    }

    private static Map<String, Column> columns(HeldTable table) throws SQLException {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (Map<String, String> row : Answers.rows(
                table.connection(),
                "SELECT column_name AS name, column_type AS type, is_nullable AS nullable,"
                        + " CONCAT(COALESCE(column_default, ''), ' ', extra) AS by_itself,"
                        + " COALESCE(CONCAT(' CHARACTER SET ', character_set_name, ' COLLATE ', collation_name), '') AS texts"
                        + " FROM information_schema.columns WHERE " + table.condition()
                        + " ORDER BY ordinal_position")) {
            Column column = new Column(
                    row.getOrDefault("name", ""),
                    row.getOrDefault("type", ""),
                    row.getOrDefault("nullable", "").equals("YES"),
                    JobQueue.takesLocalTime(row.getOrDefault("by_itself", "")),
                    row.getOrDefault("texts", ""));
            columns.put(column.name().toLowerCase(Locale.ROOT), column);
        }
        return columns;
    }

    private static Column column(Map<String, Column> columns, String name, HeldTable table) throws OperationRefused {
        Column column = columns.get(name.toLowerCase(Locale.ROOT));
        if (column == null) {
            throw new OperationRefused(table + " has no column " + name + ", which the queue's declaration names");
        }
        return column;
    }

    /** Servers look for a duplicate in one partition only. */
    private static void refuseKeys(HeldTable table, Column state, Column time) throws SQLException, OperationRefused {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        for (Map<String, String> row : Answers.rows(
                table.connection(),
                "SELECT index_name AS of_index, column_name AS name FROM information_schema.statistics WHERE "
                        + table.condition() + " AND non_unique = 0 AND index_name <> 'PRIMARY' ORDER BY index_name,"
                        + " seq_in_index")) {
            keys.computeIfAbsent(row.getOrDefault("of_index", ""), none -> new ArrayList<>())
                    .add(row.getOrDefault("name", ""));
        }
        for (Map.Entry<String, List<String>> key : keys.entrySet()) {
            require(
                    key.getValue().containsAll(List.of(state.name(), time.name())),
                    "the unique key " + key.getKey() + " of " + table + " lacks " + state.name() + " or " + time.name()
                            + ", and a partitioned table can't look for a duplicate beyond one partition: add both to it,"
                            + " or make it an index that isn't unique, first");
        }
    }

    private static void refuseOthers(HeldTable table) throws SQLException, OperationRefused {
        List<String> triggers = Answers.column(
                table.connection(),
                "SELECT trigger_name FROM information_schema.triggers WHERE event_object_schema = "
                        + SqlText.quote(table.name().database()) + " AND event_object_table = "
                        + SqlText.quote(table.name().table()));
        triggers.removeIf(name -> name.startsWith(ConversionTables.TRIGGERS));
        require(
                triggers.isEmpty(),
                table + " has the trigger " + String.join(", ", triggers)
                        + ", which the queue wouldn't have: drop it first, and make it again afterwards");
        require(
                !TableTexts.hasForeignKey(table.definition()),
                table + " has a foreign key, and servers have none in partitioned tables: drop it first");
    }

    private static Map<String, String> key(TableShape shape, Map<String, Column> columns, Column state, Column time) {
        Map<String, String> key = new LinkedHashMap<>();
        for (String name : shape.key()) {
            Column column = columns.get(name.toLowerCase(Locale.ROOT));
            if (column != null) {
                key.put(column.name(), column.type() + column.texts());
            }
        }
        key.putIfAbsent(state.name(), state.type());
        key.putIfAbsent(time.name(), time.type());
        return key;
    }

    private static void require(boolean holds, String otherwise) throws OperationRefused {
        if (!holds) {
            throw new OperationRefused(otherwise);
        }
    }

    /** Whether the queue's primary key has columns that the table's own lacks. */
    boolean widensKey() {
        return key.size() > shape.key().size();
    }
}
