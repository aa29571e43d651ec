package io.pinion.operations.opening;

/** An opening doesn't go on; the message is for the operator. Thrown and caught inside this package. */
final class OpeningRefused extends Exception {
    private static final long serialVersionUID = 1;

    OpeningRefused(String message) {
        super(message, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
