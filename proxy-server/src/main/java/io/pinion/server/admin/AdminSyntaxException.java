package io.pinion.server.admin;

/** An admin statement that can't be read. The message says what was found and what would do. */
final class AdminSyntaxException extends RuntimeException {
    AdminSyntaxException(String message) {
        // No stack trace: this is the user's mistake, not ours.
        super(message, null, false, false);
    }
}
