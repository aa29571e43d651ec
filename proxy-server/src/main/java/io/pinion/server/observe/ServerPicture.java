package io.pinion.server.observe;

import java.time.Duration;
import java.util.Optional;

/**
 * The state of one server of a pair, for its metrics.
 *
 * @param fenced whether it refuses clients' writes; empty while it doesn't answer
 * @param follows whether it replicates from its partner; empty while unknown
 * @param connectionUse the used part of its {@code max_connections}, 0 to 1; empty while unknown
 * @param fullDisk whether its disk is full, by its own report or by an error of a statement in the last minute
 * @param lag the replication lag of a standby; empty for a primary, and while unknown
 */
public record ServerPicture(
        String pair,
        String server,
        boolean isPrimary,
        ServerSnapshot.State state,
        Optional<Boolean> fenced,
        Optional<Boolean> follows,
        Optional<Double> connectionUse,
        boolean fullDisk,
        Optional<Duration> lag) {}
