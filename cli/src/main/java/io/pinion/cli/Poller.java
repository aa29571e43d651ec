package io.pinion.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends a read-only statement repeatedly, for hours if needed; reconnects while a proxy restarts or can't reach
 * ZooKeeper. Blocks; not thread-safe.
 */
final class Poller implements AutoCloseable {
    private static final long AGAIN_MILLIS = 500;

    private final ProxyLogin login;
    private final Duration timeout;
    private @Nullable ProxyClient client;

    /** Opens a session at the proxy. */
    @FunctionalInterface
    interface ProxyLogin {
        ProxyClient connect() throws CliFailure;
    }

    /**
     * @param timeout the time for which the proxy may not answer
     * @throws CliFailure when the first connection fails
     */
    Poller(ProxyLogin login, Duration timeout) throws CliFailure {
        this.login = login;
        this.timeout = timeout;
        client = login.connect();
    }

    /** @throws CliFailure with {@link ExitStatus#UNFINISHED} when the timeout has passed */
    Result ask(String question) throws CliFailure, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                return client().ask(question);
            } catch (CliFailure e) {
                close();
                if (System.nanoTime() > end) {
                    throw new CliFailure(
                            "no proxy has told for " + timeout.toSeconds() + " s how far it is, and it may go on ("
                                    + e.getMessage() + "); pinion show operations tells, at any proxy",
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
            open = login.connect();
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
