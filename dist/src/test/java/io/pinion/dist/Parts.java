package io.pinion.dist;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a test has started: all of it is ended, the last one first, also where the end of one fails. */
final class Parts {
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    void push(AutoCloseable part) {
        started.push(part);
    }

    void end() throws Exception {
        Exception failed = null;
        for (AutoCloseable part : started) {
            try {
                part.close();
            } catch (Exception e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
