package io.pinion.server.frontend;

import io.netty.channel.Channel;
import io.pinion.server.observe.SessionSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** All sessions of this proxy. Thread-safe; used when a session begins, ends, or is looked at. */
public final class SessionRegistry {
    private static final long SNAPSHOT_DEADLINE_SECONDS = 2;

    private final int maxSessions;
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentHashMap<Long, ClientSession> sessions = new ConcurrentHashMap<>();

    private volatile boolean draining;

    public SessionRegistry(int maxSessions) {
        this.maxSessions = maxSessions;
    }

    /** Takes a place for a client, for as long as its channel is open; false when there is none. */
    boolean tryEnter(Channel client) {
        if (count.incrementAndGet() > maxSessions) {
            count.decrementAndGet();
            return false;
        }
        client.closeFuture().addListener(closed -> count.decrementAndGet());
        return true;
    }

    /** New clients are refused from now on. */
    void drain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    /** Ids have 32 bits on the wire; 0 is no session's id. */
    long nextId() {
        return (lastId.getAndIncrement() & 0x7FFF_FFFFL) + 1;
    }

    void add(ClientSession session) {
        sessions.put(session.id(), session);
    }

    void remove(ClientSession session) {
        sessions.remove(session.id(), session);
    }

    public int size() {
        return sessions.size();
    }

    public @Nullable ClientSession session(long id) {
        return sessions.get(id);
    }

    Collection<ClientSession> all() {
        return sessions.values();
    }

    /**
     * A snapshot of each session, taken on its own loop; sessions of a loop that doesn't answer in time are missing.
     */
    public CompletionStage<List<SessionSnapshot>> snapshots() {
        List<CompletableFuture<SessionSnapshot>> pictures = new ArrayList<>();
        for (ClientSession session : sessions.values()) {
            pictures.add(session.snapshot().completeOnTimeout(null, SNAPSHOT_DEADLINE_SECONDS, TimeUnit.SECONDS));
        }
        return CompletableFuture.allOf(pictures.toArray(new CompletableFuture<?>[0]))
                .thenApply(all -> {
                    List<SessionSnapshot> taken = new ArrayList<>(pictures.size());
                    for (CompletableFuture<SessionSnapshot> picture : pictures) {
                        SessionSnapshot snapshot = picture.join();
                        if (snapshot != null) {
                            taken.add(snapshot);
                        }
                    }
                    taken.sort((a, b) -> Long.compare(a.id(), b.id()));
                    return List.copyOf(taken);
                });
    }
}
