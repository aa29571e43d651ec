package io.pinion.operations.promotion;

/**
 * One step of a promotion, as EXPLAIN shows it.
 *
 * @param place a server, or {@code topology}
 * @param statement the SQL that runs there; for the topology the setting that is written
 * @param purpose in half a sentence
 */
public record PromotionStep(String place, String statement, String purpose) {}
