package io.pinion.operations.opening;

/** Somebody wants the opening to end. Thrown and caught inside this package. */
final class Cancelled extends Exception {
    private static final long serialVersionUID = 1;

    Cancelled() {
        super("cancelled", null, false, false);
    }
}
