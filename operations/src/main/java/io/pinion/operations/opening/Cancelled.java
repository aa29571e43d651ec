package io.pinion.operations.opening;

/** A cancel of the opening is asked for. Thrown and caught inside this package. */
final class Cancelled extends Exception {
    private static final long serialVersionUID = 1;

    Cancelled() {
        super("cancelled", null, false, false);
    }
}
