package io.pinion.server.http;

import java.util.List;

/** Whether the proxy can serve clients now. */
@FunctionalInterface
public interface Readiness {
    /**
     * Why not: each reason one line a person understands, such as {@code no topology yet}. Empty when it is ready. Called
     * on a thread of the HTTP server; reads memory only.
     */
    List<String> missing();
}
