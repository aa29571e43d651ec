package io.pinion.server.observe;

import java.time.Duration;
import java.util.Optional;

/**
 * How one server of a pair is, as its metrics tell it.
 *
 * @param fenced whether it refuses clients' writes; empty while it doesn't answer
 * @param follows whether it follows its partner; empty while that isn't known
 * @param connectionUse what part of its connections is in use; empty while that isn't known
 * @param fullDisk it lacks room for what it should write, as it or a statement of the last minute says
 * @param lag of a standby; empty for a primary, and while it isn't known
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
