package io.pinion.server.execution.context;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.PreparedStatement;

/** Rows that a server keeps for COM_STMT_FETCH, on the one connection that has them. */
public final class OpenCursor implements PreparedStatement.Cursor {
    private final BackendConnection connection;
    private final long handle;
    private final PinnedConnections held;

    public OpenCursor(BackendConnection connection, long handle, PinnedConnections held) {
        this.connection = connection;
        this.handle = handle;
        this.held = held;
    }

    public String pair() {
        return connection.pool().pair();
    }

    public long handle() {
        return handle;
    }

    /** Between two statements the connection belongs to the session now. */
    public void opened() {
        held.openedCursor(connection, this);
    }

    /** The server has closed it itself, in the answer that ends now: whoever handles the end gives the connection back. */
    public void ended() {
        held.endedCursor(connection, this);
        connection.handles().close(handle);
        connection.flush();
    }

    /** The connection that has it is still there. */
    public boolean isAlive() {
        return connection.isReusable();
    }

    /** The handle goes with it; the connection goes back unless something else keeps it. */
    @Override
    public void close() {
        connection.handles().close(handle);
        connection.flush();
        held.closedCursor(connection, this);
    }
}
