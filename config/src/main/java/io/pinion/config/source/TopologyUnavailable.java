package io.pinion.config.source;

/** There is no topology to start with; the message says why and what to do. */
public final class TopologyUnavailable extends Exception {
    private static final long serialVersionUID = 1;

    public TopologyUnavailable(String message) {
        super(message);
    }
}
