package io.pinion.config.source;

import io.pinion.config.document.Problem;
import io.pinion.config.document.RecordCopy;
import io.pinion.config.source.SourceStatus.State;
import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which of the documents that a file's or ZooKeeper's source finds become the running topology, and tells
 * listeners.
 *
 * <p>Only the source's thread changes it; any thread may read {@link #current()} and {@link #status()}.
 */
abstract sealed class WatchingSource implements TopologySource permits FileSource, ZooKeeperSource {
    private static final Logger LOG = LoggerFactory.getLogger(WatchingSource.class);

    /** The rule for a document without a generation. */
    enum Counting {
        /** Several proxies read the document and must agree on its generation, so the document states it. */
        BY_DOCUMENT,
        /** One proxy reads the document, and counts generations itself where the document states none. */
        BY_SOURCE
    }

    /**
     * @param from the name, for people, of the place that the topology was read from
     * @param ofSource whether the source itself holds it or held it: generations are only compared with those of the
     *     source, since a saved copy may be of an earlier life of the cluster
     */
    private record Running(Topology topology, String from, boolean ofSource) {}

    final SourceThread thread = new SourceThread("pinion-topology");

    private final TopologyStore store;
    private final String origin;
    private final Counting counting;
    private final Optional<String> requiredCluster;
    private final Clock clock;
    private final TopologyReader reader = new TopologyReader();
    private final List<TopologyListener> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Running current;
    private volatile SourceStatus status;

    /** @param requiredCluster the only cluster whose document is taken; empty to take the first one's */
    WatchingSource(
            TopologyStore store, String origin, Counting counting, Optional<String> requiredCluster, Clock clock) {
        this.store = store;
        this.origin = origin;
        this.counting = counting;
        this.requiredCluster = requiredCluster;
        this.clock = clock;
        Instant now = clock.instant();
        this.status = new SourceStatus(origin, State.LOST, now, 0, -1, now, "", Optional.empty(), List.of());
    }

    boolean isRunning() {
        return current != null;
    }

    @Override
    public final TopologyStore store() {
        return store;
    }

    @Override
    public void close() {
        thread.close();
    }

    /** @throws IllegalStateException before the first topology */
    @Override
    public final Topology current() {
        Running running = current;
        if (running == null) {
            throw new IllegalStateException(origin + " has given no topology yet");
        }
        return running.topology();
    }

    @Override
    public final SourceStatus status() {
        return status;
    }

    @Override
    public final Subscription subscribe(TopologyListener listener) {
        thread.execute(() -> {
            listeners.add(listener);
            if (isRunning()) {
                tell(listener, current());
            }
        });
        return () -> listeners.remove(listener);
    }

    /** Adopts the document of the source or refuses it whole; true when it runs now. */
    boolean offer(StoredDocument document) {
        return switch (reader.read(document.json())) {
            case Reading.Refused refused -> {
                refuse("the document has errors", refused.problems());
                yield false;
            }
            case Reading.Accepted accepted -> offer(accepted, document.version());
        };
    }

    private boolean offer(Reading.Accepted accepted, long version) {
        Topology offered = accepted.topology();
        Optional<String> objection = objectionTo(offered);
        if (objection.isPresent()) {
            refuse(objection.get(), accepted.problems());
            return false;
        }
        Running before = current;
        if (before != null && isSame(offered, before.topology())) {
            current = new Running(before.topology(), origin, true);
            status = RecordCopy.of(
                    status,
                    Map.of(
                            "version",
                            version,
                            "adoptedFrom",
                            origin,
                            "refused",
                            Optional.empty(),
                            "problems",
                            accepted.problems()));
            return true;
        }
        adopt(
                new Running(counted(offered), origin, true),
                version,
                State.CONNECTED,
                Optional.empty(),
                accepted.problems());
        return true;
    }

    /** A document without a generation is compared without it. */
    private static boolean isSame(Topology offered, Topology running) {
        return offered.generation() == 0
                ? offered.withGeneration(running.generation()).equals(running)
                : offered.equals(running);
    }

    /**
     * Warns of a saved copy with another content that isn't older than the source's document: an old document was
     * stored, or the cluster began anew.
     */
    void warnOfNewer(StoredDocument copy, String from) {
        Topology running = current();
        if (reader.read(copy.json()) instanceof Reading.Accepted accepted
                && accepted.topology().generation() >= running.generation()
                && !accepted.topology().equals(running)) {
            LOG.atWarn()
                    .addKeyValue("origin", from)
                    .addKeyValue("saved_generation", accepted.topology().generation())
                    .addKeyValue("generation", running.generation())
                    .log(
                            "the source's topology is not newer than this proxy's last one, and differs; the source's serves");
        }
    }

