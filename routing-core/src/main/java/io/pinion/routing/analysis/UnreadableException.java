package io.pinion.routing.analysis;

/** The parser's tree lacks the place of an object; the statement counts as unreadable. */
final class UnreadableException extends RuntimeException {
    private final String reason;

    UnreadableException(String what) {
        super(what);
        reason = "it doesn't understand " + what + " there";
    }

    String reason() {
        return reason;
    }
}
