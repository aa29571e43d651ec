package io.pinion.cli;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends one long admin statement, and shows its progress meanwhile. Blocks; not thread-safe. */
final class AdminStatement {
    /** Creating shards takes minutes; rebuilding and copying big tables takes hours. */
    private static final Duration LONGEST = Duration.ofDays(2);

    private static final Duration LOOK = Duration.ofSeconds(30);

    /**
     * The time for which the proxy may be restarting, or without ZooKeeper, while the command waits for an operation.
     */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final long LOOK_EVERY_MILLIS = 300;
    private static final String OPERATIONS = "SHOW OPERATIONS";

    private final ProxyOptions options;
    private final CliEnvironment environment;
    private final Supplier<ProgressView> progress;
    private @Nullable String password;

    /** @param progress makes a view of the progress for each wait */
    AdminStatement(ProxyOptions options, CliEnvironment environment, Supplier<ProgressView> progress) {
        this.options = options;
        this.environment = environment;
        this.progress = progress;
    }

    // --- statements

    /** Sends a statement that begins no operation. */
    Result ask(String sql) throws CliFailure {
        long begun = System.nanoTime();
        try (ProxyClient worker = connect(LONGEST);
                ProgressView view = progress.get()) {
            return await(worker, sql, () -> view.show(Duration.ofNanos(System.nanoTime() - begun)));
        }
    }

    /**
     * Sends a statement that may begin an operation.
     *
     * @throws CliFailure with {@link ExitStatus#UNFINISHED} when an operation is left that an operator must resume or
     *     cancel
     */
    Result run(String sql) throws CliFailure {
        return run(sql, Optional.empty());
    }

    /** Sends a statement that continues or ends this operation. */
    Result run(String sql, long number) throws CliFailure {
        return run(sql, Optional.of(number));
    }

    private Result run(String sql, Optional<Long> number) throws CliFailure {
        try (ProxyClient worker = connect(LONGEST);
                ProxyClient watcher = connect(LOOK);
                ProgressView view = progress.get()) {
            long last = operations(watcher).stream()
                    .map(OperationState::number)
                    .max(Comparator.naturalOrder())
                    .orElse(-1L);
            Supplier<Optional<OperationState>> begun = () -> begun(watcher, number, last);
            Result answer;
            try {
                answer = await(worker, sql, () -> show(view, begun, OperationState::isRunning));
            } catch (CliFailure e) {
                throw withState(e, begun.get());
            }
            // A log also gets a line for an operation that ended before the first look.
            show(view, begun, ended -> true);
            return answer;
        }
    }

    private static void show(
            ProgressView view, Supplier<Optional<OperationState>> begun, Predicate<OperationState> wanted) {
        if (view != ProgressView.NONE) {
            begun.get().filter(wanted).ifPresent(view::show);
        }
    }

    private static Result await(ProxyClient worker, String sql, Runnable look) throws CliFailure {
        CompletableFuture<Result> running = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                running.complete(worker.ask(sql));
            } catch (CliFailure | RuntimeException e) {
                running.completeExceptionally(e);
            }
        });
        try {
            while (true) {
                try {
                    return running.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    look.run();
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CliFailure failure) {
                throw failure;
            }
            throw new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The named operation, or the first that has begun since. Empty after a failure: a later look may succeed. */
    private static Optional<OperationState> begun(ProxyClient watcher, Optional<Long> number, long last) {
        try {
            List<OperationState> all = operations(watcher);
            return number.isPresent()
                    ? OperationState.find(all, number.get())
                    : all.stream().filter(state -> state.number() > last).findFirst();
        } catch (CliFailure e) {
            return Optional.empty();
        }
    }

    private static List<OperationState> operations(ProxyClient watcher) throws CliFailure {
        return OperationState.of(watcher.ask(OPERATIONS));
    }

    /** A script must tell a refusal, which leaves nothing behind, from an operation that stopped half-way. */
    private static CliFailure withState(CliFailure failure, Optional<OperationState> begun) {
        return begun.filter(OperationState::isUnfinished).isPresent()
                ? new CliFailure(String.valueOf(failure.getMessage()), ExitStatus.UNFINISHED, failure)
                : failure;
    }

    // --- operations

    /** The operation's present state, with the commands that may follow. */
    Result look(long number) throws CliFailure {
        try (ProxyClient watcher = connect(LOOK)) {
            return told(watcher.ask(about(number)), number);
        }
    }

    /**
     * The operation's state as soon as it no longer runs.
     *
     * @throws CliFailure with {@link ExitStatus#UNFINISHED} when no proxy answers for a while
     */
    Result awaitEnd(long number) throws CliFailure {
        try (Poller poller = new Poller(() -> connect(LOOK), TIMEOUT);
                ProgressView view = progress.get()) {
            while (true) {
                Result now = told(poller.ask(about(number)), number);
                OperationState state = OperationState.of(now).getFirst();
                view.show(state);
                if (!state.isRunning()) {
                    return now;
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static String about(long number) {
        return OPERATIONS + " WHERE operation = '" + number + "'";
    }

    private Result told(Result row, long number) throws CliFailure {
        return OperationState.find(OperationState.of(row), number)
                .orElseThrow(() -> new CliFailure("there is no operation " + number + ": pinion operations list"))
                .withNext(row, options.reaching());
    }

    // --- the proxy

    private ProxyClient connect(Duration answer) throws CliFailure {
        return ProxyClient.connect(options, password(), answer);
    }

    /** The password, asked for once. */
    private String password() throws CliFailure {
        String known = password;
        if (known == null) {
            known = ProxyClient.password(options, environment);
            password = known;
        }
        return known;
    }

    private static CliFailure interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new CliFailure("interrupted; it goes on at the proxy: pinion operations list", e);
    }
}
