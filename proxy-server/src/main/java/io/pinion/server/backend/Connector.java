package io.pinion.server.backend;

import io.pinion.config.topology.Server;
import io.pinion.protocol.server.ServerError;

/** Opens connections on the loop of the pool that asks. */
public interface Connector {
    /** Exactly one method of {@code outcome} is called, later and on the loop, within the connect deadline. */
    void open(Server server, Login login, Outcome outcome);

    interface Outcome {
        void opened(BackendConnection connection);

        void failed(ServerError error);
    }
}
