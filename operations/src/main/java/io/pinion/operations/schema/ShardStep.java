package io.pinion.operations.schema;

import io.pinion.operations.engine.OperationOutcome.MaintenanceRow;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs a change on single shards, and tells those that have it from those that haven't. Thread-safe. */
final class ShardStep {
    /**
     * What servers say when there is nothing to be done: it exists already (1050 a table, 1060 a column, 1061 a key,
     * 1826 a foreign key, 3822 a check, 1517 a partition), or is gone (1051, 1146 a table, 1054 a column, 1091 a column
     * or key, 1507 a partition).
     */
    private static final Set<Integer> SAYS_DONE =
            Set.of(1050, 1051, 1054, 1060, 1061, 1091, 1146, 1507, 1517, 1826, 3822);

    private final SchemaChange change;
    private final AttemptConnections connections;

    /**
     * The definitions on a shard that is certainly done, in the order of the change's tables; null until there is one.
     */
    private volatile @Nullable List<String> reference;

    ShardStep(SchemaChange change, AttemptConnections connections) {
        this.change = change;
        this.connections = connections;
    }

    /** What a step has led to. */
    sealed interface Result {
        record Done(List<MaintenanceRow> rows) implements Result {}

        /** The server has refused it: nothing of it was done. */
        record Refused(int code, String sqlState, String message) implements Result {}

        /** The connection broke: nobody knows. */
        record Unknown(String message) implements Result {}
    }

    /** A connection to the primary of the shard's pair, which the caller closes. */
    ShardConnection open(ShardPlace place) throws SQLException, OperationRefused {
        return connections.open(place);
    }

    void learnReference(ShardConnection connection, ShardPlace place) throws SQLException {
        reference = definitions(connection, place);
    }

    private List<String> definitions(ShardConnection connection, ShardPlace place) throws SQLException {
        List<String> definitions = new ArrayList<>();
        for (String table : change.tables()) {
            definitions.add(TableText.alike(connection.definition(place.database(), table)));
        }
        return definitions;
    }

    /**
     * Runs the change on one shard.
     *
     * @param doubtful it may have run there before
     */
    Result run(ShardConnection connection, ShardPlace place, boolean doubtful) {
        try {
            if (doubtful) {
                Optional<Result> before = asRunBefore(connection, place);
                if (before.isPresent()) {
                    return before.get();
                }
            }
            List<MaintenanceRow> rows = connection.execute(change.text().in(place.database()));
            List<String> wanted = reference;
            if (change.ifNotExists()
                    && wanted != null
                    && !definitions(connection, place).equals(wanted)) {
                return new Result.Refused(
                        1050,
                        "42S01",
                        "the shard has a table of that name already, and it differs (SHOW SCHEMA DRIFT tells how)");
            }
            return new Result.Done(rows);
        } catch (SQLException e) {
            return refused(connection, place, e);
        }
    }

    private Result refused(ShardConnection connection, ShardPlace place, SQLException e) {
        String message = place.database().isEmpty()
                ? String.valueOf(e.getMessage())
                : String.valueOf(e.getMessage()).replace(place.database(), change.keyspace());
        if (ShardConnection.isLost(e)) {
            return new Result.Unknown(firstLine(message));
        }
        try {
            if (SAYS_DONE.contains(e.getErrorCode()) && isAsWanted(connection, place)) {
                return new Result.Done(List.of());
            }
        } catch (SQLException lost) {
            return new Result.Unknown(firstLine(message));
        }
        String state = e.getSQLState();
        return new Result.Refused(
                e.getErrorCode(), state == null || state.length() != 5 ? "HY000" : state, firstLine(message));
    }

    /**
     * Of what may have run there: never repeated, but where a look at the shard says that it hasn't, or that it does no
     * harm. Empty when it may run again.
     */
    private Optional<Result> asRunBefore(ShardConnection connection, ShardPlace place) throws SQLException {
        if (change.action() != Action.TRUNCATE) {
            return isAsWanted(connection, place) ? Optional.of(new Result.Done(List.of())) : Optional.empty();
        }
        for (String table : change.tables()) {
            if (!connection.isEmpty(place.database(), table)) {
                return Optional.of(new Result.Refused(
                        1105,
                        "HY000",
                        "it may have run here before the proxy or the connection broke, and the rows that are there"
                                + " now may be new: if they must go, TRUNCATE " + place.database() + "." + table
                                + " yourself before you resume"));
            }
        }
        return Optional.of(new Result.Done(List.of()));
    }

    /** A shard whose tables are what they are on one that is done needs no change, whoever made it. */
    private boolean isAsWanted(ShardConnection connection, ShardPlace place) throws SQLException {
        List<String> wanted = reference;
        boolean comparable = change.action() != Action.TRUNCATE && change.action() != Action.MAINTAIN;
        return comparable && wanted != null && definitions(connection, place).equals(wanted);
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
