package io.pinion.operations.server;

import io.pinion.operations.server.fence.DatabaseFence;
import io.pinion.operations.server.fence.MariaDbDatabaseFence;
import io.pinion.operations.server.fence.MySqlDatabaseFence;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.MoveChannel;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.replication.SnapshotPlace;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.OwnDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What MySQL and MariaDB say differently. Statements are returned as text where the caller decides when to run them;
 * where an answer must be read, the dialect asks on a connection that the caller owns.
 */
public sealed interface Dialect extends ProductWords permits MariaDb, MySql {
    /** The rights of the data account that both products have a name for, and the same. */
    List<String> DATA_RIGHTS =
            ProductWords.listOf("SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX, ALTER, "
                    + "CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE, CREATE VIEW, SHOW VIEW, "
                    + "CREATE ROUTINE, ALTER ROUTINE, EVENT, TRIGGER");

    /** The dialect of a server that calls itself {@code version}, as {@code SELECT VERSION()} answers. */
    static Dialect ofVersion(String version) {
        return version.contains("MariaDB") ? new MariaDb() : new MySql();
    }

    /**
     * Makes the account, or brings one that exists to this password. Rights are granted apart.
     *
     * <p>MariaDB accounts get mysql_native_password, MySQL's caching_sha2_password: each product's own default, and the
     * best that needs no TLS.
     */
    default List<String> createAccount(ServerAccount account) {
        return createUser(account.user(), account.host(), account.password(), "");
    }

    /**
     * The rights of a role, each named, so that a product's new rights are never given unseen: those of {@link
     * AccountRole#DATA} in all databases but the system's own, those of the others on {@code *.*}.
     */
    List<String> rights(AccountRole role);

    /**
     * The statements that give {@code account} the rights of its role.
     *
     * <p>There is no way to except a database from a right on {@code *.*} that both products know. But of several
     * rights on databases a server takes only those of the name that fits best: the one harmless right on {@code mysql}
     * hides all that {@code %} gives. It needs a MySQL without {@code partial_revokes}, which takes {@code %} for a
     * plain name.
     *
     * <p>Pinion's own databases are hidden in the same way, since the operator's account reads and writes there:
     * whoever could rename its tables could put views in their place, which run with the operator's rights. A commit
     * writes its decision, and no more.
     */
    default List<String> grants(ServerAccount account) {
        String rights = "GRANT " + String.join(", ", rights(account.role()));
        String receiver = " TO " + account.quotedName();
        return switch (account.role()) {
            case DATA ->
                Stream.concat(
                                Stream.of("GRANT SHOW DATABASES ON *.*" + receiver, rights + " ON `%`.*" + receiver),
                                hiddenDatabases().stream().map(database -> hiding(database) + receiver))
                        .toList();
            // The operator makes the accounts of users with fewer rights than all, and on MySQL that of a channel.
            case OPERATOR -> List.of(rights + " ON *.*" + receiver + " WITH GRANT OPTION");
            case MONITOR, REPLICATION -> List.of(rights + " ON *.*" + receiver);
        };
    }

    private static String hiding(String database) {
        String pattern = DatabasePattern.escaped(database);
        return "GRANT " + rightLeft(database) + " ON "
                + (pattern.matches("[a-z]+") ? pattern : SqlText.quoteName(pattern)) + ".*";
    }

    /** Which the grants of an account {@link AccountRole#DATA} hide, by every name that they have. */
    default List<String> hiddenDatabases() {
        return List.of("mysql", "sys", OwnDatabases.PINION, OwnDatabases.GATHER, OwnDatabases.FENCE);
    }

    /** The one right that an account {@link AccountRole#DATA} has on a database that is hidden from it. */
    static String rightLeft(String database) {
        return database.equals(OwnDatabases.PINION) ? "INSERT" : "SHOW VIEW";
    }

    /** Whether the server takes the patterns of grants for plain names. Blocks. */
    boolean hasPartialRevokes(ServerConnection server) throws SQLException;

