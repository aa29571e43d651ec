package io.pinion.server.observe;

/** Is told of clients coming and going. Every method is called on an event loop and must not block. */
public interface SessionObserver {
    SessionObserver NONE = new SessionObserver() {};

    /** A client's TCP connection was accepted; it may never log in. */
    default void accepted() {}

    default void loggedIn() {}

    /** @param errorCode what the client was told, such as 1045 for a wrong password */
    default void refused(int errorCode) {}

    /** The end of each {@link #accepted()}, whether or not the client had logged in. */
    default void closed() {}
}
