package io.pinion.server.execution.context;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.Pin;
import io.pinion.server.session.PreparedStatement;

/** Rows that a server keeps for COM_STMT_FETCH, on the connection that ran the statement. */
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

    /** Pins the connection to the session between two statements. */
    public void opened() {
        held.all().opened(connection, new Pin.OpenCursor(this));
    }

    /**
     * The server has closed the cursor itself, in the answer that ends now. The caller handles that end and releases
     * the connection.
     */
    public void ended() {
        held.all().ended(connection, new Pin.OpenCursor(this));
        connection.handles().close(handle);
        connection.flush();
    }

    /** Whether the cursor's connection is usable. */
    public boolean isAlive() {
        return connection.isReusable();
    }

    /** Closes the statement's handle, and releases the connection unless it has another pin. */
    @Override
    public void close() {
        connection.handles().close(handle);
        connection.flush();
        held.closedCursor(connection, new Pin.OpenCursor(this));
    }
}
