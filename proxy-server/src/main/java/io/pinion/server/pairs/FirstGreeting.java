package io.pinion.server.pairs;

import io.pinion.config.topology.Topology;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the servers are, which a proxy must know before it greets anybody: clients choose their words by the version, and statements
 * are read in its dialect. A guess would be wrong until the proxy is restarted.
 */
public final class FirstGreeting {
    /** What an operator reads meanwhile. */
    public static final String UNKNOWN =
            "no server has told its version yet, by which clients are greeted and statements are read: start one,"
                    + " or set listener.server_version";

    private static final Logger LOG = LoggerFactory.getLogger(FirstGreeting.class);
    private static final long LOOK_EVERY_MILLIS = 500;

    private final Supplier<Topology> topology;
    private final Optional<String> stated;

    /** @param stated the version that the settings give, for a start without any server */
    public FirstGreeting(Supplier<Topology> topology, Optional<String> stated) {
        this.topology = topology;
        this.stated = stated;
    }

    /**
     * Blocks until a server has told its version; not when the settings state one.
     *
     * @param waiting is run when none tells it at once
     */
    public ServerVersion await(Runnable waiting) throws InterruptedIOException {
        Optional<ServerVersion> found = find();
        if (found.isEmpty()) {
            waiting.run();
            LOG.atWarn().log("No server has told its version yet; clients can connect when one does");
        }
        while (found.isEmpty()) {
            pause();
            found = find();
        }
        return found.get();
    }

    private Optional<ServerVersion> find() {
        return ServerVersion.of(topology.get()).or(() -> stated.map(ServerVersion::new));
    }

    private static void pause() throws InterruptedIOException {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + UNKNOWN);
        }
    }
}
