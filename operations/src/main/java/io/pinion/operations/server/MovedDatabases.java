package io.pinion.operations.server;

import io.pinion.operations.server.fence.DatabaseFence;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.replication.SnapshotPlace;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Some databases of a server that go from one pair to another. Blocks; one thread's, which owns the connections.
 *
 * @param server as the operator
 */
public record MovedDatabases(ServerConnection server, List<String> databases) {
    private static final int LOCK_SECONDS = 2;

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** Who uses a database that could not be dropped keeps it from being fenced again, and is ended then. */
    private static final Duration READERS_TIMEOUT = Duration.ofSeconds(1);

    public MovedDatabases {
        databases = List.copyOf(databases);
    }

    /** Those of the databases that the server has. */
    public List<String> present() throws SQLException {
        // Compared here: MariaDB's information_schema takes names for the same that differ in case.
        Set<String> there = new HashSet<>(server.databases());
        return databases.stream().filter(there::contains).sorted().toList();
    }

    /**
     * Drops them while they refuse writes; its standby drops them, too. Where they must take writes for that, it is for
     * a moment each: whoever still writes there would have his rows acknowledged and dropped.
     *
     * @throws SQLException also when open transactions keep it from that: error 1205
     */
    public <E extends Exception> void drop(long fence, BeforeDrop<E> before) throws SQLException, E {
        for (String database : present()) {
            before.check(database);
            if (fence().letsTablesChange()) {
                drop(database);
            } else {
                dropUnfenced(fence, database);
            }
        }
    }

    /** Not begun while somebody would keep it from coming to an end. */
    private void dropUnfenced(long fence, String database) throws SQLException {
        List<String> users = server.firstColumn(server.dialect().blockersQuestion(List.of(database)));
        if (!users.isEmpty()) {
            throw new SQLException(database + " is in use: " + users.getFirst(), "HY000", LOCK_WAIT_TIMEOUT);
        }
        fence().lower(server.jdbc(), fence, List.of(database));
        try {
            drop(database);
        } catch (SQLException e) {
            try {
                fence().raise(server.jdbc(), server.jdbc(), fence, List.of(database), READERS_TIMEOUT);
            } catch (SQLException open) {
                throw new SQLException(
                        e.getMessage() + "; " + database + " on " + server
                                + " takes writes again, which are going to be dropped, and can't be kept from that: "
                                + open.getMessage(),
                        e.getSQLState(),
                        e.getErrorCode(),
                        e);
            }
            throw e;
        }
    }

    private void drop(String database) throws SQLException {
        server.execute(List.of(
                "SET SESSION lock_wait_timeout=" + LOCK_SECONDS,
                "DROP DATABASE " + SqlText.quoteName(database),
                "SET SESSION lock_wait_timeout=DEFAULT"));
    }

    // --- what comes from the other pair

    /** Begins to take over what is written there from {@code place} on. */
    public void follow(String channel, ReplicationSource source, BinlogPlace place) throws SQLException {
        server.execute(channels().begin(new Channel(channel, databases), source, place));
    }

    /** Goes on with a channel that has stopped for a reason that is gone. */
    public void resume(String channel) throws SQLException {
        server.execute(channels().resume(new Channel(channel, databases)));
    }

    /** Takes nothing over for now. */
    public void pause(String channel) throws SQLException {
        server.execute(channels().pause(new Channel(channel, databases)));
    }

    /** Takes nothing over any more; the server follows its partner again. One that isn't there is no error. */
    public void forget(String channel) throws SQLException {
        channels().end(server.jdbc(), new Channel(channel, databases));
    }

    public ReplicationHealth health(String channel) throws SQLException {
        return channels().health(server.jdbc(), new Channel(channel, databases));
    }

    /** Where the server's own binary log ends. */
    public BinlogPlace place() throws SQLException {
        return channels().place(server.jdbc());
    }

    /** The same with the GTIDs that the log has up to there. */
    public SnapshotPlace placeAndPosition() throws SQLException {
        return server.dialect().snapshotPlace(server.jdbc());
    }

    /** What comes over a channel from here that began at {@code begun}, up to now. */
    public Position since(Position begun) throws SQLException {
        return channels().moved(server.jdbc(), begun, server.position());
    }

    private Channels channels() {
        return server.dialect().channels();
    }

    /** Who may have used them in a transaction that is still open, for people. */
    public String blockers() throws SQLException {
        return String.join("; ", server.firstColumn(server.dialect().blockersQuestion(databases)));
    }

    // --- refusing writes

    /** @see DatabaseFence#prepare */
    public void prepareFence(long number, Duration wait, DatabaseFence.Watch watch) throws SQLException {
        fence().prepare(server.jdbc(), number, databases, wait, watch);
    }

    /** How long the oldest open transaction on the server has been open. */
    public Duration oldestTransaction() throws SQLException {
        return Duration.ofSeconds(Long.parseLong(
                server.firstColumn("SELECT COALESCE(MAX(TIMESTAMPDIFF(SECOND, trx_started, CONVERT_TZ(NOW(),"
                                + " @@session.time_zone, 'SYSTEM'))), 0) FROM"
                                + " information_schema.innodb_trx WHERE trx_mysql_thread_id <> CONNECTION_ID()")
                        .getFirst()));
    }

    /**
     * @param other a connection to the same server
     * @see DatabaseFence#raise
     */
    public int raiseFence(long number, ServerConnection other, Duration timeout) throws SQLException {
        return fence().raise(server.jdbc(), other.jdbc(), number, databases, timeout);
    }

    /** @see DatabaseFence#lower */
    public void lowerFence(long number) throws SQLException {
        fence().lower(server.jdbc(), number, databases);
    }

    /** @see DatabaseFence#remove */
    public void removeFence(long number) throws SQLException {
        fence().remove(server.jdbc(), number, databases);
    }

    /** @see DatabaseFence#isUp */
    public boolean isFenceUp(long number) throws SQLException {
        return fence().isUp(server.jdbc(), number, databases);
    }

    /** Whether whoever reaches the server can make, drop or empty tables behind the fence. */
    public boolean fenceLetsTablesChange() {
        return fence().letsTablesChange();
    }

    /** For people: what {@link #follow} would run, without the password. */
    public List<String> following(String channel, ReplicationSource source, BinlogPlace place) {
        ReplicationLogin login = source.login();
        ReplicationSource shown = new ReplicationSource(
                source.host(), source.port(), new ReplicationLogin(login.user(), "…", login.tls()));
        return channels().begin(new Channel(channel, databases), shown, place);
    }

    /** For people: what is made for {@link #raiseFence} beforehand; empty when it is nothing. */
    public String preparingFence() {
        return fence().preparing();
    }

    /** For people: what {@link #raiseFence} would run. */
    public List<String> raisingFence(long number) {
        return fence().raising(number, databases);
    }

    private DatabaseFence fence() {
        return server.dialect().databaseFence();
    }

    @Override
    public String toString() {
        return server.toString();
    }
}
