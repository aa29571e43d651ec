package io.pinion.operations.server;

import static io.pinion.operations.server.sql.SqlText.quote;

import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.replication.SnapshotPlace;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * MySQL 8.0.26 and later, in the words of 8.4 and 9 (REPLICA, SOURCE), which dropped the older ones.
 *
 * <p>The fence is super_read_only: read_only alone lets SUPER and CONNECTION_ADMIN write.
 */
public record MySql() implements Dialect {
    private static final int PARSE_ERROR = 1064;

    /** ER_UNKNOWN_SYSTEM_VARIABLE. */
    private static final int UNKNOWN_VARIABLE = 1193;

    @Override
    public List<String> rights(AccountRole role) {
        return switch (role) {
            case DATA -> DATA_RIGHTS;
            case MONITOR -> List.of("PROCESS", "REPLICATION CLIENT");
            case OPERATOR -> operatorRights();
            case REPLICATION -> List.of("REPLICATION SLAVE");
        };
    }

    /** Those of the data account, since it copies and moves what clients made, and those that control a server. */
    private static List<String> operatorRights() {
        List<String> rights = new ArrayList<>(DATA_RIGHTS);
        rights.addAll(ProductWords.listOf("SHOW DATABASES, RELOAD, PROCESS, CREATE USER, REPLICATION SLAVE, "
                + "REPLICATION CLIENT, REPLICATION_SLAVE_ADMIN, REPLICATION_APPLIER, "
                + "BINLOG_ADMIN, CONNECTION_ADMIN, SYSTEM_VARIABLES_ADMIN, "
                + "SESSION_VARIABLES_ADMIN, XA_RECOVER_ADMIN, ROLE_ADMIN, BACKUP_ADMIN, "
                + "CLONE_ADMIN"));
        return rights;
    }

    @Override
    public boolean hasPartialRevokes(ServerConnection server) throws SQLException {
        return server.firstColumn("SELECT @@GLOBAL.partial_revokes").equals(List.of("1"));
    }

    /**
     * The statement without the place to begin at. A replica tries each second, without end (0): MySQL 8.4 and later give up after
     * ten tries, and a pair whose other server is restarted would have no standby any more (measured on 9.7). Without TLS, a first login
     * with caching_sha2_password needs the source's public key.
     */
    static String changeTo(ReplicationSource source) {
        return "CHANGE REPLICATION SOURCE TO source_host=" + quote(source.host()) + ", source_port=" + source.port()
                + ", source_user=" + quote(source.login().user()) + ", source_password="
                + quote(source.login().password()) + ", source_ssl="
                + (source.login().tls() ? 1 : 0)
                + ", source_connect_retry=1, source_retry_count=0, source_heartbeat_period=1, get_source_public_key=1";
    }

    @Override
    public List<String> follow(ReplicationSource source) {
        String ofPartner = words().ofPartner();
        String change = changeTo(source) + ", source_auto_position=1" + ofPartner;
        return List.of("STOP REPLICA" + ofPartner, change, "START REPLICA" + ofPartner);
    }

    @Override
    public boolean followStandby(ServerConnection server, ReplicationSource standby) throws SQLException {
        server.execute(follow(standby));
        return true;
    }

    @Override
    public List<String> standAt(Position position) {
        return List.of(
                "SET @pinion_missing = GTID_SUBTRACT(" + quote(position.gtids()) + ", @@GLOBAL.gtid_executed)",
                "SET GLOBAL gtid_purged = CONCAT('+', @pinion_missing)");
    }

    @Override
    public boolean isOpenForOperator(Connection connection) throws SQLException {
        return Answers.single(connection, "SELECT @@GLOBAL.read_only = 1 AND @@GLOBAL.super_read_only = 0")
                .equals("1");
    }

    @Override
    public void emptyLog(ServerConnection server) throws SQLException {
        try {
            server.execute(List.of("RESET BINARY LOGS AND GTIDS"));
        } catch (SQLException e) {
            if (e.getErrorCode() != PARSE_ERROR) {
                throw e;
            }
            server.execute(List.of("RESET MASTER"));
        }
    }

