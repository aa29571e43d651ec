package io.pinion.operations.promotion;

/**
 * What a promotion would do.
 *
 * @param place a server, or {@code topology}
 * @param statement as it is run there; what is written, for the topology
 * @param purpose in half a sentence
 */
public record PromotionStep(String place, String statement, String purpose) {}
