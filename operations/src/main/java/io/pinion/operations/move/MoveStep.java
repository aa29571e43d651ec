package io.pinion.operations.move;

/**
 * A step of a move, for people.
 *
 * @param place the server, or {@code topology}
 * @param statement the statement or change there
 * @param purpose the reason for it
 */
public record MoveStep(String place, String statement, String purpose) {}
