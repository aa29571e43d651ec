package io.pinion.operations.move;

/**
 * A step of a move, for people.
 *
 * @param place the server, or {@code topology}
 * @param statement what is run or written there
 * @param purpose what it is good for
 */
public record MoveStep(String place, String statement, String purpose) {}
