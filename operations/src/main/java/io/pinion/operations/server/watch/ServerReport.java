package io.pinion.operations.server.watch;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.MoveChannel;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.FullDisk;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The state of a server, as it answers a health check.
 *
 * @param serverId its server_id
 * @param fenced whether it refuses clients' writes
 * @param openForOperator whether it isn't fenced as strictly as its product can, and refuses clients' writes all the same
 * @param started when its process began, to a second or so, by {@link System#nanoTime} of this proxy
 * @param clock the server's clock
 * @param history the set of all its transactions
 * @param replication from its partner; empty when the account may not see that
 * @param channels on which it replicates from another pair; empty when the account may not see them
 * @param room the state of disk space and other limited resources
 * @param sqlMode the global one, with which sessions begin
 * @param settings what its settings lack for replication, one line each with the remedy
 */
public record ServerReport(
        String version,
        long serverId,
        boolean fenced,
        boolean openForOperator,
        long started,
        ServerClock clock,
        GtidSet history,
        Optional<ReplicationHealth> replication,
        List<MoveChannel> channels,
        ServerRoom room,
        String sqlMode,
        List<String> settings) {
    /** MySQL's "Access denied; you need (at least one of) the … privilege(s)". */
    private static final int SPECIFIC_ACCESS_DENIED = 1227;

    private static final int UNKNOWN_SYSTEM_VARIABLE = 1193;

    public ServerReport {
        channels = List.copyOf(channels);
        settings = List.copyOf(settings);
    }

    /** Asks a server; blocks. */
    public static ServerReport read(Connection connection) throws SQLException {
        String version = Answers.single(connection, "SELECT VERSION()");
        Dialect dialect = Dialect.ofVersion(version);
        return new ServerReport(
                version,
                Long.parseLong(Answers.single(connection, "SELECT @@GLOBAL.server_id")),
                dialect.isFenced(connection),
                dialect.isOpenForOperator(connection),
                started(connection),
                ServerClock.read(connection),
                dialect.history(connection),
                unlessDenied(() -> dialect.health(connection)),
                unlessDenied(() -> dialect.moveChannels(connection)).orElse(List.of()),
                ServerRoom.read(connection),
                Answers.single(connection, "SELECT @@GLOBAL.sql_mode"),
                settings(dialect, connection));
    }

    /** A server that is too old for one of the settings is no less up for that. */
    private static List<String> settings(Dialect dialect, Connection connection) throws SQLException {
        try {
            return dialect.replicationProblems(connection);
        } catch (SQLException e) {
            if (e.getErrorCode() == UNKNOWN_SYSTEM_VARIABLE) {
                return List.of();
            }
            throw e;
        }
    }

    private static long started(Connection connection) throws SQLException {
        String seconds =
                Answers.firstRow(connection, "SHOW GLOBAL STATUS LIKE 'Uptime'").getOrDefault("Value", "0");
        return System.nanoTime() - Duration.ofSeconds(Long.parseLong(seconds)).toNanos();
    }

    private static <T> Optional<T> unlessDenied(BaseTables.Work<T, SQLException> question) throws SQLException {
        try {
            return Optional.of(question.run());
        } catch (SQLException e) {
            if (e.getErrorCode() == SPECIFIC_ACCESS_DENIED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The modes of its global sql_mode under which it parses texts otherwise than Pinion; mostly none. */
    public List<String> otherReading() {
        return TextModes.in(sqlMode);
    }

    /** Whether the server reports a full disk, or waits as if for one. */
    public boolean hasFullDisk() {
        return room.waitsForDisk()
                || replication
                        .filter(health -> FullDisk.isNamedIn(health.lastError()))
                        .isPresent();
    }

    /** The channel that keeps the server from replicating from its standby: MariaDB can't do both. */
    Optional<MoveChannel> insteadOfPartner() {
        return dialect() instanceof MariaDb ? channels.stream().findFirst() : Optional.empty();
    }

    /** Whether it has been told to follow another server, and the account may see that. */
    public boolean follows() {
        return replication.filter(ReplicationHealth::configured).isPresent();
    }

    public Dialect dialect() {
        return Dialect.ofVersion(version);
    }
}
