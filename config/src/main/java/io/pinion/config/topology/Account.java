package io.pinion.config.topology;

import java.util.Optional;

/**
 * An account that Pinion logs in to servers with.
 *
 * @param name {@code data}, {@code monitor}, {@code operator} or another that users refer to; an account that Pinion
 *     makes is named after its rights
 * @param user the user's name on the servers
 * @param secret where the password is, never the password itself: {@code env:NAME} or {@code file:/path}
 * @param grants the rights that Pinion grants it on servers; empty for an account that people make and the document
 *     names
 */
public record Account(String name, String user, String secret, Optional<GrantSet> grants) {
    /** The account for statements of clients with every right, unless their user names another. */
    public static final String DATA = "data";
    /** The account for health checks. */
    public static final String MONITOR = "monitor";
    /** The account for workflows such as a promotion. */
    public static final String OPERATOR = "operator";

    /** An account that people make. */
    public Account(String name, String user, String secret) {
        this(name, user, secret, Optional.empty());
    }

    /** Whether Pinion makes the account, for the users of the topology that have these rights. */
    public boolean isManaged() {
        return grants.isPresent();
    }
}
