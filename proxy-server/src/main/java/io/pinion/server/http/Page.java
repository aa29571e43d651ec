package io.pinion.server.http;

import java.util.List;
import java.util.function.Supplier;

/** What a page says. */
record Page(int status, String contentType, String text) {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

    /**
     * A page that is made anew for each request.
     *
     * @param offLoop whether that may take long, or wait for others, and is done on a thread for such pages; else it is
     *     made of memory alone, on the event loop of the HTTP server, however busy its threads are
     */
    record Maker(Supplier<Page> page, boolean offLoop) {}

    static Page text(String text) {
        return text(200, text);
    }

    static Page text(int status, String text) {
        return new Page(status, TEXT, text);
    }

    static Page metrics(String text) {
        return new Page(200, PROMETHEUS_TEXT, text);
    }

    /** 200 when nothing is missing, else 503 and what is. */
    static Page of(Supplier<List<String>> problems, String yes, String no) {
        List<String> missing = problems.get();
        return missing.isEmpty() ? text(yes + "\n") : text(503, no + "\n" + String.join("\n", missing) + "\n");
    }
}
