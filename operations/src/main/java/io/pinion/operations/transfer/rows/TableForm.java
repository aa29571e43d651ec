package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.TableShape;

/**
 * A table as one side has it.
 *
 * @param bounds its key
 */
record TableForm(TableShape shape, KeyBounds bounds) {}
