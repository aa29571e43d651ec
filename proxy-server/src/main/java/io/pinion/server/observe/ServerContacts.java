package io.pinion.server.observe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers how the last attempt to reach each server went, whether a statement needed it or it was only asked how it is,
 * and passes on what pools tell.
 */
public final class ServerContacts implements PoolObserver {
    /** More servers than any cluster has: a topology that changes for ever must not fill the memory. */
    private static final int MAX_SERVERS = 8192;

    private final PoolObserver next;
    private final Map<String, ServerSnapshot> byName = new ConcurrentHashMap<>();

    /** @param next is told everything, too */
    public ServerContacts(PoolObserver next) {
        this.next = next;
    }

    /** What is known of a server; state unknown when nobody tried to reach it. */
    public ServerSnapshot of(String server) {
        return byName.getOrDefault(server, new ServerSnapshot(server, ServerSnapshot.State.UNKNOWN, ""));
    }

    /** A server that was asked has answered. */
    public void answered(String server) {
        remember(server, ServerSnapshot.State.UP, "");
    }

    /** @param reason one line */
    public void didNotAnswer(String server, String reason) {
        remember(server, ServerSnapshot.State.DOWN, reason);
    }

    @Override
    public void opened(String server, long nanos) {
        remember(server, ServerSnapshot.State.UP, "");
        next.opened(server, nanos);
    }

    @Override
    public void failed(String server, int errorCode) {
        remember(server, ServerSnapshot.State.DOWN, errorCode == 0 ? "no connection" : "error " + errorCode);
        next.failed(server, errorCode);
    }

    private void remember(String server, ServerSnapshot.State state, String detail) {
        if (byName.containsKey(server) || byName.size() < MAX_SERVERS) {
            byName.put(server, new ServerSnapshot(server, state, detail));
        }
    }

    @Override
    public void closed(String server, CloseReason reason) {
        next.closed(server, reason);
    }

    @Override
    public void waited(String server, long nanos) {
        next.waited(server, nanos);
    }

    @Override
    public void waitedInVain(String server, long nanos) {
        next.waitedInVain(server, nanos);
    }
}
