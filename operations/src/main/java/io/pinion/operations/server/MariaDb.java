package io.pinion.operations.server;

import static io.pinion.operations.server.sql.SqlText.quote;

import io.pinion.operations.server.fence.DatabaseFence;
import io.pinion.operations.server.fence.MariaDbDatabaseFence;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.MoveChannel;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.replication.SnapshotPlace;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * MariaDB 10.6 and later.
 *
 * <p>It has no super_read_only: an account with READ_ONLY ADMIN or ALL writes through the fence, which is why the data
 * account must have neither. It doesn't stop the event scheduler either; events of root go on writing.
 */
public record MariaDb() implements Dialect {
    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String oldestRelease() {
        return "10.6";
    }

    @Override
    public ReplicationWords words() {
        return new ReplicationWords("Slave", "Master", "", "read_only");
    }

    @Override
    public List<String> createUser(String user, String host, String password, String require) {
        String identity = quote(user) + "@" + quote(host) + " IDENTIFIED VIA mysql_native_password USING PASSWORD("
                + quote(password) + ")" + require;
        return List.of("CREATE USER IF NOT EXISTS " + identity, "ALTER USER " + identity);
    }

    /** The view {@code mysql.user} doesn't show whether an account is locked. */
    @Override
    public String accountsQuestion() {
        return "SELECT u.User, u.Host, u.ssl_type, COALESCE(JSON_VALUE(g.Priv, '$.account_locked'), 0), CONCAT_WS('',"
                + " u.ssl_cipher, u.x509_issuer, u.x509_subject), u.max_questions + u.max_updates + u.max_connections"
                + " + u.max_user_connections + COALESCE(JSON_VALUE(g.Priv, '$.max_statement_time'), 0) = 0, u.default_role"
                + " FROM mysql.user u"
                + " JOIN mysql.global_priv g ON g.User = u.User AND g.Host = u.Host";
    }

    @Override
    public String rolesQuestion() {
        return "SELECT User, Host, Role FROM mysql.roles_mapping";
    }

    @Override
    public boolean revokesRolesWithRights() {
        return true;
    }

    @Override
    public String noLimits() {
        return " WITH MAX_QUERIES_PER_HOUR 0 MAX_UPDATES_PER_HOUR 0 MAX_CONNECTIONS_PER_HOUR 0 MAX_USER_CONNECTIONS 0"
                + " MAX_STATEMENT_TIME 0";
    }

    /** read_only lets the operator write. */
    @Override
    public boolean replicatesAccounts() {
        return false;
    }

    /**
     * A name that begins with {@code #mysql50#} is a directory's: {@code %} gives rights on {@code mysql} by it, and
     * the grant on {@code mysql} doesn't hide that one.
     */
    @Override
    public List<String> hiddenDatabases() {
        List<String> names = Dialect.super.hiddenDatabases();
        return Stream.concat(names.stream(), names.stream().map("#mysql50#"::concat))
                .toList();
    }

    @Override
    public boolean hasPartialRevokes(ServerConnection server) {
        return false;
    }

    @Override
    public List<String> rights(AccountRole role) {
        return switch (role) {
            case DATA -> dataRights();
            case MONITOR -> List.of("PROCESS", "BINLOG MONITOR", "SLAVE MONITOR");
            case OPERATOR -> operatorRights();
            case REPLICATION -> List.of("REPLICATION SLAVE");
        };
    }

    private static List<String> dataRights() {
        List<String> rights = new ArrayList<>(DATA_RIGHTS);
        rights.add("DELETE HISTORY");
        return rights;
    }

    /** Those of the data account, since it copies and moves what clients made, and those that control a server. */
    private static List<String> operatorRights() {
        List<String> rights = new ArrayList<>(dataRights());
        rights.addAll(List.of(
                "SHOW DATABASES",
                "RELOAD",
                "PROCESS",
                "SUPER",
                "CREATE USER",
                "REPLICATION SLAVE",
                "BINLOG MONITOR",
                "BINLOG ADMIN",
                "BINLOG REPLAY",
                "CONNECTION ADMIN",
                "READ_ONLY ADMIN",
                "REPLICATION MASTER ADMIN",
                "REPLICATION SLAVE ADMIN",
                "SLAVE MONITOR",
                "SET USER"));
        return rights;
    }

