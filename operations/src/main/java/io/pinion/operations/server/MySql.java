package io.pinion.operations.server;

import static io.pinion.operations.server.sql.SqlText.quote;

import io.pinion.operations.server.fence.DatabaseFence;
import io.pinion.operations.server.fence.MySqlDatabaseFence;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.MoveChannel;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.replication.SnapshotPlace;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * MySQL 8.0.26 and later, in the words of 8.4 and 9 (REPLICA, SOURCE), which dropped the older ones.
 *
 * <p>The fence is super_read_only: read_only alone lets SUPER and CONNECTION_ADMIN write.
 */
public record MySql() implements Dialect {
    /** A server may have channels of other pairs' databases beside. */
    private static final String OF_PARTNER = " FOR CHANNEL ''";

    private static final int PARSE_ERROR = 1064;

    /** ER_UNKNOWN_SYSTEM_VARIABLE. */
    private static final int UNKNOWN_VARIABLE = 1193;

    @Override
    public String name() {
        return "MySQL";
    }

    @Override
    public String oldestRelease() {
        return "8.0.26";
    }

    @Override
    public ReplicationWords words() {
        return new ReplicationWords("Replica", "Source", OF_PARTNER, "super_read_only");
    }

    @Override
    public List<String> createUser(String user, String host, String password, String require) {
        String identity = quote(user) + "@" + quote(host) + " IDENTIFIED WITH caching_sha2_password BY "
                + quote(password) + require;
        return List.of("CREATE USER IF NOT EXISTS " + identity, "ALTER USER " + identity);
    }

    @Override
    public String accountsQuestion() {
        return "SELECT user, host, ssl_type, account_locked = 'Y', CONCAT(ssl_cipher, x509_issuer, x509_subject), max_questions"
                + " + max_updates + max_connections + max_user_connections = 0, '' FROM mysql.user";
    }

    @Override
    public String rolesQuestion() {
        return "SELECT to_user, to_host, from_user FROM mysql.role_edges";
    }

    @Override
    public boolean revokesRolesWithRights() {
        return false;
    }

    @Override
    public String noLimits() {
        return " WITH MAX_QUERIES_PER_HOUR 0 MAX_UPDATES_PER_HOUR 0 MAX_CONNECTIONS_PER_HOUR 0 MAX_USER_CONNECTIONS 0";
    }

