package io.pinion.operations.verify;

import io.pinion.config.topology.Server;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.util.List;

/**
 * The replication by which one server receives another's writes, as far as a comparison stops and starts it. Blocks.
 */
sealed interface Applier {
    ReplicationHealth health(ServerConnection follower) throws SQLException;

    List<String> stop(ServerConnection follower);

    List<String> until(ServerConnection follower, BinlogPlace place);

    List<String> resume(ServerConnection follower);

    /** The way out for replication that doesn't run, for the operator. */
    String cure(ServerConnection follower, ReplicationHealth health);

    /** Whether the follower replicates from this server. */
    boolean follows(ServerConnection follower, Server source) throws SQLException;

    private static String goOn(List<String> statements) {
        return "let it follow (" + String.join("; ", statements) + ") and try again when it has caught up";
    }

    /** The position that the follower must reach to have all writes up to {@code position} of the source. */
    Position awaited(ServerConnection source, Position position) throws SQLException;

    /** The replication within a pair. */
    record OfPartner() implements Applier {
        @Override
        public ReplicationHealth health(ServerConnection follower) throws SQLException {
            return follower.replication();
        }

        @Override
        public List<String> stop(ServerConnection follower) {
            return follower.dialect().stopApplying();
        }

        @Override
        public List<String> until(ServerConnection follower, BinlogPlace place) {
            return follower.dialect().applyUntil(place);
        }

        @Override
        public List<String> resume(ServerConnection follower) {
            return follower.dialect().resumeApplying();
        }

        @Override
        public String cure(ServerConnection follower, ReplicationHealth health) {
            return goOn(resume(follower));
        }

        @Override
        public boolean follows(ServerConnection follower, Server source) {
            return true;
        }

        @Override
        public Position awaited(ServerConnection source, Position position) {
            return position;
        }
    }

    /**
     * The channel between two pairs, for some databases.
     *
     * @param begun the position of the source where the channel began
     */
    record OfChannel(Channel channel, Position begun) implements Applier {
        @Override
        public ReplicationHealth health(ServerConnection follower) throws SQLException {
            return follower.dialect().channels().health(follower.jdbc(), channel);
        }

        @Override
        public List<String> stop(ServerConnection follower) {
            return follower.dialect().channels().pause(channel);
        }

        @Override
        public List<String> until(ServerConnection follower, BinlogPlace place) {
            return follower.dialect().channels().resumeUntil(channel, place);
        }

        @Override
        public List<String> resume(ServerConnection follower) {
            return follower.dialect().channels().resume(channel);
        }

        /** A channel without its filter isn't resumed, since it would replicate all databases. */
        @Override
        public String cure(ServerConnection follower, ReplicationHealth health) {
            return health.configured()
                    ? goOn(resume(follower))
                    : "channel " + channel.name()
                            + " is gone or follows without its filter, as after a restart or a promotion,"
                            + " so that the copy lacks rows";
        }

        @Override
        public boolean follows(ServerConnection follower, Server source) throws SQLException {
            return follower.dialect().channels().follows(follower.jdbc(), channel, source);
        }

        @Override
        public Position awaited(ServerConnection source, Position position) throws SQLException {
            return source.dialect().channels().moved(source.jdbc(), begun, position);
        }
    }
}
