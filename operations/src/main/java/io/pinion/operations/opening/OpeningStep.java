package io.pinion.operations.opening;

/**
 * One step of an opening, as EXPLAIN shows it.
 *
 * @param place a server, {@code topology} or {@code proxies}
 * @param statement the SQL that runs there; for the topology the setting that is written
 * @param purpose in half a sentence
 */
public record OpeningStep(String place, String statement, String purpose) {}
