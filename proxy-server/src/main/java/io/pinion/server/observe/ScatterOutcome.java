package io.pinion.server.observe;

import java.util.Locale;

/** The scatter policy's decision on a statement that goes to several shards because it names no key. */
public enum ScatterOutcome {
    /** The statement isn't a scatter. */
    NONE,
    ALLOWED,
    /** The statement ran, and the policy asks for a warning. */
    WARNED,
    /** The policy refused the statement before it was sent. */
    REFUSED;

    /** Whether the log has a line of it. */
    boolean isTold() {
        return this == WARNED || this == REFUSED;
    }

    /** The outcome's name in metrics and logs. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
