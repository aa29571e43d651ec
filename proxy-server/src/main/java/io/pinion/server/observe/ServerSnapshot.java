package io.pinion.server.observe;

/**
 * What the proxy knows of one server.
 *
 * @param server the server's name in the topology
 * @param detail why it is down or refuses, or empty
 */
public record ServerSnapshot(String server, State state, String detail) {
    public enum State {
        /** The last attempt to reach it succeeded. */
        UP,
        /** The last attempts to reach it failed. */
        DOWN,
        /** It is there, and says itself that it lacks something: a connection, or room on its disk. */
        REFUSING,
        /** Nobody asked it yet: the proxy or the topology is some seconds old. */
        UNKNOWN;

        private final String label = name().toLowerCase(java.util.Locale.ROOT);

        /** It answers, whatever it says. */
        public boolean isThere() {
            return this == UP || this == REFUSING;
        }

        /** As admin output shows it. */
        public String label() {
            return label;
        }
    }
}
