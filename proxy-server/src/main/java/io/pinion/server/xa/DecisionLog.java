package io.pinion.server.xa;

import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.OwnDatabases;
import io.pinion.server.execution.commit.XaDecision;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of {@link XaDecision} on one server, over a connection in autocommit. They are read and written by the operator's account
 * and only while the name is that of a {@linkplain BaseTables table}: where a user has put a view there, recovery tells of it, and
 * decides nothing.
 */
final class DecisionLog {
    /** MySQL's ER_DUP_ENTRY. */
    private static final int DUPLICATE = 1062;

    /** MySQL's ER_BAD_DB_ERROR and ER_NO_SUCH_TABLE. */
    private static final List<Integer> MISSING = List.of(1049, 1146);

    /** A decision to commit that no branch waits for any more; long enough that none can be on its way. */
    private static final String OLD_COMMITS =
            "outcome = '" + XaDecision.COMMITTED + "' AND decided_at < NOW() - INTERVAL 1 MINUTE";

    /** A slow proxy's decision must find the row: no connection lives for so long in a commit. */
    private static final String OLD_ROLLBACKS =
            "outcome <> '" + XaDecision.COMMITTED + "' AND decided_at < NOW() - INTERVAL 1 DAY";

    /** At one time, so that no reading takes long. */
    private static final int MOST_ROWS = 5_000;

    private static final List<TableName> HELD = List.of(new TableName(XaDecision.DATABASE, OwnDatabases.DECISIONS));

    private final Connection server;

    DecisionLog(Connection server) {
        this.server = server;
    }

    /** Makes the table where it is missing. */
    void open() throws SQLException {
        try (Statement statement = server.createStatement()) {
            // Whoever decides right now isn't waited for long; the next look comes soon.
            statement.execute("SET SESSION innodb_lock_wait_timeout = 1");
            try {
                BaseTables.holding(server, HELD, () -> true);
            } catch (SQLException e) {
                if (!MISSING.contains(e.getErrorCode())) {
                    throw e;
                }
                statement.execute("CREATE DATABASE IF NOT EXISTS " + XaDecision.DATABASE);
                statement.execute(XaDecision.CREATE_TABLE);
            }
        }
    }

    /** Whether the transaction is committed; if nobody has decided yet it is rolled back from now on, for everybody. */
    boolean decide(String gtrid) throws SQLException {
        Optional<Boolean> decided = committed(gtrid);
        if (decided.isPresent()) {
            return decided.get();
        }
        try {
            BaseTables.holding(server, HELD, () -> {
                try (Statement statement = server.createStatement()) {
                    // Waits for a decision that is being committed at this moment.
                    return statement.execute(XaDecision.insert(gtrid, XaDecision.ROLLED_BACK));
                }
            });
            return false;
        } catch (SQLException e) {
            if (e.getErrorCode() != DUPLICATE) {
                throw e;
            }
            return committed(gtrid)
                    .orElseThrow(() -> new SQLException("the decision about " + gtrid + " came and went"));
        }
    }

    private Optional<Boolean> committed(String gtrid) throws SQLException {
        return BaseTables.holding(server, HELD, () -> {
            try (PreparedStatement select =
                    server.prepareStatement("SELECT outcome FROM " + XaDecision.TABLE + " WHERE gtrid = ?")) {
                select.setString(1, gtrid);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next() ? Optional.of(rows.getString(1).equals(XaDecision.COMMITTED)) : Optional.empty();
                }
            }
        });
    }

    /** Transactions that may be forgotten if no branch of theirs is left. */
    List<String> old() throws SQLException {
        return BaseTables.holding(server, HELD, () -> {
            List<String> old = new ArrayList<>();
            try (Statement statement = server.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT gtrid FROM " + XaDecision.TABLE + " WHERE ("
                            + OLD_COMMITS + ") OR (" + OLD_ROLLBACKS + ") LIMIT " + MOST_ROWS)) {
                while (rows.next()) {
                    old.add(rows.getString(1));
                }
            }
            return old;
        });
    }

    void forget(List<String> gtrids) throws SQLException {
        BaseTables.holding(server, HELD, () -> {
            try (PreparedStatement delete =
                    server.prepareStatement("DELETE FROM " + XaDecision.TABLE + " WHERE gtrid = ?")) {
                for (String gtrid : gtrids) {
                    delete.setString(1, gtrid);
                    delete.addBatch();
                }
                return delete.executeBatch();
            }
        });
    }
}
