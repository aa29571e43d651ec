package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.copy.RowChange;
import io.pinion.operations.copy.TableMirror;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * The rows of a keyspace's reference tables on its lowest shard, which every change of them visits first, and on the
 * new shards. Both as account data: a server that isn't the primary any more refuses its writes. What a run before has
 * begun there is ended first.
 *
 * <p>The first new shard is compared with the lowest one, and the other new ones with that, on their own server. Once
 * they are all alike, what has changed since is read once and written into each. Blocks; one thread's.
 */
final class ReferenceCopies implements AutoCloseable {
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);
    private static final int LOCK_SECONDS = 30;

    /** Memory, and one transaction of the new pair. */
    private static final long MOST_BYTES = 16 << 20;

    /** Looks through a table that is written meanwhile: what differs after that is left to a later look. */
    private static final int LOOKS = 3;

    private final List<String> tables;
    private final String lowest;
    private final List<String> databases;
    private final List<ServerConnection> opened = new ArrayList<>();
    private final ServerConnection target;
    private final ServerConnection reader;
    private final ServerConnection source;
    private final ServerConnection fence;

    private ReferenceCopies(Task.Opening task, Keyspace.Sharded keyspace, ServerLogin from, ServerLogin to)
            throws SQLException {
        this.tables = ReferenceTables.of(keyspace);
        ShardId first = Objects.requireNonNull(keyspace.ranges().firstShard(), "no shard is open");
        this.lowest = keyspace.databases().databaseOf(first);
        this.databases = keyspace.databases().databasesOf(task.first(), task.last());
        try {
            this.target = open(to, true);
            this.reader = open(to, false);
            this.source = open(from, !from.server().equals(to.server()));
            this.fence = open(from, false);
        } catch (SQLException e) {
            close();
            throw e;
        }
    }

    /**
     * Logs in. The caller closes it.
     *
     * @param now has the keyspace, of which a shard is open, and the pair that gets the new ones
     * @param mark of the operation
     */
    static ReferenceCopies open(
            Topology now, Keyspace.Sharded keyspace, Task.Opening task, ServerAccess access, WorkMark mark)
            throws OperationRefused {
        try {
            return new ReferenceCopies(
                    task,
                    keyspace,
                    login(now, pairOfLowest(keyspace), access, mark),
                    login(now, task.pair(), access, mark));
        } catch (SQLException e) {
            throw new OperationRefused(
                    "the reference tables of " + keyspace.name() + " can't be copied: " + e.getMessage());
        }
    }

    static String pairOfLowest(Keyspace.Sharded keyspace) {
        ShardId lowest = Objects.requireNonNull(keyspace.ranges().firstShard(), "no shard is open");
        return String.valueOf(keyspace.ranges().pairOf(lowest.number()));
    }

    private static ServerLogin login(Topology now, String pairName, ServerAccess access, WorkMark mark)
            throws SQLException {
        Pair pair = now.pair(pairName).orElseThrow(() -> new SQLException("there is no pair " + pairName));
        Account account = now.account(Account.DATA)
                .orElseThrow(() -> new SQLException("the topology names no account " + Account.DATA));
        return new ServerLogin(access, pair.primary(), account, Optional.of(mark));
    }

    /** @param first of those on this server */
    private ServerConnection open(ServerLogin login, boolean first) throws SQLException {
        ServerConnection connection = (first ? login.unmarked() : login).open(LONGEST_ANSWER);
        opened.add(connection);
        if (first) {
            connection.takeOver(login.work().orElseThrow(), LAST_STATEMENT);
        }
        connection.execute(TableMirror.settings(connection, LOCK_SECONDS));
        return connection;
    }

    /** On which the lowest shard is, for messages. */
    ServerConnection source() {
        return source;
    }

    /** How many rows for each new shard may change at a time. */
    private long mostRows(long rowsInAll) {
        return Math.max(20, rowsInAll / databases.size());
    }

    // --- beside clients

    /**
     * Makes all new shards alike, and like the lowest one as it was while that was done. Whatever is there of an
     * earlier attempt is used.
     *
     * @param shard is told which one comes next
     */
    void copy(Pace pace, IntConsumer shard) throws SQLException, OperationRefused {
        shard.accept(0);
        for (TableMirror mirror : mirrors(pace)) {
            long left = Long.MAX_VALUE;
            for (int look = 0; look < LOOKS && left > 0; look++) {
                left = mirror.mend().rows();
            }
        }
        for (int i = 1; i < databases.size(); i++) {
            shard.accept(i);
            for (String table : tables) {
                mendLikeTheFirst(table, databases.get(i), pace);
            }
        }
    }

    private List<TableMirror> mirrors(Pace pace) throws SQLException, OperationRefused {
        List<TableMirror> mirrors = new ArrayList<>();
        for (String table : tables) {
            mirrors.add(TableMirror.of(
                    source, new TableName(lowest, table), target, new TableName(databases.getFirst(), table), pace));
        }
        return mirrors;
    }

    private void mendLikeTheFirst(String table, String database, Pace pace) throws SQLException, OperationRefused {
        TableMirror mirror = TableMirror.of(
                reader, new TableName(databases.getFirst(), table), target, new TableName(database, table), pace);
        if (mirror.mend().conflicts() > 0) {
            mirror.mend();
        }
    }

    /**
     * What has changed on the lowest shard since they were made alike.
     *
     * @param rowsInAll of all new shards together
     * @return empty when it is more than that
     */
    Optional<RowChange> change(long rowsInAll, Pace pace) throws SQLException, OperationRefused {
        return RowChange.of(mirrors(pace), mostRows(rowsInAll), MOST_BYTES);
    }

    /** Writes a change into all of them; when it ends early they aren't alike any more, and must be copied again. */
    void write(RowChange change, Pace pace) throws SQLException, OperationRefused {
        for (String database : databases) {
            pace.look();
            change.writeTo(target, database);
        }
    }

    /** Rows to be written for a change. */
    long size(RowChange change) {
        return change.rows() * databases.size();
    }

    // --- while statements wait

    /** From now on no server may take longer for an answer. */
    void hurry(Duration longest) throws SQLException {
        for (ServerConnection connection : opened) {
            connection.jdbc().setNetworkTimeout(Runnable::run, Math.toIntExact(longest.toMillis()));
            connection.execute(List.of("SET SESSION lock_wait_timeout=1, innodb_lock_wait_timeout=1"));
        }
    }

    /**
     * Until this is closed nobody writes into the reference tables of the lowest shard, and nobody has anything there
     * that isn't committed: also who doesn't know that statements are held.
     *
     * @throws SQLException error 1205 when somebody has, for longer than a second
     */
    void lock() throws SQLException {
        fence.execute(List.of(tables.stream()
                .map(table -> new TableName(lowest, table).quoted() + " READ")
                .collect(Collectors.joining(", ", "LOCK TABLES ", ""))));
    }

    @Override
    public void close() {
        opened.forEach(ServerConnection::close);
    }
}
