package io.pinion.server.observe;

import java.time.Instant;

/**
 * A branch of a two-phase commit that has promised to commit and hasn't been told yet, when recovery last looked.
 *
 * @param pair where it is
 * @param transaction its name, the same on every pair that takes part
 * @param proxy the process that began it, as its name has it
 * @param state what recovery waits for, in words
 */
public record InDoubtSnapshot(String pair, String transaction, String proxy, Instant seenSince, String state) {}
