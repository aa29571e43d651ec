package io.pinion.server.observe;

import java.time.Instant;

/**
 * A prepared branch of a two-phase commit that was neither committed nor rolled back at recovery's last run.
 *
 * @param pair the pair that has the branch
 * @param transaction the transaction's name, the same on every pair that takes part
 * @param proxy the process that began it, as written in the name
 * @param state the event that recovery waits for, in words
 */
public record InDoubtSnapshot(String pair, String transaction, String proxy, Instant seenSince, String state) {}
