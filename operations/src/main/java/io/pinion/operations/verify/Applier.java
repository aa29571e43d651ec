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
    /** The replication within a pair. */
    record OfPartner() implements Applier {}

    /**
     * The channel between two pairs, for some databases.
     *
     * @param begun the position of the source where the channel began
     */
    record OfChannel(Channel channel, Position begun) implements Applier {}

    default ReplicationHealth health(ServerConnection follower) throws SQLException {
        return switch (this) {
            case OfPartner partner -> follower.replication();
            case OfChannel of -> follower.dialect().channels().health(follower.jdbc(), of.channel());
        };
    }

    default List<String> stop(ServerConnection follower) {
        return switch (this) {
            case OfPartner partner -> follower.dialect().stopApplying();
            case OfChannel of -> follower.dialect().channels().pause(of.channel());
        };
    }

    default List<String> until(ServerConnection follower, BinlogPlace place) {
        return switch (this) {
            case OfPartner partner -> follower.dialect().applyUntil(place);
            case OfChannel of -> follower.dialect().channels().resumeUntil(of.channel(), place);
        };
    }

    default List<String> resume(ServerConnection follower) {
        return switch (this) {
            case OfPartner partner -> follower.dialect().resumeApplying();
            case OfChannel of -> follower.dialect().channels().resume(of.channel());
        };
    }

    /**
     * The way out for replication that doesn't run, for the operator. A channel without its filter isn't resumed, since
     * it would replicate all databases.
     */
    default String cure(ServerConnection follower, ReplicationHealth health) {
        return this instanceof OfChannel of && !health.configured()
                ? "channel " + of.channel().name()
                        + " is gone or follows without its filter, as after a restart or a promotion,"
                        + " so that the copy lacks rows"
                : "let it follow (" + String.join("; ", resume(follower)) + ") and try again when it has caught up";
    }

    /** Whether the follower replicates from this server. */
    default boolean follows(ServerConnection follower, Server source) throws SQLException {
        return switch (this) {
            case OfPartner partner -> true;
            case OfChannel of -> follower.dialect().channels().follows(follower.jdbc(), of.channel(), source);
        };
    }

    /** The position that the follower must reach to have all writes up to {@code position} of the source. */
    default Position awaited(ServerConnection source, Position position) throws SQLException {
        return switch (this) {
            case OfPartner partner -> position;
            case OfChannel of -> source.dialect().channels().moved(source.jdbc(), of.begun(), position);
        };
    }
}
