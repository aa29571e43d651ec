package io.pinion.server.bootstrap;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a proxy has started so far, to be closed in the opposite order. Not thread-safe. */
final class StartedParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StartedParts.class);

    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    /** @return the part, which is closed with the others from now on */
    <T extends AutoCloseable> T add(T part) {
        started.push(part);
        return part;
    }

    /** Closes all of them, also those behind one that fails. Doing it twice is harmless. */
    @Override
    public void close() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception e) {
                // The other parts must still be stopped.
                LOG.atWarn().setCause(e).log("a part of the proxy did not stop cleanly");
            }
        }
    }
}
