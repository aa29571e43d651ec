package io.pinion.server.observe;

import java.util.Locale;

/** What became of a statement as one that goes to several shards for want of a key. */
public enum ScatterOutcome {
    /** It is none. */
    NONE,
    ALLOWED,
    /** It ran, and a policy wants it to be told of. */
    WARNED,
    /** A policy has refused it before anything was sent. */
    REFUSED;

    /** As metrics and logs call it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
