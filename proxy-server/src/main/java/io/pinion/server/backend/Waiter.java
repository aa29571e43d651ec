package io.pinion.server.backend;

import io.pinion.protocol.server.ServerError;

/** Gets a connection later, or the reason why there is none. Exactly one method is called, once, on the pool's loop. */
public interface Waiter {
    /** The waiter owns the connection until it gives it back or discards it. */
    void granted(BackendConnection connection);

    void refused(ServerError error);

    /** Called when the server is no longer its pair's primary; the waiter may ask the new primary's pool. */
    void retired();
}
