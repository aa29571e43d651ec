package io.pinion.server.execution.query;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;

/**
 * A command that Pinion itself sends to read or change a connection's state. Servers answer such a command at once, so
 * after a deadline the server counts as dead, and no session waits longer.
 */
public abstract class InternalQuery implements Exchange {
    public final BackendConnection connection;

    public InternalQuery(BackendConnection connection) {
        this.connection = connection;
    }

    /** Ownership of {@code command} passes. */
    public final void ask(ByteBuf command) {
        connection.send(this, command);
        connection.flush();
    }

    @Override
    public long deadlineMillis() {
        return OWN_DEADLINE_MILLIS;
    }

    /** An OK or an error, unless a subclass sends a query with rows. */
    @Override
    public Expecting expecting() {
        return Expecting.ACKNOWLEDGEMENT;
    }

    /** Most subclasses need only the end of the answer. */
    @Override
    public void received(ByteBuf bytes) {
        bytes.release();
    }
}