    @Override
    public List<String> promotionRights() {
        return List.of("PROCESS", "CONNECTION ADMIN", "READ_ONLY ADMIN", "REPLICATION SLAVE ADMIN", "SLAVE MONITOR");
    }

    @Override
    public List<String> follow(ReplicationSource source) {
        return List.of("STOP SLAVE", change(source), "START SLAVE");
    }

    private static String change(ReplicationSource source) {
        return "CHANGE MASTER TO master_host=" + quote(source.host()) + ", master_port=" + source.port()
                + ", master_user=" + quote(source.login().user()) + ", master_password="
                + quote(source.login().password())
                + ", master_ssl=" + (source.login().tls() ? 1 : 0)
                + ", master_use_gtid=slave_pos, master_connect_retry=1, master_heartbeat_period=1";
    }

    @Override
    public String followEncrypted() {
        return "CHANGE MASTER TO master_ssl=1";
    }

    @Override
    public boolean followStandby(ServerConnection server, ReplicationSource standby) throws SQLException {
        server.execute(List.of("STOP SLAVE", change(standby)));
        if (!server.channels().isEmpty()) {
            return false;
        }
        MariaDbPartner partner = new MariaDbPartner(server.jdbc());
        partner.beginBehindOwnLog();
        partner.follow();
        return true;
    }

    @Override
    public List<String> identityQuestions() {
        return List.of("SELECT @@GLOBAL.server_id");
    }

    @Override
    public List<String> commonSettings() {
        return List.of("lower_case_table_names", "gtid_domain_id");
    }

    @Override
    public List<String> standAt(Position position) {
        return List.of("SET GLOBAL gtid_slave_pos=" + quote(position.gtids()));
    }

    /** It may always. */
    @Override
    public List<String> openForOperator() {
        return List.of();
    }

    /** Its fence lets the operator pass as it is. */
    @Override
    public boolean isOpenForOperator(Connection connection) {
        return false;
    }

    @Override
    public String forgetLog() {
        return "RESET MASTER";
    }

    @Override
    public void emptyLog(ServerConnection server) throws SQLException {
        server.execute(List.of("RESET MASTER", "SET GLOBAL gtid_slave_pos=''"));
    }

    @Override
    public List<MoveChannel> moveChannels(Connection connection) throws SQLException {
        return MoveChannel.of(Answers.rows(connection, "SHOW ALL SLAVES STATUS"), "Connection_name", "Slave", "Master");
    }

    @Override
    public Position position(Connection connection) throws SQLException {
        return new Position(Answers.single(connection, "SELECT @@GLOBAL.gtid_binlog_pos"));
    }

    /**
     * The position alone has the last transaction of a domain, whoever wrote it. A server that was made from a backup
     * has none of before in its binary log, but knows from where it follows.
     */
    @Override
    public GtidSet history(Connection connection) throws SQLException {
        return Answers.first(
                        connection,
                        "SELECT @@GLOBAL.gtid_binlog_state, @@GLOBAL.gtid_slave_pos, @@GLOBAL.server_id",
                        row -> GtidSet.ofMariaDb(Answers.text(row, 1))
                                .withPlace(GtidSet.ofMariaDb(Answers.text(row, 2)), row.getLong(3)))
                .orElse(GtidSet.EMPTY);
    }

    @Override
    public GtidSet gtids(Position position) {
        return GtidSet.ofMariaDb(position.gtids());
    }

    @Override
    public Position received(Connection connection) throws SQLException {
        return new Position(Answers.firstRow(connection, healthQuestion()).getOrDefault("Gtid_IO_Pos", ""));
    }

    @Override
    public String ofEach(Collection<HeldTable> held, String select, String rest) throws SQLException {
        return HeldTable.ofEach(held, select, rest);
    }

    @Override
    public String inEach(Collection<String> databases, String select, String column, String rest) {
        return databases.stream()
                .map(database -> select + " WHERE " + column + " = " + quote(database) + rest)
                .collect(Collectors.joining(" UNION ALL "));
    }

    @Override
    public List<String> exactStatistics() {
        return List.of();
    }

