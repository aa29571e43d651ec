package io.pinion.operations.server;

import static io.pinion.operations.server.sql.SqlText.quote;
import static io.pinion.operations.server.sql.SqlText.quoteName;

import io.pinion.config.topology.Server;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.UnreplicatedSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * MySQL's replication channels. A filter that is set while the server runs is gone after its restart, and the channel
 * starts by itself: so it applies with the rights of an account that has none on other databases, and stops there
 * (MySQL manual, "Replication Privilege Checks").
 */
record MySqlChannels() implements Channels {
    /** Statements about accounts pass the filter of a channel in the other direction, and stop it. */
    private static final String HERE_ONLY = "SET SESSION sql_log_bin=0";

    private static final String AGAIN_EVERYWHERE = "SET SESSION sql_log_bin=1";

    /** ER_REPLICA_CHANNEL_DOES_NOT_EXIST. */
    private static final int NO_SUCH_CHANNEL = 3074;

    @Override
    public List<String> begin(Channel channel, ReplicationSource source, BinlogPlace place) {
        List<String> statements = new ArrayList<>();
        statements.add(HERE_ONLY);
        statements.add("DROP USER IF EXISTS " + applier(channel));
        statements.add("CREATE USER " + applier(channel) + " ACCOUNT LOCK");
        statements.add("GRANT REPLICATION_APPLIER, SESSION_VARIABLES_ADMIN ON *.* TO " + applier(channel));
        for (String database : channel.databases()) {
            statements.add("GRANT " + String.join(", ", Dialect.DATA_RIGHTS) + " ON " + quoteName(pattern(database))
                    + ".* TO " + applier(channel));
        }
        statements.add(AGAIN_EVERYWHERE);
        statements.add(MySql.changeTo(source) + ", source_auto_position=0, source_log_file=" + quote(place.file())
                + ", source_log_pos=" + place.offset() + ", privilege_checks_user=" + applier(channel) + of(channel));
        statements.add("CHANGE REPLICATION FILTER REPLICATE_WILD_DO_TABLE=(" + filter(channel) + ")" + of(channel));
        statements.add("START REPLICA" + of(channel));
        return statements;
    }

    private static String filter(Channel channel) {
        return channel.databases().stream()
                .map(database -> "'" + Channels.patterns(List.of(database), "").replace("\\", "\\\\") + "'")
                .collect(Collectors.joining(", "));
    }

    /** In the name of a database to which rights are given, {@code _} and {@code %} stand for others. */
    private static String pattern(String database) {
        return database.replace("_", "\\_").replace("%", "\\%");
    }

    private static String applier(Channel channel) {
        return quote(channel.name()) + "@'localhost'";
    }

    private static String of(Channel channel) {
        return " FOR CHANNEL " + quote(channel.name());
    }

    /** An applier that was to stop at a place, and hasn't got there or doesn't know yet, would still stop there. */
    @Override
    public List<String> resume(Channel channel) {
        return List.of("STOP REPLICA SQL_THREAD" + of(channel), "START REPLICA" + of(channel));
    }

    @Override
    public List<String> pause(Channel channel) {
        return List.of("STOP REPLICA SQL_THREAD" + of(channel));
    }

    @Override
    public List<String> resumeUntil(Channel channel, BinlogPlace place) {
        return List.of("START REPLICA SQL_THREAD UNTIL source_log_file=" + quote(place.file()) + ", source_log_pos="
                + place.offset() + of(channel));
    }

    @Override
    public void end(Connection connection, Channel channel) throws SQLException {
        try {
            Answers.execute(connection, "STOP REPLICA" + of(channel), "RESET REPLICA ALL" + of(channel));
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_CHANNEL) {
                throw e;
            }
        }
        dropApplier(connection, channel);
    }

    /** A standby has one if it was the primary when the channel began, and else its fence stays as it is. */
    private static void dropApplier(Connection connection, Channel channel) throws SQLException {
        boolean there = !Answers.single(
                        connection, "SELECT COUNT(*) FROM mysql.user WHERE user = " + quote(channel.name()))
                .equals("0");
        if (there) {
            try (UnreplicatedSession here = UnreplicatedSession.begin(connection)) {
                here.execute("DROP USER IF EXISTS " + applier(channel));
            }
        }
    }

    @Override
    public ReplicationHealth health(Connection connection, Channel channel) throws SQLException {
        String filters = Answers.single(
                connection,
                "SELECT COUNT(*) FROM performance_schema.replication_applier_filters WHERE channel_name = "
                        + quote(channel.name()));
        if (filters.equals("0")) {
            return ReplicationHealth.ofStatus(Map.of(), "Replica", "Source");
        }
        ReplicationHealth health = ReplicationHealth.ofStatus(
                Answers.rows(connection, "SHOW REPLICA STATUS").stream()
                        .filter(row -> channel.name().equals(row.get("Channel_Name")))
                        .findFirst()
                        .orElse(Map.of()),
                "Replica",
                "Source");
        String cause = String.join(
                "; ",
                Answers.column(
                        connection,
                        "SELECT last_error_message FROM performance_schema.replication_applier_status_by_worker"
                                + " WHERE last_error_number <> 0 AND channel_name = " + quote(channel.name())));
        return cause.isEmpty() ? health : health.because(cause);
    }

    @Override
    public boolean follows(Connection connection, Channel channel, Server source) throws SQLException {
        return !Answers.column(
                        connection,
                        "SELECT 1 FROM performance_schema.replication_connection_configuration WHERE channel_name = "
                                + quote(channel.name()) + " AND host = " + quote(source.host()) + " AND port = "
                                + source.port())
                .isEmpty();
    }

    @Override
    public String stopping(String name) {
        return "STOP REPLICA FOR CHANNEL " + quote(name);
    }

    @Override
    public List<String> names(Connection connection) throws SQLException {
        return Answers.column(
                connection,
                "SELECT channel_name FROM performance_schema.replication_connection_configuration"
                        + " WHERE channel_name <> ''");
    }

    @Override
    public BinlogPlace place(Connection connection) throws SQLException {
        Map<String, String> status = MySql.logStatus(connection);
        return new BinlogPlace(status.getOrDefault("File", ""), Long.parseLong(status.getOrDefault("Position", "0")));
    }

    /** What was there before the copy never comes. */
    @Override
    public Position moved(Connection source, Position begun, Position now) throws SQLException {
        return Position.told(Answers.single(
                source, "SELECT GTID_SUBTRACT(" + quote(now.gtids()) + ", " + quote(begun.gtids()) + ")"));
    }
}
