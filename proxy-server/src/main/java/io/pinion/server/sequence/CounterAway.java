package io.pinion.server.sequence;

/** A counter can't be advanced for a moment, as while its pair gets another primary; it comes back by itself. */
final class CounterAway extends Exception {
    private static final long serialVersionUID = 1L;

    CounterAway() {
        super("a counter is away", null, false, false);
    }
}
