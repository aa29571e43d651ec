package io.pinion.server.observe;

/** Is told what happens to connections to servers. Every method is called on an event loop and must not block. */
public interface PoolObserver {
    PoolObserver NONE = new PoolObserver() {};

    /** A connection was opened and logged in. */
    default void opened(String server, long nanos) {}

    /** A connection could not be opened or was refused. */
    default void failed(String server, int errorCode) {}

    /**
     * A server doesn't let an account in.
     *
     * @param account its name in the topology
     */
    default void refused(String server, String account, int errorCode) {
        failed(server, errorCode);
    }

    /** A statement has failed since the server has no room for what it should write. */
    default void noRoom(String server, int errorCode) {}

    /** A connection is gone, for whatever reason. */
    default void closed(String server, CloseReason reason) {}

    /** Somebody had to wait for a connection and got one. */
    default void waited(String server, long nanos) {}

    /** Somebody waited for a connection and gave up. */
    default void waitedInVain(String server, long nanos) {}

    enum CloseReason {
        /** Idle for longer than the pool keeps one. */
        IDLE,
        /** Its place was needed by another event loop or another user. */
        MAKING_ROOM,
        /** The server went away. */
        LOST,
        /** Its state is not known for certain, so nobody may have it. */
        UNCLEAN,
        /** The topology no longer has its server there, or the proxy stops. */
        RETIRED;

        private final String label = name().toLowerCase(java.util.Locale.ROOT);

        /** The value of the {@code reason} label. */
        public String label() {
            return label;
        }
    }
}
