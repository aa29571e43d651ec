package io.pinion.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks again and again at what goes on without it, for hours if need be: while a proxy restarts, or can't reach ZooKeeper, it
 * asks anew. Only for statements that change nothing. Blocks; one thread's.
 */
final class Poller implements AutoCloseable {
    private static final long AGAIN_MILLIS = 500;

    private final Way way;
    private final Duration patience;
    private @Nullable ProxyClient client;

    /** How to a session at the proxy. */
    @FunctionalInterface
    interface Way {
        ProxyClient connect() throws CliFailure;
    }

    /**
     * @param patience with a proxy that doesn't answer
     * @throws CliFailure when there is none from the beginning
     */
    Poller(Way way, Duration patience) throws CliFailure {
        this.way = way;
        this.patience = patience;
        client = way.connect();
    }

    /** @throws CliFailure with {@link ExitStatus#UNFINISHED} when patience is at its end */
    Result ask(String question) throws CliFailure, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return client().ask(question);
            } catch (CliFailure e) {
                close();
                if (System.nanoTime() > end) {
                    throw new CliFailure(
                            "no proxy has told for " + patience.toSeconds() + " s how far it is, and it may go on ("
                                    + e.getMessage() + "); pinion operations list tells, at any proxy",
                            ExitStatus.UNFINISHED,
                            e);
                }
            }
            TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
        }
    }

    private ProxyClient client() throws CliFailure {
        ProxyClient open = client;
        if (open == null) {
            open = way.connect();
            client = open;
        }
        return open;
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
