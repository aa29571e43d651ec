package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
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

    private static final int COM_STMT_CLOSE = 0x19;

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

    /** The server doesn't know it any more. */
    public void forget(HandleKey key) {
        handles.remove(key);
    }

    /** COM_RESET_CONNECTION closes them all. */
    void forgetAll() {
        handles.clear();
    }

    /** COM_STMT_CLOSE, which has no answer; it leaves with the next flush. */
    public void close(long handle) {
        ByteBufAllocator allocator = connection.allocator();
        ByteBuf out = allocator.directBuffer(PacketFramer.HEADER_BYTES + 5);
        PacketWriter packets = new PacketWriter(out, 0);
        packets.begin().uint8(COM_STMT_CLOSE).uint32(handle);
        packets.end();
        connection.sendUnanswered(out);
    }
}
