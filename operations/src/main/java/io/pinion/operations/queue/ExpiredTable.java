package io.pinion.operations.queue;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.queue.ShardRotation.NeedsPerson;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.sql.TableTexts;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.PartitionPlan;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table that a partition is exchanged with: the expired jobs of one partition, where no client writes. One is there at a
 * time. A proxy that dies may leave it, with rows or without. Blocks; for one thread.
 */
record ExpiredTable(TableName table, ServerConnection server) {
    private static final int LONGEST_NAME = 64;
    private static final int AT_ONCE = 500;

    /** MySQL's ER_DUP_ENTRY. */
    private static final int DUPLICATE = 1062;

    /** SHOW CREATE TABLE ends with the partitions: MySQL writes them in a comment for versions, MariaDB doesn't. */
    private static final Pattern PARTITIONS = Pattern.compile("\n(?:/\\*!\\d+)? ?PARTITION BY .*", Pattern.DOTALL);

    /** MySQL's names of checks are unique in a database, where the queue has them already. */
    private static final Pattern NAMED_CHECK = Pattern.compile("(?m)^(\\s+)CONSTRAINT `(?:[^`]|``)++` CHECK ");

    /** Shortened where no server takes it, and then still another for each table. */
    static TableName nameFor(TableName table) {
        String plain = JobQueue.EXPIRED + table.table();
        return new TableName(
                table.database(),
                plain.length() <= LONGEST_NAME
                        ? plain
                        : plain.substring(0, LONGEST_NAME - 9) + "_"
                                + String.format("%08x", table.table().hashCode()));
    }

    TableName name() {
        return nameFor(table);
    }

    boolean exists() throws SQLException {
        return BaseTables.in(server.jdbc(), table.database()).contains(name());
    }

    /** The condition of jobs that have not expired, with those of which nobody can tell. */
    static String unexpired(PartitionPlan plan) {
        return "(" + plan.expiredCondition() + ") IS NOT TRUE";
    }

    /** Empty, and of the same form as a partition. */
    void create() throws SQLException {
        String definition = BaseTables.asking(
                server.jdbc(), List.of(table), held -> held.getFirst().definition());
        TableTexts.requireDefinition(definition, table.toString());
        server.execute(List.of(creation(table, definition)));
    }

    /** @param definition of the queue's table */
    static String creation(TableName table, String definition) throws SQLException {
        String begin = "CREATE TABLE " + SqlText.quoteName(table.table());
        if (!definition.startsWith(begin)) {
            throw new SQLException("SHOW CREATE TABLE of " + table + " begins in another way: " + definition);
        }
        String whole = PARTITIONS.matcher(definition.substring(begin.length())).replaceFirst("");
        return "CREATE TABLE " + nameFor(table).quoted()
                + NAMED_CHECK.matcher(whole).replaceAll("$1CHECK ");
    }

    /**
     * Brings back what hasn't expired.
     *
     * @return how many rows have come back
     * @throws NeedsPerson a row of the same key has come meanwhile, and both are kept
     */
    long bringBack(PartitionPlan plan) throws SQLException, NeedsPerson {
        TableShape shape = BaseTables.asking(
                server.jdbc(), List.of(name()), held -> TableShape.read(held.getFirst(), server.dialect()));
        String columns = quoted(shape.stored().stream().map(ColumnShape::name));
        String key = quoted(shape.key().stream());
        // All rows at once where no key says which come first: two statements could take different ones.
        String some = " WHERE " + unexpired(plan) + (key.isEmpty() ? "" : " ORDER BY " + key + " LIMIT " + AT_ONCE);
        long returned = 0;
        long moved = moved(columns, some);
        while (moved > 0) {
            returned += moved;
            moved = moved(columns, some);
        }
        return returned;
    }

    private static String quoted(Stream<String> names) {
        return names.map(SqlText::quoteName).collect(Collectors.joining(", "));
    }

    /** What is left has expired. */
    void drop() throws SQLException {
        server.execute(List.of("DROP TABLE " + name().quoted()));
    }

    /** Nobody else writes there, so that both statements have the same rows; both are done, or neither. */
    private long moved(String columns, String some) throws SQLException, NeedsPerson {
        try {
            return BaseTables.<Long, SQLException>holding(server.jdbc(), List.of(table, name()), () -> {
                try (Statement statement = server.jdbc().createStatement()) {
                    long inserted = statement.executeLargeUpdate("INSERT INTO " + table.quoted() + " (" + columns
                            + ") SELECT " + columns + " FROM " + name().quoted() + some);
                    long deleted = statement.executeLargeUpdate("DELETE FROM " + name().quoted() + some);
                    if (inserted != deleted) {
                        throw new SQLException(
                                inserted + " rows of " + name() + " came back, and " + deleted + " left it");
                    }
                    return inserted;
                }
            });
        } catch (SQLException e) {
            if (e.getErrorCode() != DUPLICATE) {
                throw e;
            }
            throw new NeedsPerson(
                    "a job in " + name() + " hasn't expired, and can't come back, since there is another with its"
                            + " key: " + e.getMessage() + "; drop or change one of both");
        }
    }
}
