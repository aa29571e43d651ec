package io.pinion.server.backend;

/**
 * One connection's place in a server's limit, from before the connection is opened until it is closed. Its owner gives it
 * back once; a second time would let in one connection too many. Lives on the event loop of the pool that took it.
 */
final class ConnectionPlace {
    private final ServerLimit limit;
    private boolean givenBack;

    /** Only {@link ServerLimit#tryTake} makes them. */
    ConnectionPlace(ServerLimit limit) {
        this.limit = limit;
    }

    void giveBack() {
        if (givenBack) {
            assert false : "a connection's place was given back twice";
            return;
        }
        givenBack = true;
        limit.gaveBack();
    }
}
