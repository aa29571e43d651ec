package io.pinion.server.backend;

import io.pinion.protocol.client.CommandEncoder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one server session has prepared, so that the next execution of the same text needs no preparing. Bounded: a server
 * counts the handles of all its sessions together ({@code max_prepared_stmt_count}, 16,382 by default). Lives on the
 * connection's event loop.
 */
public final class StatementHandles {
    /** Of one connection; the one that wasn't used for longest is closed for another. */
    static final int MAX_HANDLES = 100;

    private final BackendConnection connection;
    private final LinkedHashMap<HandleKey, Long> handles = new LinkedHashMap<>(16, 0.75f, true);

    StatementHandles(BackendConnection connection) {
        this.connection = connection;
    }

    /** The server's number of the prepared statement, or -1. */
    public long find(HandleKey key) {
        Long handle = handles.get(key);
        return handle == null ? -1 : handle;
    }

    /** The server has just prepared it as {@code handle}; what it had for the same key, or too much, is closed. */
    public void add(HandleKey key, long handle) {
        Long before = handles.put(key, handle);
        if (before != null) {
            close(before);
        } else if (handles.size() > MAX_HANDLES) {
            Map.Entry<HandleKey, Long> eldest = handles.entrySet().iterator().next();
            handles.remove(eldest.getKey());
            close(eldest.getValue());
        }
    }

    /** COM_RESET_CONNECTION closes them all. */
    void forgetAll() {
        handles.clear();
    }

    /** One of them isn't there: none is believed, and those that are still there are closed. */
    void closeAll() {
        handles.values().forEach(this::close);
        handles.clear();
    }

    /** COM_STMT_CLOSE, which has no answer; it leaves with the next flush. */
    public void close(long handle) {
        connection.sendUnanswered(CommandEncoder.close(handle, connection.allocator()));
    }
}
