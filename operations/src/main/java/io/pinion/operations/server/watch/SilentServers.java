package io.pinion.operations.server.watch;

import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * For how long servers have been unreachable without a break ({@link AskFailure#unreachable}). Says nothing of any
 * while this process reaches none at all, since it is the one that is cut off then. Thread-safe.
 */
public final class SilentServers implements ServerWatch.Listener {
    /**
     * Servers are asked more often; who hasn't been asked for so long, as when this process stood still, is asked anew.
     */
    private static final Duration GAP = Duration.ofSeconds(10);

    private final LongSupplier nanos;

    /** By address, too, so that a server that moves begins anew. */
    private final Map<Server, Silence> silences = new ConcurrentHashMap<>();

    private volatile Optional<Long> anybodyAnswered = Optional.empty();

    /**
     * @param since when the first attempt had failed
     * @param last when the last one had
     */
    private record Silence(long since, long last) {}

    /** @param nanos as {@link System#nanoTime} */
    public SilentServers(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public void answered(Server server, ServerReport report, Topology asked) {
        silences.remove(server);
        anybodyAnswered = Optional.of(nanos.getAsLong());
    }

    @Override
    public void failed(Server server, AskFailure failure) {
        if (!failure.unreachable()) {
            silences.remove(server);
            return;
        }
        long now = nanos.getAsLong();
        silences.compute(
                server,
                (name, before) -> before == null || now - before.last() > GAP.toNanos()
                        ? new Silence(now, now)
                        : new Silence(before.since(), now));
    }

    /** For how long it has been unreachable; empty when it isn't, or nobody can tell. */
    public Optional<Duration> silence(Server server) {
        long now = nanos.getAsLong();
        Silence silence = silences.get(server);
        boolean reachesOthers = anybodyAnswered
                .filter(answered -> now - answered <= GAP.toNanos())
                .isPresent();
        return silence == null || !reachesOthers || now - silence.last() > GAP.toNanos()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(now - silence.since()));
    }
}
