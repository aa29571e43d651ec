package io.pinion.operations.verify;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Verifies shards for people who ask. Thread-safe; no call blocks. */
public final class Verifications implements AutoCloseable {
    /** Requests at a time, and those that wait. */
    private static final int REQUESTS = 2;

    private static final int MAX_WAITING = 16;

    /** At a time, of all requests; each has one transaction on either server. */
    private static final int PAIRS = 2;

    /** For a whole request; what isn't verified by then is named. */
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private static final Duration LAST = Duration.ofSeconds(10);

    /** To be named in one detail; the others are counted. */
    private static final int MOST_DRIFT = 3;

    private final Supplier<Topology> topology;
    private final OperationJournal journal;
    private final ServerAccess access;
    private final Drift drift;
    private final LeftCopies leftCopies;
    private final Workers requests = new Workers("pinion-verify", REQUESTS, MAX_WAITING);

    /** Each request has one task for each pair, and there are few requests. */
    private final Workers pairs = new Workers("pinion-verify-pair", PAIRS, Integer.MAX_VALUE);

    private volatile boolean closed;

    /** Where shards have other tables than the reference of their keyspace. */
    @FunctionalInterface
    public interface Drift {
        CompletionStage<List<DriftRow>> of(Optional<String> keyspace);
    }

    /** @param topology the running one */
    public Verifications(
            Supplier<Topology> topology,
            OperationJournal journal,
            ServerAccess access,
            Drift drift,
            LeftCopies leftCopies) {
        this.topology = topology;
        this.journal = journal;
        this.access = access;
        this.drift = drift;
        this.leftCopies = leftCopies;
    }

    /**
     * Compares each shard of the scope on its standby with its primary, at one place, and its tables' definitions with
     * those of the keyspace's first shard; and one that has moved, as long as the move waits for its end, with what it
     * has left behind. The stage fails with a message for people when nothing can be verified.
     *
     * @param unwanted whether it shall end; what isn't compared by then is told as not verified
     * @return one of each shard, by keyspace and number
     */
    public CompletionStage<List<ShardVerdict>> verify(VerifyScope scope, BooleanSupplier unwanted) {
        return requests.ask(() -> verified(scope, () -> closed || unwanted.getAsBoolean()));
    }

    private List<ShardVerdict> verified(VerifyScope scope, BooleanSupplier stopped) throws OperationRefused {
        Topology now = topology.get();
        List<ShardCopy> shards = ShardCopies.of(now, scope);
        Account operator = OperationServices.operator(now);
        if (stopped.getAsBoolean()) {
            // It waited in line until then.
            throw new OperationRefused("it was stopped");
        }
        long end = System.nanoTime() + LONGEST.toNanos();
        Map<String, List<String>> drifted = drifted(shards);
        Map<String, List<ShardCopy>> byPair = shards.stream()
                .collect(Collectors.groupingBy(ShardCopy::pair, LinkedHashMap::new, Collectors.toList()));
        List<CompletableFuture<List<ShardVerdict>>> running = new ArrayList<>();
        byPair.forEach((name, ofPair) -> running.add(CompletableFuture.supplyAsync(
                () -> ofPair(now.pair(name).orElseThrow(), operator, ofPair, new VerifyThrottle(end, LONGEST, stopped)),
                pairs)));
        List<ShardVerdict> verdicts = new ArrayList<>();
        for (CompletableFuture<List<ShardVerdict>> pair : running) {
            for (ShardVerdict verdict : pair.join()) {
                List<String> differences = drifted.getOrDefault(verdict.database(), List.of());
                verdicts.add(differences.isEmpty() ? verdict : verdict.differingIn(words(differences)));
            }
        }
        verdicts.sort(Comparator.comparing(ShardVerdict::keyspace).thenComparingInt(ShardVerdict::shard));
        return verdicts;
    }

    private List<ShardVerdict> ofPair(Pair pair, Account operator, List<ShardCopy> shards, VerifyThrottle throttle) {
        PairLock lock = new PairLock(journal);
        List<ShardVerdict> verdicts = new PairComparison(lock, access, operator, pair, throttle).verdicts(shards);
        return new LeftCopyComparison(leftCopies, lock, topology, access, throttle).with(verdicts);
    }

    private static String words(List<String> differences) {
        String more = differences.size() <= MOST_DRIFT ? "" : "; and " + (differences.size() - MOST_DRIFT) + " more";
        return "not as the keyspace's first shard: "
                + String.join("; ", differences.subList(0, Math.min(MOST_DRIFT, differences.size()))) + more;
    }

    /** By database. */
    private Map<String, List<String>> drifted(List<ShardCopy> shards) throws OperationRefused {
        Map<String, List<String>> drifted = new LinkedHashMap<>();
        for (String keyspace :
                shards.stream().map(ShardCopy::keyspace).distinct().toList()) {
            Map<Integer, String> databases = shards.stream()
                    .filter(shard -> shard.keyspace().equals(keyspace))
                    .collect(Collectors.toMap(ShardCopy::shard, ShardCopy::database));
            for (DriftRow row : driftOf(keyspace)) {
                String database = databases.get(row.shard());
                if (database != null) {
                    drifted.computeIfAbsent(database, none -> new ArrayList<>())
                            .add(row.table().isEmpty() ? row.difference() : row.table() + " " + row.difference());
                }
            }
        }
        return drifted;
    }

    private List<DriftRow> driftOf(String keyspace) throws OperationRefused {
        try {
            return drift.of(Optional.of(keyspace))
                    .toCompletableFuture()
                    .orTimeout(LONGEST.toSeconds(), TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new OperationRefused("the tables of keyspace " + keyspace + " can't be compared: "
                    + (cause instanceof TimeoutException ? "it took too long" : cause.getMessage()));
        }
    }

    /** What runs ends before its next rows; waits a while for that, since replication may stand still for it. */
    @Override
    public void close() {
        closed = true;
        requests.close();
        pairs.close(LAST);
    }
}