    @Override
    public String waitFor(Position position, String seconds) {
        return "SELECT MASTER_GTID_WAIT(" + quote(position.gtids()) + ", " + seconds + ")";
    }

    @Override
    public List<String> unfence() {
        return List.of("SET GLOBAL read_only=0");
    }

    /** A number up to 11, a word in 12: anything but 0 and OFF fences. */
    @Override
    public boolean isFenced(Connection connection) throws SQLException {
        String value = Answers.single(connection, "SELECT @@GLOBAL.read_only");
        return !value.equals("0") && !value.equalsIgnoreCase("OFF");
    }

    /** It notes the place when it begins (its documentation, "START TRANSACTION"). */
    @Override
    public boolean sleepsForPurge() {
        return true;
    }

    @Override
    public boolean snapshotTellsItsPlace() {
        return true;
    }

    @Override
    public SnapshotPlace snapshotPlace(Connection connection) throws SQLException {
        BinlogPlace place = BinlogPlace.told(
                Answers.named(connection, "SHOW STATUS LIKE 'binlog_snapshot_file'"),
                Answers.named(connection, "SHOW STATUS LIKE 'binlog_snapshot_position'"));
        String gtids = Answers.single(
                connection, "SELECT BINLOG_GTID_POS(" + quote(place.file()) + ", " + place.offset() + ")");
        return new SnapshotPlace(place, new Position(gtids));
    }

    @Override
    public String openTransactions() {
        return "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx";
    }

    /** Who has been idle for longer is in InnoDB's list if he has a transaction open, however old the list. */
    @Override
    public String atWork() {
        return "(command <> 'Sleep' OR time_ms < 120)";
    }

    /** Metadata locks show only with a plugin that isn't loaded by itself. */
    @Override
    public String blockersQuestion(Collection<String> databases) {
        return "SELECT CONCAT('connection ', p.id, ' (', p.user, '), open for ',"
                + " TIMESTAMPDIFF(SECOND, t.trx_started, NOW()), ' s') FROM information_schema.innodb_trx t"
                + " JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id"
                + " WHERE p.id <> CONNECTION_ID() ORDER BY t.trx_started LIMIT 5";
    }

    @Override
    public Set<String> typesOfCharacters() {
        return Set.of("uuid", "inet4", "inet6");
    }

    @Override
    public List<String> takeAllTime() {
        return List.of("SET SESSION max_statement_time=0, idle_transaction_timeout=0,"
                + " idle_readonly_transaction_timeout=0, idle_write_transaction_timeout=0");
    }

    @Override
    public List<String> acceptAnyRow() {
        return List.of("SET SESSION check_constraint_checks=0");
    }

    @Override
    public List<NeededSetting> neededSettings() {
        return List.of(
                Dialect.takenAtStart("log_bin"),
                Dialect.takenAtStart("log_slave_updates"),
                takenAtOnce("gtid_strict_mode", NeededSetting.ON),
                takenAtOnce("binlog_format", "ROW"));
    }

    @Override
    public String setting(String name, String value) {
        return "SET GLOBAL " + name + "=" + value;
    }

    /** A server forgets what is set at runtime. */
    @Override
    public String configuration(String name, String value) {
        return option(name) + "=" + value.replace("'", "");
    }

    /** A server doesn't start with an option that it doesn't know; these variables have others' names there. */
    private static String option(String variable) {
        return switch (variable) {
            case "time_zone" -> "default_time_zone";
            case "tx_isolation" -> "transaction_isolation";
            default -> variable;
        };
    }

    @Override
    public List<String> identities(Connection connection) throws SQLException {
        return List.of("server_id " + Answers.single(connection, "SELECT @@GLOBAL.server_id"));
    }

    @Override
    public String origin(Connection connection) throws SQLException {
        return Answers.single(connection, "SELECT @@GLOBAL.server_id");
    }

    @Override
    public String writesAs(Connection connection) throws SQLException {
        return "gtid_domain_id " + Answers.single(connection, "SELECT @@GLOBAL.gtid_domain_id");
    }

    @Override
    public String exactCollation() {
        return "utf8mb4_nopad_bin";
    }

    @Override
    public Channels channels() {
        return new MariaDbChannels();
    }

    @Override
    public DatabaseFence databaseFence() {
        return new MariaDbDatabaseFence();
    }
}