    /**
     * Adopts a saved copy when no topology runs, until the source gives a document.
     *
     * @param from the copy's name for people
     * @return why the copy is refused, in a sentence; empty when a topology runs now
     */
    Optional<String> offerSaved(StoredDocument copy, String from) {
        if (isRunning()) {
            return Optional.empty();
        }
        Reading reading = reader.read(copy.json());
        if (!(reading instanceof Reading.Accepted accepted)) {
            return Optional.of("it has errors: " + reading.problems().getFirst());
        }
        Optional<String> objection = objectionTo(accepted.topology());
        if (objection.isEmpty()) {
            SourceStatus before = status;
            // A source that answers is connected, however wrong its document is.
            State state = before.state() == State.LOST ? State.SAVED_COPY : before.state();
            boolean refused = before.refused().isPresent();
            adopt(
                    new Running(counted(accepted.topology()), from, false),
                    copy.version(),
                    state,
                    before.refused(),
                    refused ? before.problems() : accepted.problems());
        }
        return objection;
    }

    private Optional<String> objectionTo(Topology offered) {
        Running before = current;
        Topology running = before == null ? null : before.topology();
        Optional<String> cluster =
                requiredCluster.or(() -> Optional.ofNullable(running).map(Topology::cluster));
        if (cluster.isPresent() && !cluster.get().equals(offered.cluster())) {
            return Optional.of("the document is of cluster " + offered.cluster() + ", not of " + cluster.get());
        }
        if (offered.generation() == 0) {
            return counting == Counting.BY_SOURCE
                    ? Optional.empty()
                    : Optional.of("the document states no generation; write it with pinion topology set, which counts");
        }
        if (before == null
                || !before.ofSource()
                || offered.generation() > before.topology().generation()) {
            return Optional.empty();
        }
        long generation = before.topology().generation();
        if (offered.generation() < generation) {
            return Optional.of("the document's generation " + offered.generation() + " is lower than the running "
                    + generation + ", so it is an old document; to go back to it, raise its generation");
        }
        return offered.equals(before.topology())
                ? Optional.empty()
                : Optional.of("the document differs from the running one but has its generation " + generation
                        + "; raise it");
    }

    private Topology counted(Topology offered) {
        if (offered.generation() > 0) {
            return offered;
        }
        return offered.withGeneration(isRunning() ? current().generation() + 1 : 1);
    }

    private void adopt(Running next, long version, State state, Optional<String> refused, List<Problem> problems) {
        Topology topology = next.topology();
        Instant now = clock.instant();
        Instant stateSince = state == status.state() ? status.stateSince() : now;
        current = next;
        status = new SourceStatus(
                origin, state, stateSince, topology.generation(), version, now, next.from(), refused, problems);
        LOG.atInfo()
                .addKeyValue("origin", next.from())
                .addKeyValue("generation", topology.generation())
                .addKeyValue("warnings", problems.size())
                .log("topology adopted");
        for (Problem problem : problems) {
            LOG.atWarn().addKeyValue("problem", problem).log("topology warning");
        }
        for (TopologyListener listener : listeners) {
            tell(listener, topology);
        }
    }

    private static void tell(TopologyListener listener, Topology topology) {
        try {
            listener.adopt(topology);
        } catch (RuntimeException broken) {
            LOG.atError()
                    .addKeyValue("generation", topology.generation())
                    .setCause(broken)
                    .log("a listener failed to adopt the topology");
        }
    }

    /** The running topology stays; the same refusal again is not logged. */
    void refuse(String why, List<Problem> problems) {
        if (status.refused().equals(Optional.of(why)) && status.problems().equals(problems)) {
            return;
        }
        status = RecordCopy.of(status, Map.of("refused", Optional.of(why), "problems", problems));
        LOG.atError()
                .addKeyValue("origin", origin)
                .addKeyValue("running_generation", status.generation())
                .addKeyValue("reason", why)
                .log("topology refused");
        for (Problem problem : problems) {
            LOG.atError().addKeyValue("problem", problem).log("topology problem");
        }
    }

    void state(State state) {
        if (status.state() == state) {
            return;
        }
        status = RecordCopy.of(status, Map.of("state", state, "stateSince", clock.instant()));
        LOG.atInfo()
                .addKeyValue("origin", origin)
                .addKeyValue("state", state)
                .addKeyValue("generation", status.generation())
                .log("topology source changed state");
    }
}
