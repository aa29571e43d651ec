package io.pinion.server.execution.query;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;

/**
 * A command that Pinion sends on its own account, to learn something of a connection or to change it. Servers answer such
 * a command at once, so one that doesn't is taken for dead, and a session never waits for it longer than that.
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

    /** An OK or an error, unless it is a question with rows. */
    @Override
    public Expecting expecting() {
        return Expecting.ACKNOWLEDGEMENT;
    }

    /** The end of an answer tells enough, mostly. */
    @Override
    public void received(ByteBuf bytes) {
        bytes.release();
    }
}
