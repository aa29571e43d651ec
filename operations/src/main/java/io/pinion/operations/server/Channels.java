package io.pinion.operations.server;

import io.pinion.config.topology.Server;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a server follows another pair's for some databases only, in the words of one product. Statements are run on the
 * server that follows, in order, as the operator.
 */
public sealed interface Channels permits MariaDbChannels, MySqlChannels {
    /**
     * Begins to follow at {@code place}. Where the product can't keep a server's own partner and a channel apart, it
     * stops following its partner for that time.
     */
    List<String> begin(Channel channel, ReplicationSource source, BinlogPlace place);

    /** Goes on with one that has stopped. */
    List<String> resume(Channel channel);

    /** Applies nothing any more, and goes on receiving. */
    List<String> pause(Channel channel);

    /** Applies up to {@code place}, and no further. */
    List<String> resumeUntil(Channel channel, BinlogPlace place);

    /** Forgets it; the server follows its partner again. One that isn't there is no error. */
    void end(Connection connection, Channel channel) throws SQLException;

    /** How it does; not configured when there is none of that name, or one that has lost its list of databases. */
    ReplicationHealth health(Connection connection, Channel channel) throws SQLException;

    /** Whether the server follows this one on it. */
    boolean follows(Connection connection, Channel channel, Server source) throws SQLException;

    /** The statement, for people, with which one takes over nothing any more. */
    String stopping(String name);

    /** The names of those that there are. */
    List<String> names(Connection connection) throws SQLException;

    /** Whether a server that has one doesn't follow its partner meanwhile. */
    default boolean keepFromThePartner() {
        return this instanceof MariaDbChannels;
    }

    /**
     * Whether XA transactions of the source pass the filter. On MariaDB those of these databases arrive whole, and of
     * others nothing does (measured on 11.4). On MySQL the first one stops the channel: "The use of replication filters
     * with XA transactions is not supported" (measured on 9.7).
     */
    default boolean carryXa() {
        return this instanceof MariaDbChannels;
    }

    /** Where the server's own binary log ends. */
    BinlogPlace place(Connection connection) throws SQLException;

    /**
     * What comes over a channel that began when the source was at {@code begun}, up to its position {@code now}.
     *
     * @param source a connection to the source
     */
    Position moved(Connection source, Position begun, Position now) throws SQLException;

    /** The databases as a filter takes them, in which {@code _} and {@code %} stand for others. */
    static String patterns(List<String> databases, String between) {
        return databases.stream()
                .map(database ->
                        database.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%") + ".%")
                .collect(Collectors.joining(between));
    }
}
