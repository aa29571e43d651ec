package io.pinion.operations.engine;

/**
 * One action of an operation's step, as EXPLAIN shows it.
 *
 * @param place a server, {@code topology}, {@code journal} or {@code proxies}
 * @param statement the SQL that runs there; for the topology the setting that is written
 * @param purpose in half a sentence
 */
public record PlannedAction(String place, String statement, String purpose) {}
