package io.pinion.server.admin;

/** An admin statement that can't be parsed. The message names the token found and the one expected. */
final class AdminSyntaxException extends RuntimeException {
    AdminSyntaxException(String message) {
        // No stack trace: this is the user's mistake, not ours.
        super(message, null, false, false);
    }
}