    /**
     * Makes an account without rights, or brings one that exists to this password.
     *
     * @param require what a login must show beside it, as a clause that begins with a blank; empty for nothing
     */
    default List<String> createUser(String user, String host, String password, String require) {
        String identity = SqlText.quote(user) + "@" + SqlText.quote(host) + " IDENTIFIED "
                + either(
                        "VIA mysql_native_password USING PASSWORD(" + SqlText.quote(password) + ")",
                        "WITH caching_sha2_password BY " + SqlText.quote(password))
                + require;
        return List.of("CREATE USER IF NOT EXISTS " + identity, "ALTER USER " + identity);
    }

    /** Makes the server follow {@code source} from where it last was, and starts. */
    List<String> follow(ReplicationSource source);

    /**
     * Makes a server follow its own standby, which has got all that it has from there. It is only told of it, and does
     * it later, when it must not while it follows another pair.
     *
     * @return whether it begins now
     */
    boolean followStandby(ServerConnection server, ReplicationSource standby) throws SQLException;

    /** A position as a set: of MariaDB all before it, too. */
    default GtidSet gtids(Position position) {
        return this instanceof MariaDb ? GtidSet.ofMariaDb(position.gtids()) : GtidSet.ofMySql(position.gtids());
    }

    /** Everything that has come from the partner, whether it is applied or not; needs the rights of the monitor. */
    default Position received(Connection connection) throws SQLException {
        return Position.told(Answers.firstRow(connection, healthQuestion())
                .getOrDefault(either("Gtid_IO_Pos", "Retrieved_Gtid_Set"), ""));
    }

    /**
     * One question of information_schema about each of these tables, whose answers come in one.
     *
     * @param held at least one, some hundreds at most
     * @param select up to its WHERE
     * @param rest of the condition, with its AND; may be empty
     */
    default String ofEach(Collection<HeldTable> held, String select, String rest) throws SQLException {
        return this instanceof MariaDb ? HeldTable.ofEach(held, select, rest) : HeldTable.ofAll(held, select, rest);
    }

    /**
     * One question of information_schema about some databases. MariaDB looks into a database that the condition equals,
     * and into all of its thousands for a list of some; MySQL plans each part of a UNION for a millisecond.
     *
     * @param databases at least one, some hundreds at most
     * @param select up to its WHERE
     * @param column that has the database's name
     * @param rest of the condition, with its AND; may be empty
     */
    String inEach(Collection<String> databases, String select, String column, String rest);

    /** Lets a server with a copy follow from where the copy stands; its own log may hold nothing else. */
    List<String> standAt(Position position);

    /**
     * The same as {@link ServerConnection#executeOnItAlone}, for people to paste: the statements about accounts stay on
     * this server.
     */
    default List<String> onItAlone(boolean fenced, List<String> statements) {
        boolean opened = fenced && !openForOperator().isEmpty();
        List<String> pasted = new ArrayList<>(opened ? openForOperator() : List.of());
        pasted.add("SET SESSION sql_log_bin=0");
        pasted.addAll(statements);
        pasted.add("SET SESSION sql_log_bin=1");
        if (opened) {
            pasted.add("SET GLOBAL " + words().fence() + "=1");
        }
        return pasted;
    }

    /** Whether that was said, and the server hasn't been fenced or opened since. */
    boolean isOpenForOperator(Connection connection) throws SQLException;

    /** Lets a server that has nothing of its own have no transactions any more, as before it followed another one. */
    void emptyLog(ServerConnection server) throws SQLException;

    /** The setting {@code binlog_format}, as far as the product has a choice. */
    default String binlogFormat(ServerConnection server) throws SQLException {
        return server.firstColumn("SELECT @@GLOBAL.binlog_format").getFirst();
    }

    /** Stops following for now; {@link #resumeFollowing} goes on. */
    default List<String> stopFollowing() {
        return List.of(words().statement("STOP", ""));
    }

    default List<String> resumeFollowing() {
        return List.of(words().statement("START", ""));
    }

    /** Stops following and forgets the partner. */
    default List<String> forgetSource() {
        return List.of(words().statement("STOP", ""), words().statement("RESET", " ALL"));
    }

