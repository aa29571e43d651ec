package io.pinion.server.xa;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.OwnDatabases;
import io.pinion.server.execution.commit.XaDecision;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * The rows of {@link XaDecision} on one server, over a connection in autocommit. The operator's account (else the data
 * account) reads and writes them, and only while the name is that of a {@linkplain BaseTables table}: where a user has
 * created a view of this name, recovery reports it and decides nothing.
 */
final class DecisionLog {
    /** MySQL's ER_DUP_ENTRY. */
    private static final int DUPLICATE = 1062;

    /** MySQL's ER_BAD_DB_ERROR and ER_NO_SUCH_TABLE. */
    private static final List<Integer> MISSING = List.of(1049, 1146);

    /** Decisions to commit, old enough that no branch can be on its way to them any more. */
    private static final String OLD_COMMITS =
            "outcome = '" + XaDecision.COMMITTED + "' AND decided_at < NOW() - INTERVAL 1 MINUTE";

    /**
     * Decisions to roll back. A slow proxy that wants to commit must find the row; no connection stays in a commit for
     * so long.
     */
    private static final String OLD_ROLLBACKS =
            "outcome <> '" + XaDecision.COMMITTED + "' AND decided_at < NOW() - INTERVAL 1 DAY";

    /** The most rows read at a time, so that no query takes long. */
    private static final int MOST_ROWS = 5_000;

    private static final List<TableName> HELD = List.of(new TableName(XaDecision.DATABASE, OwnDatabases.DECISIONS));

    private final Connection server;

    DecisionLog(Connection server) {
        this.server = server;
    }

    /** Creates the table where it is missing. */
    void open() throws SQLException {
        try (Statement statement = server.createStatement()) {
            // Recovery doesn't wait long for a proxy that is deciding right now; the next pass comes soon.
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

    /**
     * Whether the transaction is committed. If no decision exists, writes that it is rolled back, which binds all
     * proxies.
     */
    boolean decide(String gtrid) throws SQLException {
        Optional<Boolean> decided = committed(gtrid);
        if (decided.isPresent()) {
            return decided.get();
        }
        try {
            BaseTables.holding(server, HELD, () -> {
                try (Statement statement = server.createStatement()) {
                    // INSERT waits for a decision that another proxy is committing at this moment.
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

    /** Transactions whose rows may be deleted if they have no branch left. */
    List<String> old() throws SQLException {
        String query = "SELECT gtrid FROM " + XaDecision.TABLE + " WHERE (" + OLD_COMMITS + ") OR (" + OLD_ROLLBACKS
                + ") LIMIT " + MOST_ROWS;
        return BaseTables.holding(server, HELD, () -> Answers.column(server, query));
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
