package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.work.Sleep;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Places of a server's binary log, and what can be seen there. A server writes a transaction to the log before its
 * commit is over, and sends it to readers: who reads its rows at once may read what was before it. MariaDB's snapshots
 * tell the place up to which they have every transaction, and MySQL's gtid_executed lists those whose commit is over.
 */
final class LogPlaces {
    private static final long LOOK_AGAIN_MILLIS = 1;

    private LogPlaces() {}

    /** The server's place now: all that can be seen is before it. */
    static SourcePlace now(ServerConnection server) throws SQLException {
        String gtids = server.position().gtids();
        return SourcePlace.of(
                server.dialect().snapshotTellsItsPlace()
                        ? ofMariaDb(server.jdbc())
                        : server.dialect().snapshotPlace(server.jdbc()).place(),
                gtids);
    }

    private static BinlogPlace ofMariaDb(Connection connection) throws SQLException {
        Map<String, String> status = Answers.byName(
                connection,
                "SHOW STATUS WHERE variable_name IN ('binlog_snapshot_file'," + " 'binlog_snapshot_position')");
        return BinlogPlace.told(
                status.getOrDefault("Binlog_snapshot_file", ""), status.getOrDefault("Binlog_snapshot_position", ""));
    }

    /**
     * A place from which on following finds all changes that rows lack that are read from now on.
     *
     * @param timeout for XA transactions that are prepared now, whose rows are before the place
     */
    static SourcePlace beginning(ServerConnection server, Duration timeout) throws SQLException, OperationRefused {
        SourcePlace place = server.dialect().snapshotTellsItsPlace() ? now(server) : beginningOfMySql(server);
        int left = server.awaitBranches(timeout);
        if (left > 0) {
            throw new OperationRefused(left + " XA transactions stay prepared on " + server + ": SHOW XA BRANCHES lists"
                    + " those of Pinion, which a proxy ends soon, XA RECOVER there lists all; end them first");
        }
        return place;
    }

    /** MySQL begins a file of the log when the commit of all transactions in the one before is over. */
    private static SourcePlace beginningOfMySql(ServerConnection server) throws SQLException {
        server.execute(List.of("FLUSH BINARY LOGS"));
        SourcePlace now = now(server);
        return new SourcePlace(now.file(), FIRST_OFFSET, now.gtids());
    }

    /** Behind the number that every file begins with. */
    private static final long FIRST_OFFSET = 4;

    /** Begins a transaction that sees those of a batch. */
    static void seeing(ServerConnection server, ChangeBatch batch, Duration timeout)
            throws SQLException, OperationRefused {
        if (server.dialect().snapshotTellsItsPlace()) {
            seeingOnMariaDb(server, batch, timeout);
            return;
        }
        String wait = "SELECT WAIT_FOR_EXECUTED_GTID_SET('" + String.join(",", batch.gtids()) + "', "
                + Math.max(1, timeout.toSeconds() / 2) + ")";
        if (!Answers.single(server.jdbc(), wait).equals("0")) {
            throw unseen(server, timeout);
        }
        server.execute(List.of("START TRANSACTION"));
    }

    private static void seeingOnMariaDb(ServerConnection server, ChangeBatch batch, Duration timeout)
            throws SQLException, OperationRefused {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            // The second phase of XA is in the log, and in the place, before it has ended.
            boolean over = batch.branches().isEmpty() || Collections.disjoint(prepared(server), batch.branches());
            server.execute(List.of("START TRANSACTION WITH CONSISTENT SNAPSHOT"));
            SourcePlace seen = SourcePlace.of(ofMariaDb(server.jdbc()), "");
            if (over && !batch.behind().isAtLeast(seen)) {
                return;
            }
            server.execute(List.of("ROLLBACK"));
            if (System.nanoTime() > end) {
                throw unseen(server, timeout);
            }
            Sleep.ofMillis(LOOK_AGAIN_MILLIS);
        }
    }

    /** As the binary log writes their names. */
    private static List<String> prepared(ServerConnection server) throws SQLException {
        return Answers.rows(server.jdbc(), "XA RECOVER FORMAT='SQL'").stream()
                .map(row -> row.getOrDefault("data", "").replaceAll("\\s", "").toUpperCase(Locale.ROOT))
                .toList();
    }

    private static OperationRefused unseen(ServerConnection server, Duration timeout) {
        return new OperationRefused("a transaction that is in the binary log of " + server + " can't be seen for "
                + timeout.toSeconds() + " s: its commit may wait for a standby");
    }
}
