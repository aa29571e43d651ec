package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.TableShape;

/**
 * A table as one side has it.
 *
 * @param bounds its key
 * @param others how many values a row has that the other side has no columns for, as an expression; empty for none
 */
record TableForm(TableShape shape, KeyBounds bounds, String others) {
    TableForm(TableShape shape, KeyBounds bounds) {
        this(shape, bounds, "");
    }
}
