package io.pinion.server.observe;

/** Gets the events of connections to servers. Every method is called on an event loop and must not block. */
public interface PoolObserver {
    PoolObserver NONE = new PoolObserver() {};

    /** A connection was opened and logged in. */
    default void opened(String server, long nanos) {}

    /**
     * A server has let an account in.
     *
     * @param account its name in the topology
     */
    default void loggedIn(String server, String account) {}

    /** A connection could not be opened or was refused. */
    default void failed(String server, int errorCode) {}

    /**
     * A server refused the login of an account.
     *
     * @param account its name in the topology
     */
    default void refused(String server, String account, int errorCode) {
        failed(server, errorCode);
    }

    /** A statement failed because the server's disk is full. */
    default void noRoom(String server, int errorCode) {}

    /** A connection was closed or lost. */
    default void closed(String server, CloseReason reason) {}

    /** A session had to wait for a connection and got one. */
    default void waited(String server, long nanos) {}

    /** A session waited for a connection and gave up. */
    default void waitedInVain(String server, long nanos) {}

    enum CloseReason {
        /** Idle for longer than the pool keeps one. */
        IDLE,
        /** Another event loop or another account needed its place. */
        MAKING_ROOM,
        /** The server went away. */
        LOST,
        /** Its state is uncertain, so no other session may get it. */
        UNCLEAN,
        /** The topology has replaced its server, or the proxy stops. */
        RETIRED;

        private final String label = name().toLowerCase(java.util.Locale.ROOT);

        /** The value of the {@code reason} label. */
        public String label() {
            return label;
        }
    }
}
