package io.pinion.operations.server.fence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Lets a server refuse what clients write into some databases, while it takes the rest: also from a connection that is
 * open already, from administrators, and after a restart. What replication brings passes it. In the words of one
 * product. Nothing of it goes into the binary log: each server of a pair is fenced by itself. Blocks.
 */
public sealed interface DatabaseFence permits MariaDbDatabaseFence, MySqlDatabaseFence {
    /**
     * Makes ready for {@link #raise}, which then takes a moment. Clients notice nothing but its cost. May be repeated,
     * and must be when tables have come.
     *
     * @param number names the fence among others of the same server
     * @param wait for the end of transactions on a table, by a request that lets its other users wait, too, and that
     *     makes transactions fail which have read there and go on to write; none at all where there is no such moment
     * @throws SQLException also when open transactions keep it from that: error 1205
     */
    void prepare(Connection connection, long number, List<String> databases, Duration wait, Watch watch)
            throws SQLException;

    /** Hears how far {@link #prepare} is. */
    @FunctionalInterface
    interface Watch {
        /** @param ready of {@code tables} */
        void look(int ready, int tables);
    }

    /**
     * Refuses writes from now on. Transactions that have written there hold it up, and what comes waits behind it;
     * those that do after {@code timeout} are ended.
     *
     * @param other another connection to the same server, as the operator, to find them
     * @return how many were ended
     * @throws SQLException when it hasn't come about; some of the databases may be fenced
     */
    int raise(Connection connection, Connection other, long number, List<String> databases, Duration timeout)
            throws SQLException;

    /** Takes writes again; keeps what was prepared. */
    void lower(Connection connection, long number, List<String> databases) throws SQLException;

    /** Takes writes again, and leaves nothing. Databases that aren't there are passed over. */
    void remove(Connection connection, long number, List<String> databases) throws SQLException;

    /** Whether each of the databases, and each table of them, refuses writes. */
    boolean isUp(Connection connection, long number, List<String> databases) throws SQLException;

    /** Whether tables can be made, dropped and emptied behind it; else not even a database that refuses writes is dropped. */
    default boolean letsTablesChange() {
        return this instanceof MariaDbDatabaseFence;
    }

    /** The statements with which {@link #raise} refuses writes, for people. */
    List<String> raising(long number, List<String> databases);

    /** What {@link #prepare} makes, in words for people; empty when it makes nothing. */
    String preparing();
}
