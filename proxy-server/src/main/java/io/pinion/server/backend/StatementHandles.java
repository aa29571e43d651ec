package io.pinion.server.backend;

import io.pinion.protocol.client.CommandEncoder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The statements that one server session has prepared, so that the next execution of the same text needs no prepare.
 * Bounded, since a server limits the statements of all its sessions together ({@code max_prepared_stmt_count}, 16,382
 * by default). Lives on the connection's event loop.
 */
public final class StatementHandles {
    /** The limit of one connection; beyond it the least recently used statement is closed. */
    static final int MAX_HANDLES = 100;

    private final BackendConnection connection;
    private final LinkedHashMap<HandleKey, Long> handles = new LinkedHashMap<>(16, 0.75f, true);

    StatementHandles(BackendConnection connection) {
        this.connection = connection;
    }

    /**
     * The server's number of the prepared statement, or -1. One that has only been prepared belongs to the values with which it
     * is executed first.
     */
    public long find(HandleKey key) {
        Long handle = handles.get(key);
        if (handle != null) {
            return handle;
        }
        Long fresh = handles.remove(key.notExecuted());
        if (fresh == null) {
            return -1;
        }
        handles.put(key, fresh);
        return fresh;
    }

    /**
     * Adds a statement that the server has just prepared as {@code handle}; closes an older one of the same key, or the
     * least recently used one beyond the limit.
     */
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

    /** Called for COM_RESET_CONNECTION, which closes all statements. */
    void forgetAll() {
        handles.clear();
    }

    /** Called when the server doesn't know a statement: closes all, since the others may be gone too. */
    void closeAll() {
        handles.values().forEach(this::close);
        handles.clear();
    }

    /** COM_STMT_CLOSE, which has no answer; it leaves with the next flush. */
    public void close(long handle) {
        connection.sendUnanswered(CommandEncoder.close(handle, connection.allocator()));
    }
}
