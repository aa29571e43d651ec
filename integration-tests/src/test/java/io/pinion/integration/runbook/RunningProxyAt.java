package io.pinion.integration.runbook;

import io.pinion.config.settings.Settings;
import io.pinion.config.topology.Secrets;
import io.pinion.server.bootstrap.RunningProxy;
import org.jspecify.annotations.Nullable;

/** A proxy that can be stopped, as by SIGTERM, and started again on the same port. One thread's. */
final class RunningProxyAt implements AutoCloseable {
    private final int port;
    private final Settings settings;
    private final Secrets secrets;
    private @Nullable RunningProxy running;

    RunningProxyAt(int port, Settings settings, Secrets secrets) {
        this.port = port;
        this.settings = settings;
        this.secrets = secrets;
    }

    int port() {
        return port;
    }

    void start() throws Exception {
        running = RunningProxy.start(settings, secrets, "1.0");
        // As the process of `pinion serve` does.
        RunningProxy started = running;
        started.stopWanted().thenRun(() -> Thread.ofVirtual().start(() -> end(started)));
    }

    private static void end(RunningProxy proxy) {
        proxy.drain();
        proxy.close();
    }

    void stop() {
        if (running != null) {
            end(running);
            running = null;
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }
}