    @Override
    public String binlogFormat(ServerConnection server) throws SQLException {
        try {
            return Dialect.super.binlogFormat(server);
        } catch (SQLException e) {
            if (e.getErrorCode() != UNKNOWN_VARIABLE) {
                throw e;
            }
            return "ROW";
        }
    }

    @Override
    public GtidSet history(Connection connection) throws SQLException {
        return GtidSet.ofMySql(position(connection).gtids());
    }

    @Override
    public String inEach(Collection<String> databases, String select, String column, String rest) {
        return select + " WHERE " + column + " IN (" + SqlText.quotedList(databases) + ")" + rest;
    }

    @Override
    public boolean isFenced(Connection connection) throws SQLException {
        return Answers.single(connection, "SELECT @@GLOBAL.super_read_only").equals("1");
    }

    @Override
    public List<NeededSetting> neededSettings() {
        return List.of(
                Dialect.takenAtStart("log_bin"),
                Dialect.takenAtStart("log_replica_updates"),
                // The next one is refused without this one.
                new NeededSetting("enforce_gtid_consistency", "ON", bySteps("enforce_gtid_consistency", "WARN", "ON")),
                new NeededSetting("gtid_mode", "ON", bySteps("gtid_mode", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON")));
    }

    /** Clients and replicas may be refused something at each. */
    private Cure bySteps(String name, String... values) {
        return new Cure.Statements(
                Arrays.stream(values).map(value -> setting(name, value)).toList(), "");
    }

    /** It refuses another binlog_format while it applies what it follows. */
    @Override
    public List<NeededSetting> pairSettings() {
        List<NeededSetting> settings = new ArrayList<>(neededSettings());
        List<String> statements = new ArrayList<>(stopApplying());
        statements.add(setting("binlog_format", "ROW"));
        statements.addAll(resumeFollowing());
        settings.add(new NeededSetting("binlog_format", "ROW", new Cure.Statements(statements, "")));
        return settings;
    }

    @Override
    public String configuration(String name, String value) {
        return "";
    }

    /**
     * Where the server's own binary log ends. The statement has had its name since 8.2; the older one is gone since
     * 8.4.
     */
    static Map<String, String> logStatus(Connection connection) throws SQLException {
        try {
            return Answers.firstRow(connection, "SHOW BINARY LOG STATUS");
        } catch (SQLException e) {
            if (e.getErrorCode() != PARSE_ERROR) {
                throw e;
            }
            return Answers.firstRow(connection, "SHOW MASTER STATUS");
        }
    }

    @Override
    public SnapshotPlace snapshotPlace(Connection connection) throws SQLException {
        // A transaction is in the log before gtid_executed has it: two questions tell of two moments, and this table of
        // one (MySQL manual, "The log_status Table"), also where performance_schema is off.
        Map<String, String> status = Answers.firstRow(
                connection,
                "SELECT JSON_UNQUOTE(JSON_EXTRACT(`LOCAL`, '$.binary_log_file')) AS file,"
                        + " JSON_EXTRACT(`LOCAL`, '$.binary_log_position') AS position,"
                        + " JSON_UNQUOTE(JSON_EXTRACT(`LOCAL`, '$.gtid_executed')) AS gtids"
                        + " FROM performance_schema.log_status");
        return new SnapshotPlace(
                BinlogPlace.told(status.getOrDefault("file", ""), status.getOrDefault("position", "")),
                Position.told(status.getOrDefault("gtids", "")));
    }

    @Override
    public String blockersQuestion(Collection<String> databases) {
        String names = databases.stream().map(SqlText::quote).collect(Collectors.joining(", "));
        return "SELECT CONCAT('connection ', t.processlist_id, ' (', t.processlist_user, '), at work or idle for ',"
                + " t.processlist_time, ' s') FROM performance_schema.metadata_locks m"
                + " JOIN performance_schema.threads t ON t.thread_id = m.owner_thread_id"
                + " WHERE m.lock_status = 'GRANTED' AND m.lock_type <> 'INTENTION_EXCLUSIVE' AND m.object_schema IN ("
                + names + ") AND t.processlist_id <> CONNECTION_ID()"
                + " GROUP BY t.processlist_id, t.processlist_user, t.processlist_time LIMIT 5";
    }
}
