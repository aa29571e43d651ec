package io.pinion.server.backend;

import io.pinion.protocol.server.ServerError;

/** Gets a connection some time later, or learns why there is none. One method is called, once, on the pool's loop. */
public interface Waiter {
    /** The connection is the caller's until it is given back or discarded. */
    void granted(BackendConnection connection);

    void refused(ServerError error);

    /** The server isn't its pair's primary any more; who waited may ask the pool of the one that is. */
    void retired();
}
