package io.pinion.operations.copy;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.SnapshotPlace;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Transactions that read the same rows of one server, each on a connection of its own. All of them begin while the
 * server takes no writes, and look their tables up when it does again. Blocks; for one thread.
 */
public final class AlikeSnapshots implements AutoCloseable {
    private final List<ServerConnection> readers = new ArrayList<>();
    private final List<SnapshotPlace> places = new ArrayList<>();

    private final ServerLogin login;

    private AlikeSnapshots(ServerLogin login) {
        this.login = login;
    }

    /** @param timeout how long to wait for changes of definitions; whole seconds, at least 1 */
    public static AlikeSnapshots prepare(ServerLogin login, Duration timeout, int count) throws SQLException {
        AlikeSnapshots prepared = new AlikeSnapshots(login);
        try {
            for (int i = 0; i < count; i++) {
                ServerConnection reader = login.open(Snapshot.LONGEST_ANSWER);
                prepared.readers.add(reader);
                reader.execute(Snapshot.settings(reader.dialect(), timeout));
            }
            return prepared;
        } catch (SQLException | RuntimeException e) {
            prepared.close();
            throw e;
        }
    }

    /** Lets all begin. The caller keeps everybody from writing meanwhile, replication too. */
    public void begin() throws SQLException {
        for (ServerConnection reader : readers) {
            places.add(Snapshot.begin(reader));
        }
    }

    /**
     * The snapshots of some databases, which are their owner's to close from now on.
     *
     * @throws TryAgain a table was altered since they began
     */
    public List<Snapshot> hold(List<String> databases) throws SQLException, TryAgain {
        List<Snapshot> held = new ArrayList<>();
        for (int i = 0; i < readers.size(); i++) {
            ServerConnection reader = readers.get(i);
            try {
                List<TableName> names = reader.baseTables(databases);
                List<HeldTable> tables = Snapshot.keepDefinitions(reader, names);
                held.add(new Snapshot(login, reader, databases, tables, places.get(i)));
            } catch (SQLException e) {
                throw Snapshot.refused(reader, databases, e);
            }
        }
        readers.clear();
        return held;
    }

    /** Ends the transactions that {@link #hold} hasn't given away. */
    @Override
    public void close() {
        readers.forEach(ServerConnection::close);
    }
}
