package io.pinion.operations.opening;

/**
 * What an opening would do.
 *
 * @param place a server, {@code topology} or {@code proxies}
 * @param statement as it is run there; what is written, for the topology
 * @param purpose in half a sentence
 */
public record OpeningStep(String place, String statement, String purpose) {}
