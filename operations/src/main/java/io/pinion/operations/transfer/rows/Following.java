package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.binlog.SourcePlace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries the changes of one side to the other. Whoever opens it keeps {@link #applied} where it survives, and opens
 * another one there when this one is broken or closed: changes may be carried again. Work blocks, and is for one
 * thread; {@link #applied}, {@link #changes} and {@link #lag} are for any.
 */
public final class Following implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    private final Map<String, FollowedServer> servers;
    private final ChangeApplier applier;
    private final PlacesOfRows places;
    private final List<ServerSessions> sessions;
    private final AtomicLong changes = new AtomicLong();
    private @Nullable Consumer<CarriedKey> touched;

    Following(
            Map<String, FollowedServer> servers,
            ChangeApplier applier,
            PlacesOfRows places,
            List<ServerSessions> sessions) {
        this.servers = Map.copyOf(servers);
        this.applier = applier;
        this.places = places;
        this.sessions = List.copyOf(sessions);
    }

    /**
     * Carries on until everything before these places has come.
     *
     * @param places by the names of servers
     * @return whether it has within the deadline
     */
    public boolean catchUp(Map<String, SourcePlace> places, Duration deadline) throws SQLException, OperationRefused {
        long end = System.nanoTime() + deadline.toNanos();
        while (!hasReached(places)) {
            if (System.nanoTime() > end) {
                return false;
            }
            step(POLL);
        }
        return true;
    }

    /**
     * Carries on for as long as it gets further, until everything before these places has come.
     *
     * @param stall in which nothing gets further
     * @return whether it has come
     */
    public boolean catchUpUnlessStalled(Map<String, SourcePlace> places, Duration stall)
            throws SQLException, OperationRefused {
        Map<String, SourcePlace> before;
        long carried;
        do {
            before = applied();
            carried = changes();
            if (catchUp(places, stall)) {
                return true;
            }
            // No place is reached in the middle of a long transaction.
        } while (!before.equals(applied()) || carried != changes());
        return false;
    }

    /** Carries what has come already and what comes meanwhile, but not for longer than this. */
    void carryWhatWaits(Duration most) throws SQLException, OperationRefused {
        long end = System.nanoTime() + most.toNanos();
        do {
            step(Duration.ZERO);
        } while (System.nanoTime() < end && !servers.values().stream().allMatch(FollowedServer::isUpToDate));
    }

    private boolean hasReached(Map<String, SourcePlace> places) {
        return places.entrySet().stream().allMatch(place -> {
            FollowedServer server = servers.get(place.getKey());
            if (server == null) {
                throw new IllegalArgumentException(place.getKey() + " isn't followed, but " + servers.keySet());
            }
            return server.applied().isAtLeast(place.getValue());
        });
    }

    /** Carries on until it is told to stop, at the latest a second later. */
    public void runUntil(BooleanSupplier stop) throws SQLException, OperationRefused {
        while (!stop.getAsBoolean()) {
            step(POLL);
        }
    }

    private void step(Duration wait) throws SQLException, OperationRefused {
        Duration each = wait.dividedBy(servers.size());
        for (FollowedServer server : servers.values()) {
            ChangeBatch batch = server.next(each);
            applier.apply(server, batch);
            changes.addAndGet(batch.changes().size());
            Consumer<CarriedKey> told = touched;
            if (told != null) {
                batch.changes().keySet().forEach(told);
            }
        }
    }

    /** Reads rows again that have been rejected, as if a client had changed them. */
    public void lookAgain() throws SQLException, OperationRefused {
        List<CarriedKey> rows =
                applier.rejected().all().stream().map(RejectedRow::row).toList();
        for (Map.Entry<RowPlace, List<CarriedKey>> place : places.byPlace(rows).entrySet()) {
            FollowedServer server =
                    Objects.requireNonNull(servers.get(place.getKey().server().name()));
            applier.apply(server, server.again(place.getValue(), place.getKey()));
        }
    }

    /** @param told of the key of each change, behind its writing */
    void tell(@Nullable Consumer<CarriedKey> told) {
        touched = told;
    }

    /** The places up to which everything is carried, by the names of servers. */
    public Map<String, SourcePlace> applied() {
        Map<String, SourcePlace> places = new LinkedHashMap<>();
        servers.forEach((name, server) -> places.put(name, server.applied()));
        return places;
    }

    /** How many changes were carried, those of one row that came together counted once. */
    public long changes() {
        return changes.get();
    }

    /** How long ago what is carried now was written; about a second less than that at most. */
    public Duration lag() {
        long oldest = servers.values().stream()
                .mapToLong(FollowedServer::behindSince)
                .filter(since -> since > 0)
                .min()
                .orElse(0);
        long seconds = oldest == 0 ? 0 : System.currentTimeMillis() / 1000 - oldest;
        return Duration.ofSeconds(Math.max(0, seconds));
    }

    @Override
    public void close() {
        new ArrayList<>(servers.values()).forEach(FollowedServer::close);
        sessions.forEach(ServerSessions::close);
    }
}
