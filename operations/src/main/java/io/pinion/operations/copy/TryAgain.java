package io.pinion.operations.copy;

import io.pinion.operations.engine.OperationRefused;

/**
 * Others keep rows from being read at one place for now, such as open transactions, or a standby that is behind. Nothing
 * was done; the message says what is in the way, and the way out.
 */
public final class TryAgain extends OperationRefused {
    private static final long serialVersionUID = 1;

    public TryAgain(String message) {
        super(message);
    }
}
