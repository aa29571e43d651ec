package io.pinion.server.bootstrap;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.operations.engine.UserStatements;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.frontend.command.InternalSession;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** Statements of operations that run in the name of users, on the event loops in turn. Thread-safe. */
final class UserSessions implements UserStatements, AutoCloseable {
    /** Behind the deadline of a session, when its event loop is very busy. */
    private static final Duration LATE = Duration.ofSeconds(10);

    /**
     * A former primary refuses writes by ER_OPTION_PREVENTS_STATEMENT, ER_READ_ONLY_MODE, and MySQL's
     * ER_SCHEMA_READ_ONLY. Two-phase commits get ER_NO_SUCH_TABLE for the moment until their table is made.
     */
    private static final Set<Integer> PASSING = Set.of(1290, 1836, 3989, 1146);

    private static final Answer CLOSED = new Answer.Away("the proxy isn't open for statements");

    private final Supplier<Topology> topology;
    private final AtomicLong turn = new AtomicLong();

    /** By their turn. */
    private final Map<Long, CompletableFuture<Answer>> running = new ConcurrentHashMap<>();

    private volatile List<LoopCluster> clusters = List.of();

    UserSessions(Supplier<Topology> topology) {
        this.topology = topology;
    }

    /** Event loops exist later than operations. */
    void open(Collection<LoopCluster> all) {
        clusters = List.copyOf(all);
    }

    @Override
    public Answer run(String user, List<String> statements, Duration deadline) throws InterruptedException {
        List<LoopCluster> open = clusters;
        if (open.isEmpty()) {
            return CLOSED;
        }
        Optional<User> known = topology.get().user(user);
        if (known.isEmpty()) {
            return new Answer.Refused(
                    ErrorCode.ACCESS_DENIED.number(),
                    "the topology has no user '" + user + "' any more, in whose name this runs");
        }
        long number = turn.getAndIncrement();
        LoopCluster cluster = open.get(Math.floorMod(number, open.size()));
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        running.put(number, answer);
        try {
            CompletableFuture.supplyAsync(
                            () -> InternalSession.run(cluster, known.get(), statements, deadline),
                            cluster.pools().loop())
                    .thenCompose(Function.identity())
                    .whenComplete((given, failure) -> answer.complete(
                            failure == null ? of(given) : new Answer.Unknown("a mistake of Pinion's own: " + failure)));
            return answer.get(deadline.plus(LATE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopping) {
            return CLOSED;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (TimeoutException e) {
            return new Answer.Unknown("an event loop doesn't answer");
        } finally {
            running.remove(number);
        }
    }

    /** Event loops end: no statement gets an answer any more. */
    @Override
    public void close() {
        clusters = List.of();
        running.values().forEach(answer -> answer.complete(CLOSED));
    }

    private static Answer of(CollectedAnswer answer) {
        return switch (answer) {
            case CollectedAnswer.Rows rows -> new Answer.Rows(rows.texts(StandardCharsets.UTF_8), rows.warnings());
            case CollectedAnswer.Done(long rows) -> new Answer.Changed(rows);
            case CollectedAnswer.Refused refused
            when refused.isOfServers() || PASSING.contains(refused.code()) -> new Answer.Away(refused.message());
            case CollectedAnswer.Refused refused -> new Answer.Refused(refused.code(), refused.message());
            case CollectedAnswer.Unknown(String why) -> new Answer.Unknown("the answer " + why);
        };
    }
}
