package io.pinion.server.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The open connections of the HTTP server, a bounded number: a new one takes the place of the one that has kept the
 * server waiting for longest. So requests that are never sent to their end can't keep others out. Lives on the server's
 * event loop.
 */
final class HttpConnections {
    static final int MAX = 256;

    /** In the order in which they began what they do now. */
    private final Set<HttpConnection> open = new LinkedHashSet<>();

    void add(HttpConnection connection) {
        if (open.size() >= MAX) {
            HttpConnection victim = open.stream()
                    .filter(HttpConnection::isWaiting)
                    .findFirst()
                    .orElseGet(() -> open.iterator().next());
            victim.close();
            open.remove(victim);
        }
        open.add(connection);
    }

    /** It has answered, or the client has begun a request. */
    void moved(HttpConnection connection) {
        if (open.remove(connection)) {
            open.add(connection);
        }
    }

    void remove(HttpConnection connection) {
        open.remove(connection);
    }

    void closeAll() {
        List.copyOf(open).forEach(HttpConnection::close);
    }
}
