package io.pinion.config.topology;

import java.util.Optional;

/**
 * What Pinion logs in with on servers.
 *
 * @param name {@code data}, {@code monitor}, {@code operator} or another that users refer to; an account that Pinion makes is
 *     called by its rights
 * @param user the user's name on the servers
 * @param secret where the password is, never the password itself: {@code env:NAME} or {@code file:/path}
 * @param grants what Pinion grants it on servers; empty for an account that people make, and that the document names
 */
public record Account(String name, String user, String secret, Optional<GrantSet> grants) {
    /** What statements of clients with every right use unless their user names another. */
    public static final String DATA = "data";
    /** What health checks use. */
    public static final String MONITOR = "monitor";
    /** What workflows such as a promotion use. */
    public static final String OPERATOR = "operator";

    /** One that people make. */
    public Account(String name, String user, String secret) {
        this(name, user, secret, Optional.empty());
    }

    /** Whether Pinion makes it, for the users of the topology that have these rights. */
    public boolean isManaged() {
        return grants.isPresent();
    }
}
