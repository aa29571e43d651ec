package io.pinion.cli.advise;

/** A file isn't what it is taken for. The message is for the one who named it. */
public final class UnreadableLog extends Exception {
    UnreadableLog(String message) {
        super(message);
    }
}
