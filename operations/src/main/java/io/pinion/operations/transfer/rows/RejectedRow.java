package io.pinion.operations.transfer.rows;

/**
 * A row that can't be carried as it is.
 *
 * @param why in words, what about it can't
 */
public record RejectedRow(CarriedKey row, String why) {
    @Override
    public String toString() {
        return row + ": " + why;
    }
}
