package io.pinion.server.observe;

/**
 * The proxy's knowledge of one server.
 *
 * @param server the server's name in the topology
 * @param detail the reason why it is down or refuses, or empty
 */
public record ServerSnapshot(String server, State state, String detail) {
    /** What the detail of a server begins with that refuses one of Pinion's accounts. */
    public static final String ACCOUNT = "account ";

    public enum State {
        /** The last attempt to reach it succeeded. */
        UP,
        /** The last attempts to reach it failed. */
        DOWN,
        /** It answers, but reports a lack of connections or of room on its disk, or lets an account of Pinion's not in. */
        REFUSING,
        /** No attempt was made yet: the proxy or the topology is some seconds old. */
        UNKNOWN;

        private final String label = name().toLowerCase(java.util.Locale.ROOT);

        /** Whether the server answers at all. */
        public boolean isThere() {
            return this == UP || this == REFUSING;
        }

        /** The state's name in admin output. */
        public String label() {
            return label;
        }
    }
}
