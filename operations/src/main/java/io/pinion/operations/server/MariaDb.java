package io.pinion.operations.server;

import static io.pinion.operations.server.sql.SqlText.quote;

import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.replication.SnapshotPlace;
import io.pinion.operations.server.sql.Answers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * MariaDB 10.6 and later.
 *
 * <p>It has no super_read_only: an account with READ_ONLY ADMIN or ALL writes through the fence, which is why the data
 * account must have neither. It doesn't stop the event scheduler either; events of root go on writing.
 */
public record MariaDb() implements Dialect {
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
        rights.addAll(ProductWords.listOf("SHOW DATABASES, RELOAD, PROCESS, SUPER, CREATE USER, REPLICATION SLAVE, "
                + "BINLOG MONITOR, BINLOG ADMIN, BINLOG REPLAY, CONNECTION ADMIN, "
                + "READ_ONLY ADMIN, REPLICATION MASTER ADMIN, REPLICATION SLAVE ADMIN, "
                + "SLAVE MONITOR, SET USER"));
        return rights;
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
    public List<String> standAt(Position position) {
        return List.of("SET GLOBAL gtid_slave_pos=" + quote(position.gtids()));
    }

    /** Its fence lets the operator pass as it is. */
    @Override
    public boolean isOpenForOperator(Connection connection) {
        return false;
    }

    @Override
    public void emptyLog(ServerConnection server) throws SQLException {
        server.execute(List.of("RESET MASTER", "SET GLOBAL gtid_slave_pos=''"));
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
    public String inEach(Collection<String> databases, String select, String column, String rest) {
        return databases.stream()
                .map(database -> select + " WHERE " + column + " = " + quote(database) + rest)
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** A number up to 11, a word in 12: anything but 0 and OFF fences. */
    @Override
    public boolean isFenced(Connection connection) throws SQLException {
        String value = Answers.single(connection, "SELECT @@GLOBAL.read_only");
        return !value.equals("0") && !value.equalsIgnoreCase("OFF");
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

    /** Metadata locks show only with a plugin that isn't loaded by itself. */
    @Override
    public String blockersQuestion(Collection<String> databases) {
        return "SELECT CONCAT('connection ', p.id, ' (', p.user, '), open for ',"
                + " TIMESTAMPDIFF(SECOND, t.trx_started, NOW()), ' s') FROM information_schema.innodb_trx t"
                + " JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id"
                + " WHERE p.id <> CONNECTION_ID() ORDER BY t.trx_started LIMIT 5";
    }

    @Override
    public List<NeededSetting> neededSettings() {
        return List.of(
                Dialect.takenAtStart("log_bin"),
                Dialect.takenAtStart("log_slave_updates"),
                takenAtOnce("gtid_strict_mode", NeededSetting.ON),
                takenAtOnce("binlog_format", "ROW"));
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
}
