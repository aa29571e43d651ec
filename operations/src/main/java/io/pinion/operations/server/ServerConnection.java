package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.Kill;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.work.Sleep;
import io.pinion.routing.catalog.SystemDatabases;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One server on one connection of an administrator's. Blocks; one thread's. */
public final class ServerConnection implements AutoCloseable {
    private static final Duration ENDING_TIMEOUT = Duration.ofMillis(500);
    private static final int IDLE_SECONDS = 7 * 24 * 3600;
    private static final Duration OTHERS_TIMEOUT = Duration.ofSeconds(5);

    /**
     * Of those that follow the server, as both products call it, MySQL with {@code GTID} behind. They log in with
     * accounts of Pinion's, write nothing, and would be back at once.
     */
    private static final String FOLLOWER = "Binlog Dump%";

    private static final String CLIENTS =
            " FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND user NOT IN ('system user',"
                    + " 'event_scheduler') AND command <> 'Daemon' AND command NOT LIKE '" + FOLLOWER + "'";

    private static final long LOOK_EVERY_MILLIS = 5;

    /** In one question. */
    private static final int DATABASES_AT_ONCE = 100;

    /**
     * InnoDB makes its list of transactions anew only for who hasn't read it for 0.1 s (CACHE_MIN_IDLE_TIME_US in
     * trx0i_s.cc).
     */
    private static final long TRANSACTIONS_OLD_NANOS = Duration.ofMillis(110).toNanos();

    /** ER_SERVER_SHUTDOWN: the last words of a server that is stopped in the middle of a statement. */
    private static final int SHUTDOWN = 1053;

    private final String name;
    private final Connection connection;
    private final Dialect dialect;
    private long transactionsRead = System.nanoTime() - TRANSACTIONS_OLD_NANOS;

    /** @param name the server's in messages */
    ServerConnection(String name, Connection connection, Dialect dialect) {
        this.name = name;
        this.connection = connection;
        this.dialect = dialect;
    }

