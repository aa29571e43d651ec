package io.pinion.server.pairs;

import io.pinion.config.topology.Topology;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the servers' version, which a proxy needs before it greets a client: clients choose their statements by it,
 * and Pinion reads statements in its dialect. A guessed version would stay wrong until a restart.
 */
public final class FirstGreeting {
    /** The reason that an operator reads while the proxy waits. */
    public static final String UNKNOWN =
            "no server has told its version yet, by which clients are greeted and statements are read: start one,"
                    + " or set listener.server_version";

    private static final Logger LOG = LoggerFactory.getLogger(FirstGreeting.class);
    private static final long LOOK_EVERY_MILLIS = 500;

    private final Supplier<Topology> topology;
    private final Optional<String> stated;

    /** @param stated the version from the settings, for a start without any server */
    public FirstGreeting(Supplier<Topology> topology, Optional<String> stated) {
        this.topology = topology;
        this.stated = stated;
    }

    /**
     * Blocks until a server has told its version, or returns the version of the settings.
     *
     * @param waiting is run when no server tells it at once
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
