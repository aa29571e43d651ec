package io.pinion.server.observe;

/** Gets the events of clients' sessions. Every method is called on an event loop and must not block. */
public interface SessionObserver {
    SessionObserver NONE = new SessionObserver() {};

    /** A client's TCP connection was accepted; it may never log in. */
    default void accepted() {}

    default void loggedIn() {}

    /** @param errorCode the code of the error that the client got, such as 1045 for a wrong password */
    default void refused(int errorCode) {}

    /** A client's connection has ended; called once for each {@link #accepted()}, with or without a login. */
    default void closed() {}
}