    /** super_read_only lets nobody write. */
    @Override
    public boolean replicatesAccounts() {
        return true;
    }

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
        rights.addAll(List.of(
                "SHOW DATABASES",
                "RELOAD",
                "PROCESS",
                "CREATE USER",
                "REPLICATION SLAVE",
                "REPLICATION CLIENT",
                "REPLICATION_SLAVE_ADMIN",
                "REPLICATION_APPLIER",
                "BINLOG_ADMIN",
                "CONNECTION_ADMIN",
                "SYSTEM_VARIABLES_ADMIN",
                "SESSION_VARIABLES_ADMIN",
                "XA_RECOVER_ADMIN",
                "ROLE_ADMIN",
                "BACKUP_ADMIN",
                "CLONE_ADMIN"));
        return rights;
    }

    @Override
    public List<String> promotionRights() {
        return List.of(
                "PROCESS",
                "REPLICATION CLIENT",
                "REPLICATION_SLAVE_ADMIN",
                "CONNECTION_ADMIN",
                "SYSTEM_VARIABLES_ADMIN",
                "XA_RECOVER_ADMIN");
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
        String change = changeTo(source) + ", source_auto_position=1" + OF_PARTNER;
        return List.of("STOP REPLICA" + OF_PARTNER, change, "START REPLICA" + OF_PARTNER);
    }

    @Override
    public String followEncrypted() {
        return "CHANGE REPLICATION SOURCE TO source_ssl=1" + OF_PARTNER;
    }

    @Override
    public boolean followStandby(ServerConnection server, ReplicationSource standby) throws SQLException {
        server.execute(follow(standby));
        return true;
    }

    @Override
    public List<String> identityQuestions() {
        return List.of("SELECT @@GLOBAL.server_id", "SELECT @@GLOBAL.server_uuid");
    }

    @Override
    public List<String> commonSettings() {
        return List.of("lower_case_table_names");
    }

    @Override
    public List<String> standAt(Position position) {
        return List.of(
                "SET @pinion_missing = GTID_SUBTRACT(" + quote(position.gtids()) + ", @@GLOBAL.gtid_executed)",
                "SET GLOBAL gtid_purged = CONCAT('+', @pinion_missing)");
    }

    /** Who has CONNECTION_ADMIN writes through read_only. */
    @Override
    public List<String> openForOperator() {
        return List.of("SET GLOBAL read_only=1", "SET GLOBAL super_read_only=0");
    }

    @Override
    public boolean isOpenForOperator(Connection connection) throws SQLException {
        return Answers.single(connection, "SELECT @@GLOBAL.read_only = 1 AND @@GLOBAL.super_read_only = 0")
                .equals("1");
    }

    @Override
    public String forgetLog() {
        return "RESET BINARY LOGS AND GTIDS (before 8.2: RESET MASTER)";
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
    public List<MoveChannel> moveChannels(Connection connection) throws SQLException {
        return MoveChannel.of(Answers.rows(connection, "SHOW REPLICA STATUS"), "Channel_Name", "Replica", "Source");
    }

    /** The server breaks long sets into lines; a wait takes them only without. */
    @Override
    public Position position(Connection connection) throws SQLException {
        return new Position(withoutBreaks(Answers.single(connection, "SELECT @@GLOBAL.gtid_executed")));
    }

    @Override
    public GtidSet history(Connection connection) throws SQLException {
        return GtidSet.ofMySql(position(connection).gtids());
    }

    private static String withoutBreaks(String gtids) {
        return gtids.replace("\n", "").replace("\r", "");
    }

    @Override
    public GtidSet gtids(Position position) {
        return GtidSet.ofMySql(position.gtids());
    }

    @Override
    public Position received(Connection connection) throws SQLException {
        return new Position(
                withoutBreaks(Answers.firstRow(connection, healthQuestion()).getOrDefault("Retrieved_Gtid_Set", "")));
    }

    @Override
    public String ofEach(Collection<HeldTable> held, String select, String rest) {
        return HeldTable.ofAll(held, select, rest);
    }

    @Override
    public String inEach(Collection<String> databases, String select, String column, String rest) {
        return select + " WHERE " + column + " IN (" + SqlText.quotedList(databases) + ")" + rest;
    }

    @Override
    public List<String> exactStatistics() {
        return List.of("SET SESSION information_schema_stats_expiry=0");
    }

    @Override
    public String waitFor(Position position, String seconds) {
        return "SELECT WAIT_FOR_EXECUTED_GTID_SET(" + quote(position.gtids()) + ", " + seconds + ")";
    }

    @Override
    public List<String> unfence() {
        return List.of("SET GLOBAL super_read_only=0", "SET GLOBAL read_only=0");
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
    public String setting(String name, String value) {
        return "SET PERSIST " + name + "=" + value;
    }

    @Override
    public String configuration(String name, String value) {
        return "";
    }

    @Override
    public List<String> identities(Connection connection) throws SQLException {
        return List.of("server_id " + Answers.single(connection, "SELECT @@GLOBAL.server_id"), writesAs(connection));
    }

    @Override
    public String origin(Connection connection) throws SQLException {
        return Answers.single(connection, "SELECT @@GLOBAL.server_uuid");
    }

    @Override
    public String writesAs(Connection connection) throws SQLException {
        return "server_uuid " + Answers.single(connection, "SELECT @@GLOBAL.server_uuid");
    }

    @Override
    public boolean sleepsForPurge() {
        return false;
    }

    @Override
    public boolean snapshotTellsItsPlace() {
        return false;
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
                new Position(withoutBreaks(status.getOrDefault("gtids", ""))));
    }

    /** The performance schema has those that BEGIN has begun and no more; it may be off. */
    @Override
    public String openTransactions() {
        return "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx UNION SELECT t.processlist_id"
                + " FROM performance_schema.events_transactions_current e"
                + " JOIN performance_schema.threads t ON t.thread_id = e.thread_id WHERE e.state = 'ACTIVE'"
                + " AND t.processlist_id IS NOT NULL";
    }

    @Override
    public String atWork() {
        return "command <> 'Sleep'";
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

    @Override
    public Set<String> typesOfCharacters() {
        return Set.of("json");
    }

    @Override
    public List<String> takeAllTime() {
        return List.of("SET SESSION max_execution_time=0");
    }

    @Override
    public List<String> acceptAnyRow() {
        return List.of();
    }

    @Override
    public String exactCollation() {
        return "utf8mb4_0900_bin";
    }

    @Override
    public Channels channels() {
        return new MySqlChannels();
    }

    @Override
    public DatabaseFence databaseFence() {
        return new MySqlDatabaseFence();
    }
}