    /** Goes on receiving, but applies nothing for now. */
    default List<String> stopApplying() {
        return List.of(words().statement("STOP", " SQL_THREAD"));
    }

    default List<String> resumeApplying() {
        return List.of(words().statement("STOP", " SQL_THREAD"), words().statement("START", " SQL_THREAD"));
    }

    /**
     * Why a standby can't be promoted by force, with the statement that ends that; empty when the standby applies what it
     * receives, or follows nobody.
     */
    default Optional<String> unapplied(ReplicationHealth standby) {
        return standby.configured() && !standby.applying()
                ? Optional.of("doesn't apply what it has received: "
                        + words().statement("START", " SQL_THREAD") + " there goes on with it, or "
                        + String.join("; ", forgetSource()) + " gives it up")
                : Optional.empty();
    }

    /** Applies up to a place in the partner's log, and stops; it must not have gone past it. */
    default List<String> applyUntil(BinlogPlace place) {
        String source = words().source().toUpperCase(Locale.ROOT);
        return List.of(words().statement(
                        "START",
                        " SQL_THREAD UNTIL " + source + "_LOG_FILE=" + SqlText.quote(place.file()) + ", " + source
                                + "_LOG_POS=" + place.offset()));
    }

    /** The question whose answer is read by {@link #health}. */
    default String healthQuestion() {
        return words().statement("SHOW", " STATUS");
    }

    /** Whether the server follows its partner; needs the rights of the monitor. */
    default ReplicationHealth health(Connection connection) throws SQLException {
        return ReplicationHealth.ofStatus(
                Answers.firstRow(connection, healthQuestion()), words().replica(), words().source());
    }

    /** Those on which it follows another pair; needs the rights of the monitor. */
    default List<MoveChannel> moveChannels(Connection connection) throws SQLException {
        return MoveChannel.of(
                Answers.rows(connection, either("SHOW ALL SLAVES STATUS", "SHOW REPLICA STATUS")),
                either("Connection_name", "Channel_Name"),
                words().replica(),
                words().source());
    }

    /** Whether the server follows its partner over an encrypted connection; needs the rights of the monitor. */
    default boolean replicatesWithTls(Connection connection) throws SQLException {
        return "Yes".equals(Answers.firstRow(connection, healthQuestion()).get(words().source() + "_SSL_Allowed"));
    }

    /** The server's position now. Meaningful as "everything" only once the server is fenced. */
    default Position position(Connection connection) throws SQLException {
        return Position.told(Answers.single(connection, GLOBAL + either("gtid_binlog_pos", "gtid_executed")));
    }

    /** All transactions that the server has in its binary log or has had there; any account may ask. */
    GtidSet history(Connection connection) throws SQLException;

    /**
     * Waits until the server has applied everything up to {@code position}.
     *
     * @return whether it has, or {@code deadline} passed first
     */
    default boolean awaitPosition(Connection connection, Position position, Duration deadline) throws SQLException {
        if (position.isEmpty()) {
            return true;
        }
        String seconds = String.format(Locale.ROOT, "%.3f", deadline.toMillis() / 1000.0);
        return Answers.single(connection, waitFor(position, seconds)).equals("0");
    }

    /** The question that is answered with 0 as soon as the server has applied everything up to {@code position}. */
    default String waitFor(Position position, String seconds) {
        return "SELECT " + either("MASTER_GTID_WAIT(", "WAIT_FOR_EXECUTED_GTID_SET(") + SqlText.quote(position.gtids())
                + ", " + seconds + ")";
    }

    /**
     * Refuses the writes of all but replication and administrators. Run on one connection, in order: the first bounds
     * the wait, during which the other writers of the server stand still.
     *
     * @param timeout how long open transactions and locks may hold the fence up; whole seconds, at least 1
     */
    default List<String> fence(Duration timeout) {
        return List.of(
                "SET SESSION lock_wait_timeout=" + Math.max(1, timeout.toSeconds()),
                "SET GLOBAL " + words().fence() + "=1");
    }

    /** Whether the fence is up, as strictly as the product can put it. */
    boolean isFenced(Connection connection) throws SQLException;

