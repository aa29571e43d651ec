package io.pinion.server.observe;

/**
 * What the proxy knows of one server.
 *
 * @param server the server's name in the topology
 * @param detail why it is down, or empty
 */
public record ServerSnapshot(String server, State state, String detail) {
    public enum State {
        /** The last attempt to reach it succeeded. */
        UP,
        /** The last attempt to reach it failed. */
        DOWN,
        /** Nobody needed it yet: a standby, or a primary before the first statement. */
        UNKNOWN;

        private final String label = name().toLowerCase(java.util.Locale.ROOT);

        /** As admin output shows it. */
        public String label() {
            return label;
        }
    }
}
