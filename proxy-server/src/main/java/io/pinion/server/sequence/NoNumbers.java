package io.pinion.server.sequence;

/** A sequence can't give numbers now; the message says why, and names the counter's shard. */
public final class NoNumbers extends Exception {
    private static final long serialVersionUID = 1L;

    NoNumbers(String message) {
        super(message);
    }
}
