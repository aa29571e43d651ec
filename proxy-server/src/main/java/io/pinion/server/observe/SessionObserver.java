package io.pinion.server.observe;

import java.util.List;

/** Gets the events of clients' sessions. Every method is called on an event loop and must not block. */
public interface SessionObserver {
    SessionObserver NONE = new SessionObserver() {};

    /** A client's TCP connection was accepted; it may never log in. */
    default void accepted() {}

    default void loggedIn() {}

    /**
     * A client didn't prove to be the user that it names; {@link #refused} follows.
     *
     * @param user what the client calls itself, known or not
     * @param client the client's address
     * @param reason a word of a short list, such as {@code wrong_password}
     */
    default void loginFailed(String user, String client, String reason) {}

    /** @param errorCode the code of the error that the client got, such as 1045 for a wrong password */
    default void refused(int errorCode) {}

    /** An observer that passes each event to all of these. */
    static SessionObserver all(SessionObserver... observers) {
        List<SessionObserver> each = List.of(observers);
        return new SessionObserver() {
            @Override
            public void accepted() {
                each.forEach(SessionObserver::accepted);
            }

            @Override
            public void loggedIn() {
                each.forEach(SessionObserver::loggedIn);
            }

            @Override
            public void loginFailed(String user, String client, String reason) {
                each.forEach(next -> next.loginFailed(user, client, reason));
            }

            @Override
            public void refused(int errorCode) {
                each.forEach(next -> next.refused(errorCode));
            }

            @Override
            public void closed() {
                each.forEach(SessionObserver::closed);
            }
        };
    }

    /** A client's connection has ended; called once for each {@link #accepted()}, with or without a login. */
    default void closed() {}
}
