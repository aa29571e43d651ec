package io.pinion.server.execution;

/** How much a statement on several shards may take. */
final class FanOutLimits {
    /** Of memory, while its rows are put in order. */
    static final long MAX_HELD_BYTES = 64L * 1024 * 1024;

    private FanOutLimits() {}
}