    /**
     * Problems of a server's settings that replication in a pair can't live with, each with its cure; empty when there
     * are none.
     */
    default List<String> replicationProblems(Connection connection) throws SQLException {
        Map<String, String> settings = Answers.firstRow(
                connection,
                neededSettings().stream()
                        .map(needed -> "@@GLOBAL." + needed.name() + " AS " + needed.name())
                        .collect(Collectors.joining(", ", "SELECT ", "")));
        return neededSettings().stream()
                .filter(needed -> !needed.isMetBy(settings.getOrDefault(needed.name(), "")))
                .map(needed -> needed.problem(settings.getOrDefault(needed.name(), "")) + ": set " + needed.name() + "="
                        + needed.written() + " in the server's configuration")
                .toList();
    }

    /**
     * A global variable and the value without which replication in a pair fails.
     *
     * @param value as a SELECT shows it
     * @param cure gives it the value
     */
    record NeededSetting(String name, String value, Cure cure) {
        static final String ON = "1";

        /** @param found as a SELECT or SHOW VARIABLES shows it */
        public boolean isMetBy(String found) {
            return value.equals(found) || (value.equals(ON) && found.equals("ON"));
        }

        /** @param found another value */
        public String problem(String found) {
            return name + " is " + (value.equals(ON) ? "off" : found);
        }

        /** As people write it. */
        public String written() {
            return value.equals(ON) ? "ON" : value;
        }
    }

    /** A setting that a server takes without a restart, and that none of its clients notices. */
    default NeededSetting takenAtOnce(String name, String value) {
        return new NeededSetting(name, value, safely(name, value));
    }

    /** A setting that a server takes when it starts. */
    static NeededSetting takenAtStart(String name) {
        return new NeededSetting(name, NeededSetting.ON, atStart(name, "ON"));
    }

    static Cure atStart(String name, String value) {
        return new Cure.Words(name + "=" + value + " in the server's configuration, and a restart of it");
    }

    /** What the configuration must say beside {@link #setting}; empty for nothing. */
    String configuration(String name, String value);

    default Cure safely(String name, String value) {
        return new Cure.Safe(List.of(setting(name, value)), configuration(name, value));
    }

    default Cure byHand(String name, String value) {
        return new Cure.Statements(List.of(setting(name, value)), configuration(name, value));
    }

    /** The settings of servers of pairs: those that are needed, and those that a new pair must have. */
    default List<NeededSetting> pairSettings() {
        return neededSettings();
    }

    List<NeededSetting> neededSettings();

    /** What no other server may have, in words such as {@code server_id 7}. */
    default List<String> identities(Connection connection) throws SQLException {
        List<String> identities = new ArrayList<>();
        for (String variable : identityVariables()) {
            identities.add(variable + " " + Answers.single(connection, GLOBAL + variable));
        }
        return identities;
    }

    /**
     * What the identifiers of the transactions that a server has written itself tell it by: its {@code server_id} or
     * {@code server_uuid}.
     */
    default String origin(Connection connection) throws SQLException {
        return Answers.single(connection, GLOBAL + identityVariables().getLast());
    }

    /** What the transactions of a server's clients are marked with, in words: no other pair's may be the same. */
    default String writesAs(Connection connection) throws SQLException {
        String variable = either("gtid_domain_id", "server_uuid");
        return variable + " " + Answers.single(connection, GLOBAL + variable);
    }

    /** Where the snapshot stands that this connection reads, or else where the server stands now. */
    SnapshotPlace snapshotPlace(Connection connection) throws SQLException;

    /**
     * Who has used tables of these databases in a transaction that is still open, for people; empty when it can't be
     * told.
     */
    String blockersQuestion(Collection<String> databases);

    /** Following another pair's server for some databases. */
    default Channels channels() {
        return either(new MariaDbChannels(), new MySqlChannels());
    }

    /** Refusing the writes of some databases. */
    default DatabaseFence databaseFence() {
        return either(new MariaDbDatabaseFence(), new MySqlDatabaseFence());
    }
}
