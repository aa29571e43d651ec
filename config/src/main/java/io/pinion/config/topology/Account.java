package io.pinion.config.topology;

/**
 * What Pinion logs in with on servers.
 *
 * @param name {@code data}, {@code monitor}, {@code operator} or another that users refer to
 * @param user the user's name on the servers
 * @param secret where the password is, never the password itself: {@code env:NAME} or {@code file:/path}
 */
public record Account(String name, String user, String secret) {
    /** What statements of clients use unless their user names another. */
    public static final String DATA = "data";
    /** What health checks use. */
    public static final String MONITOR = "monitor";
    /** What workflows such as a promotion use. */
    public static final String OPERATOR = "operator";
}
