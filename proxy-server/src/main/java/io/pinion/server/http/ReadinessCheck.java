package io.pinion.server.http;

import java.util.List;

/** Whether the proxy can serve clients now. */
@FunctionalInterface
public interface ReadinessCheck {
    /**
     * The reasons why not, one line each for a person, such as {@code no topology yet}. Empty when the proxy is ready.
     * Called on a thread of the HTTP server; reads memory only.
     */
    List<String> missing();
}