    /**
     * Logs in. The caller closes it.
     *
     * @param timeout how long a silent server may take for each answer
     */
    public static ServerConnection open(ServerAccess access, Server server, Account account, Duration timeout)
            throws SQLException, Secrets.SecretMissing {
        Connection connection = access.open(server, account, timeout);
        try (Statement statement = connection.createStatement()) {
            // It may stand idle for as long as a copy takes.
            statement.execute("SET SESSION wait_timeout=" + IDLE_SECONDS);
            String name = server.name() + " (" + server.address() + ")";
            String version = connection.getMetaData().getDatabaseProductVersion();
            Release.requireSupported(name, version);
            return new ServerConnection(name, connection, Dialect.ofVersion(version));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Ends what others have begun there for the same work, and marks this connection as one of it. */
    public void takeOver(WorkMark work, Duration timeout) throws SQLException {
        work.takeOver(connection, timeout);
    }

    /** Marks this connection as one of the work. */
    public void join(WorkMark work) throws SQLException {
        work.put(connection);
    }

    /** There is no connection (any more), as when the server is down; otherwise the server has refused something. */
    public static boolean isLost(SQLException e) {
        // A server that refuses a connection, 1040, has a number for it. Between streamed rows the driver gives no
        // state.
        return e.getErrorCode() == SHUTDOWN
                || (e.getErrorCode() == 0
                        && (String.valueOf(e.getSQLState()).startsWith("08") || Failures.has(e, IOException.class)));
    }

    public Dialect dialect() {
        return dialect;
    }

    /** For statements that one workflow alone has. It ends with this connection, whose owner's it is. */
    public Connection jdbc() {
        return connection;
    }

    public Position position() throws SQLException {
        return dialect.position(connection);
    }

    /** The last transactions that it has, for people: on a server whose binary log is empty those of the copy that it was made of. */
    public String reached() throws SQLException {
        Position last = position();
        return last.isEmpty() ? dialect.history(connection).toString() : last.gtids();
    }

    /** Whether everything up to {@code position} is here within {@code deadline}. */
    public boolean awaitPosition(Position position, Duration deadline) throws SQLException {
        return dialect.awaitPosition(connection, position, deadline);
    }

    public ReplicationHealth replication() throws SQLException {
        return dialect.health(connection);
    }

    /**
     * Transactions that are here and not there, but for what is older than what the other one has of the same kind: on
     * MariaDB a server that was made anew doesn't list who has written before.
     */
    public GtidSet newerThan(ServerConnection other) throws SQLException {
        // Asked first, so that what comes from there meanwhile is in both.
        GtidSet here = dialect.history(connection);
        return here.newerThan(other.dialect.history(other.connection));
    }

    public boolean isFenced() throws SQLException {
        return dialect.isFenced(connection);
    }

    /** Whether it is closed to clients, and lets administrators write. */
    public boolean isOpenForOperator() throws SQLException {
        return dialect.isOpenForOperator(connection);
    }

    /**
     * Refuses clients' writes from now on. It waits for running ones, and all other writers wait with it.
     *
     * @throws SQLException error 1205 when {@code timeout} ran out; the server takes writes as before
     */
    public void fence(Duration timeout) throws SQLException {
        try {
            execute(dialect.fence(timeout));
        } finally {
            execute(List.of("SET SESSION lock_wait_timeout=DEFAULT"));
        }
    }

    /** Takes clients' writes again. Only who holds the pair's lock may call it. */
    public void unfence() throws SQLException {
        execute(dialect.unfence());
    }

    /**
     * Whether a statement of these users runs or a transaction is open. Both are looked at one behind the other, so
     * that who begins no more, and is between two statements of a transaction, is seen by the one look or the other.
     *
     * <p>May be asked again at once: it is true as long as InnoDB would show a list that it made earlier.
     */
    public boolean isBusy(Collection<String> users) throws SQLException {
        if (isAtWork(users) || System.nanoTime() - transactionsRead < TRANSACTIONS_OLD_NANOS) {
            return true;
        }
        List<String> open = firstColumn(dialect.openTransactions());
        transactionsRead = System.nanoTime();
        return !Collections.disjoint(open, firstColumn(connectionsOf(users))) || isAtWork(users);
    }

    private boolean isAtWork(Collection<String> users) throws SQLException {
        return !firstColumn(connectionsOf(users) + " AND " + dialect.atWork()).isEmpty();
    }

    /**
     * Ends all connections of these users but this one, and those of servers that follow: an idle transaction would
     * hold its locks against replication, and commit if the server ever took writes again.
     *
     * @return how many
     */
    public int endConnections(Collection<String> users) throws SQLException {
        int ended = Kill.all(connection, firstColumn(connectionsOf(users)));
        awaitEnded(users);
        return ended;
    }

    /**
     * Ends all connections of a user but this one, and those of servers that follow, and is certain of it: whatever was
     * sent on them is done, or never will be.
     *
     * @throws SQLException some go on
     */
    public void endOthers(String user) throws SQLException {
        List<String> found = firstColumn(connectionsOf(List.of(user)));
        Kill.all(connection, found);
        List<String> left = new ArrayList<>(found);
        boolean ended = Sleep.until(OTHERS_TIMEOUT, LOOK_EVERY_MILLIS, () -> {
            left.retainAll(firstColumn(connectionsOf(List.of(user))));
            return left.isEmpty();
        });
        if (!ended) {
            throw new SQLException("connections of " + user + " on " + this + " don't end, and may still do something: "
                    + String.join(", ", left) + "; try again");
        }
    }

    /**
     * Ends the connections of everybody but this one, those of servers that follow, the server's own threads, and those
     * that this account may not end.
     *
     * @return how many
     */
    public int endClients() throws SQLException {
        return Kill.allPermitted(connection, firstColumn("SELECT id" + CLIENTS));
    }

    /** Some of those that {@link #endClients} would end, for people. */
    public String clients() throws SQLException {
        return String.join(
                ", ", firstColumn("SELECT CONCAT('connection ', id, ' (', user, ')')" + CLIENTS + " LIMIT 5"));
    }

    /** What is killed may still be preparing or rolling back. */
    private void awaitEnded(Collection<String> users) throws SQLException {
        long end = System.nanoTime() + ENDING_TIMEOUT.toNanos();
        while (System.nanoTime() < end && !firstColumn(connectionsOf(users)).isEmpty()) {
            Thread.onSpinWait();
        }
    }

    /** The question for the connections that {@link #endConnections} ends. */
    public static String connectionsOf(Collection<String> users) {
        return "SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND user IN (" + quoted(users)
                + ") AND command NOT LIKE '" + FOLLOWER + "'";
    }

    /** Transactions that are prepared, which a fence doesn't keep from being committed. */
    public int preparedBranches() throws SQLException {
        return branches().size();
    }

    /** Transactions that are prepared, one list of what names it for each. */
    public List<List<String>> branches() throws SQLException {
        return Answers.rows(connection, "XA RECOVER").stream()
                .map(row -> List.copyOf(row.values()))
                .toList();
    }

    /**
     * Waits for the end of the transactions that are prepared now; those that come meanwhile don't count.
     *
     * @return how many are left after {@code timeout}
     */
    public int awaitBranches(Duration timeout) throws SQLException {
        long end = System.nanoTime() + timeout.toNanos();
        Set<List<String>> open = new HashSet<>(branches());
        while (!open.isEmpty() && System.nanoTime() < end) {
            Sleep.ofMillis(LOOK_EVERY_MILLIS);
            open.retainAll(new HashSet<>(branches()));
        }
        return open.size();
    }

    /** Settings that replication can't live with, each with its cure; empty when there are none. */
    public List<String> replicationProblems() throws SQLException {
        return dialect.replicationProblems(connection);
    }

    public long serverId() throws SQLException {
        return Long.parseLong(Answers.single(connection, "SELECT @@GLOBAL.server_id"));
    }

    /** What no other server may have, in words. */
    public List<String> identities() throws SQLException {
        return dialect.identities(connection);
    }

    /** What the transactions of its clients are marked with, in words: no other pair's may be the same. */
    public String writesAs() throws SQLException {
        return dialect.writesAs(connection);
    }

    /** The names of the channels on which it follows others than its partner. */
    public List<String> channels() throws SQLException {
        return dialect.channels().names(connection);
    }

    /** How many threads do something at this moment, this connection's own among them. */
    public long runningThreads() throws SQLException {
        return Long.parseLong(Answers.named(connection, "SHOW GLOBAL STATUS LIKE 'Threads_running'"));
    }

    /** Whether the server follows its partner over an encrypted connection. */
    public boolean replicatesWithTls() throws SQLException {
        return dialect.replicatesWithTls(connection);
    }

    /** Those that are not the product's own. */
    public List<String> userDatabases() throws SQLException {
        return firstColumn("SELECT schema_name FROM information_schema.schemata WHERE LOWER(schema_name) NOT IN ("
                + SqlText.quotedList(SystemDatabases.ALL) + ") ORDER BY schema_name");
    }

    /**
     * What this standby has that its primary may have lost: as {@link #newerThan}, also of what it has received and not
     * applied.
     */
    public GtidSet beyond(ServerConnection primary) throws SQLException {
        GtidSet applied = newerThan(primary);
        return applied.isEmpty() ? receivedBeyond(primary) : applied;
    }

    private GtidSet receivedBeyond(ServerConnection primary) throws SQLException {
        if (!replication().configured()) {
            return GtidSet.EMPTY;
        }
        GtidSet received = dialect.gtids(received());
        return received.newerThan(primary.dialect.history(primary.connection));
    }

    /**
     * What this standby has of what the primary had written itself, and has lost. Once the primary writes again, other
     * transactions have the same names.
     */
    public GtidSet lostBy(ServerConnection primary) throws SQLException {
        String origin = primary.dialect.origin(primary.connection);
        GtidSet applied = newerThan(primary).writtenBy(origin);
        return applied.isEmpty() ? receivedBeyond(primary).writtenBy(origin) : applied;
    }

    /** What its primary has and this standby has neither applied nor received. */
    public GtidSet lacksOf(ServerConnection primary) throws SQLException {
        GtidSet lacking = primary.newerThan(this);
        return replication().configured() ? lacking.newerThan(dialect.gtids(received())) : lacking;
    }

    /** Transactions of this server that the other hasn't, also under the name of a copy's last one; empty for none. */
    public String transactionsMissingIn(ServerConnection other) throws SQLException {
        return dialect.history(connection)
                .errantBeside(dialect.history(other.connection), serverId())
                .toString();
    }

    /**
     * The base tables of some databases, one database after the other, as {@link BaseTables#in} has them. Before more is
     * asked of them they are held.
     */
    public List<TableName> baseTables(List<String> databases) throws SQLException {
        Map<String, List<TableName>> found = new LinkedHashMap<>();
        databases.forEach(database -> found.put(database, new ArrayList<>()));
        for (int first = 0; first < databases.size(); first += DATABASES_AT_ONCE) {
            List<String> some = databases.subList(first, Math.min(databases.size(), first + DATABASES_AT_ONCE));
            Answers.forEach(
                    connection,
                    dialect.inEach(
                                    some,
                                    "SELECT table_schema, table_name FROM information_schema.tables",
                                    "table_schema",
                                    " AND table_type = 'BASE TABLE'")
                            + " ORDER BY 1, 2",
                    row -> found.getOrDefault(row.getString(1), new ArrayList<>())
                            .add(new TableName(row.getString(1), row.getString(2))));
        }
        return found.values().stream().flatMap(List::stream).toList();
    }

    /** The names of all databases. */
    public List<String> databases() throws SQLException {
        return firstColumn("SHOW DATABASES");
    }

    /** Stops following the partner and forgets it. */
    public void forgetSource() throws SQLException {
        execute(dialect.forgetSource());
    }

    /** Everything that has come from the partner, whether it is applied or not; empty when it never followed one. */
    public Position received() throws SQLException {
        return dialect.received(connection);
    }

    /** The next AUTO_INCREMENT of some tables; 1 of one that has none, or has never had a row. */
    public Map<TableName, Long> counters(List<TableName> tables) throws SQLException {
        execute(dialect.exactStatistics());
        return BaseTables.asking(connection, tables, held -> {
            Map<TableName, Long> counters = new LinkedHashMap<>();
            Answers.forEach(
                    connection,
                    dialect.ofEach(
                            held,
                            "SELECT table_schema, table_name, COALESCE(auto_increment, 1) FROM information_schema.tables",
                            ""),
                    row -> counters.put(new TableName(row.getString(1), row.getString(2)), row.getLong(3)));
            return counters;
        });
    }

    /** Lets AUTO_INCREMENT of a table go on with this number, if it isn't above it. */
    public void setCounter(TableName table, long next) throws SQLException {
        execute(List.of("ALTER TABLE " + table.quoted() + " AUTO_INCREMENT = " + next));
    }

    /** Runs statements in order. */
    public void execute(List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            // The driver doesn't pass on what it says of a connection that is closed already.
            throw NamedFailures.told(name, e);
        }
    }

    /** Runs statements in order that are not written to the binary log: they stay on this server. */
    public void executeUnreplicated(List<String> statements) throws SQLException {
        execute(List.of("SET SESSION sql_log_bin=0"));
        try {
            execute(statements);
        } finally {
            execute(List.of("SET SESSION sql_log_bin=1"));
        }
    }

    /**
     * The same with statements about accounts, on a server that may be fenced: it is fenced again behind them.
     *
     * @param locks how long that waits for locks
     */
    public void executeOnItAlone(List<String> statements, Duration locks) throws SQLException {
        boolean fenced = isFenced();
        if (fenced) {
            execute(dialect.openForOperator());
        }
        try {
            executeUnreplicated(statements);
        } finally {
            if (fenced) {
                fence(locks);
            }
        }
    }

    /** The first column of all rows, without NULLs. */
    public List<String> firstColumn(String sql) throws SQLException {
        return Answers.column(connection, sql);
    }

    private static String quoted(Collection<String> names) {
        return names.stream().map(SqlText::quote).sorted().collect(Collectors.joining(", "));
    }

    /** The connection may be gone already. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException gone) {
            // As it should be.
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
